"""File names, column names and other text of users cannot send control sequences to the terminal."""

import json
import os
import pty
import subprocess

import pytest
from conftest import two_groups, write_csv

# An escape sequence, a line that looks like a message of mixseed, a tab, DEL, the C1 control CSI, a bidi override and a
# byte that is not UTF-8.
HOSTILE = b"a\x1b[31m\nmixseed: done\t\x7f\xc2\x9b\xe2\x80\xae\xff\xc3\xa9\xe6\xbc\xa2"
SHOWN = r"a\x1b[31m\x0amixseed: done\x09\x7f\xc2\x9b\xe2\x80\xae\xffé漢"
DISTURBING = {*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)}


def assert_harmless(said):
    """True for valid UTF-8 without control characters other than the line ends of the program."""
    letters = {letter for letter in said.decode() if letter != "\n"}
    assert not {letter for letter in letters if ord(letter) in DISTURBING}, said


@pytest.fixture
def outcome(binary, tmp_path):
    def run_raw(*words):
        done = subprocess.run([binary, *words], cwd=tmp_path, capture_output=True)
        assert_harmless(done.stdout)
        assert_harmless(done.stderr)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run_raw


def hostile_csv(folder, name=HOSTILE + b".csv", header=""):
    rows = "".join(f"{a!r},{b!r}\n" for a, b in two_groups(rows=60).tolist())
    with open(os.path.join(os.fsencode(folder), name), "w", encoding="utf-8", newline="") as out:
        out.write(header + rows)
    return name


@pytest.mark.parametrize(
    "words",
    [
        ("fit", HOSTILE, "-k", "2"),
        ("score", HOSTILE, "a.csv"),
        ("fit", "a.csv", "-k", "2", "-o", HOSTILE + b"/absent/m.json"),
        ("fit", "a.csv", "-k", "2", "--method", HOSTILE),
        ("lab", HOSTILE),
    ],
)
def test_an_error_is_one_line_that_shows_control_characters_as_escapes(outcome, tmp_path, words):
    write_csv(tmp_path / "a.csv", two_groups())
    code, _, said = outcome(*words)
    assert code == 2 and said.count("\n") == 1 and r"a\x1b[31m\x0amixseed" in said


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_a_report_shows_the_name_of_the_file_with_escapes(outcome, tmp_path, form):
    code, said, _ = outcome("fit", hostile_csv(tmp_path), "-k", "2", "--format", form)
    assert code == 0
    title = said.splitlines()[0].strip("*")
    assert form == "latex" or title == SHOWN + ".csv"


def test_column_names_are_escaped_in_tables(outcome, tmp_path):
    header = '"x\x1b[2J\ny","\u202eb"\n'
    hostile_csv(tmp_path, b"a.csv", header)
    code, said, _ = outcome("fit", "a.csv", "-k", "2", "-o", "m.json")
    assert code == 0 and r"x\x1b[2J\x0ay" in said and r"\xe2\x80\xaeb" in said
    code, said, _ = outcome("bootstrap", "m.json", "a.csv", "--replications", "2")
    assert code == 0 and r"x\x1b[2J\x0ay" in said


def test_a_picture_on_a_terminal_has_no_control_characters_of_column_names(binary, tmp_path):
    hostile_csv(tmp_path, b"a.csv", '"x\x1b[2J","y\x9b"\n')
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}  # a clean root sets none
    words = [binary, "fit", "a.csv", "-k", "2"]
    done = subprocess.run(words, cwd=tmp_path, stdout=slave, stderr=subprocess.PIPE, env=environment)
    os.close(slave)
    said = b""
    try:
        while chunk := os.read(master, 65536):
            said += chunk
    except OSError:
        pass
    os.close(master)
    assert done.returncode == 0
    assert b"\xe2\xa0" in said or b"\xe2\xa1" in said, "no picture was drawn"
    assert b"x\x1b" not in said and "y\x9b".encode() not in said


def test_notes_of_the_laboratory_escape_names(outcome, tmp_path):
    plan = {"name": "p\x1b[0m", "data_sets": 1, "seeds": 1, "rules": "default",
            "methods": [{"label": "red\x1b[31m\0", "pipeline": "uniform/em"}, {"label": "b", "pipeline": "gonzalez/em"}],
            "generated": [{"rows": 50, "dim": 2, "components": 2, "separation": 1}]}
    (tmp_path / "p.json").write_text(json.dumps(plan))
    store = HOSTILE + b".db"
    code, said, error = outcome("lab", "run", "p.json", "--store", store)
    assert code == 0 and r"p\x1b[0m: 2 runs wanted" in said, error
    assert r"p\x1b[0m: 2 of 2 runs are stored" in outcome("lab", "status", "p.json", "--store", store)[1]
    assert SHOWN + ".db: 2 runs, 2 new" in outcome("lab", "merge", "all.db", store)[1]
    assert r"red\x1b[31m\x00" in outcome("lab", "tables", "--store", store)[1]


def test_output_for_programs_keeps_names_as_they_are(binary, tmp_path):
    hostile_csv(tmp_path, b"a.csv", '"x\x1b","y\x9b"\n')
    done = subprocess.run([binary, "convert", "a.csv", "-"], cwd=tmp_path, capture_output=True)
    assert done.stdout.decode().splitlines()[0] == "x\x1b,y\x9b"
    done = subprocess.run([binary, "fit", "a.csv", "-k", "2", "--json", "--model"], cwd=tmp_path, capture_output=True)
    assert json.loads(done.stdout)["model"]["columns"] == ["x\x1b", "y\x9b"]
