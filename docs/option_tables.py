"""The tables of docs/command-line.md, from what the program says: option_tables.py PROGRAM. `./dev docs` calls it."""

import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "command-line.md"
BEGIN = "<!-- Made by ./dev docs from the program's own list. -->\n"
END = "\n<!-- The end of what is made. -->\n"


def tables_of(program):
    return subprocess.run([program, "help", "--markdown"], capture_output=True, text=True, check=True).stdout


def with_tables(text, tables):
    """The page with these tables between its two marks."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + tables + END + after


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(), tables_of(sys.argv[1])))
