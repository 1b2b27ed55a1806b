"""Bad input gets exit code 2 and one line that says what and where; nothing is printed or written."""

from pathlib import Path

import pytest
from bad_input import CASES, run_case
from bad_input_list import row_of

DOCUMENTED = (Path(__file__).parents[2] / "docs" / "messages.md").read_text().splitlines()


def test_every_case_has_a_name_of_its_own():
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_bad_input_is_refused_with_one_clear_line(case, binary, tmp_path):
    done, left_behind = run_case(case, binary, tmp_path)
    message = done.stderr.decode()
    assert done.returncode == 2, message
    assert done.stdout == b""
    assert message.startswith("mixseed: ") and message.count("\n") == 1 and message.endswith("\n")
    assert [words for words in case.expect if words not in message] == [], message
    assert left_behind == set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_documented_message_is_the_one_that_is_given(case, binary, tmp_path):
    done, _ = run_case(case, binary, tmp_path)
    row = row_of(case, done)
    if "data is damaged (" in row:  # the reason is worded by zlib or zstd, which differ between systems
        row = row[: row.index("(")]
    assert any(documented.startswith(row) for documented in DOCUMENTED)


def test_an_old_output_survives_a_failure(run, rows_csv, tmp_path):
    (tmp_path / "out.json").write_text("old")
    assert run("fit", rows_csv, "-k", 1000, "-o", "out.json").returncode == 2
    assert (tmp_path / "out.json").read_text() == "old"


def test_control_characters_do_not_reach_the_terminal(run):
    done = run("fit", "a\nb\x1b[31m.csv", "-k", 2)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "\x1b" not in done.stderr
