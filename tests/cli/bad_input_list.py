"""Prints a Markdown table of every bad-input case with the message it gets.

Usage: MIXSEED_BINARY=build/release/mixseed python3 tests/cli/bad_input_list.py
"""

import os
import shlex
import tempfile
from pathlib import Path

from bad_input import CASES, run_case


def cell(text):
    return text.strip().replace("|", "\\|").replace("\n", " ⏎ ")


def row_of(case, done):
    command = cell(shlex.join(["mixseed", *case.arguments]))
    return f"| {case.name} | `{command}` | {done.returncode} | {cell(done.stderr.decode())} |"


def main():
    binary = str(Path(os.environ["MIXSEED_BINARY"]).resolve())
    print("| case | command | code | message |\n|---|---|---|---|")
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            done, _ = run_case(case, binary, Path(folder))
        print(row_of(case, done))


if __name__ == "__main__":
    main()
