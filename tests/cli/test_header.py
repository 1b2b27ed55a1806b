"""A first row of numbers that is a header: all commands detect it alike and report it."""

import json

import numpy as np
import pytest

POINTS = np.concatenate([np.random.default_rng(1).normal(c, 2, (40, 3)) for c in (100, 150)])
NOTE = "was taken for names of columns"


def text(points=POINTS, first="0,1,2", index=False):
    rows = [",".join(map(repr, map(float, row))) for row in points]
    if index:
        rows, first = [f"{i},{row}" for i, row in enumerate(rows)], "," + first
    return "\n".join([first, *rows]) + "\n"


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("first", ["0,1,2", "1,2,3", "2000,2001,2002"])
def test_fit_takes_counting_numbers_for_names_and_says_so(run, tmp_path, first, index):
    (tmp_path / "a.csv").write_text(text(first=first, index=index))
    done = run("fit", "a.csv", "-k", "2", "--method", "kmeans++/em", "-o", "m.json", "--json")
    assert json.loads(done.stdout)["rows"] == 80
    assert json.loads((tmp_path / "m.json").read_text())["columns"] == first.split(",")
    assert "a.csv: line 1 (" in done.stderr and NOTE in done.stderr and "--header no" in done.stderr


def test_header_no_makes_it_a_row(run, tmp_path):
    (tmp_path / "a.csv").write_text(text())
    done = run("fit", "a.csv", "-k", "2", "--method", "kmeans++/em", "--header", "no", "--json")
    assert json.loads(done.stdout)["rows"] == 81
    assert done.stderr == ""


def test_predict_score_and_several_files_decide_as_fit_did(run, tmp_path):
    (tmp_path / "a.csv").write_text(text())
    (tmp_path / "few.csv").write_text(text(POINTS[:2, ::-1], "2,1,0"))
    (tmp_path / "p-1.csv").write_text(text(POINTS[:50]))
    (tmp_path / "p-2.csv").write_text(text(POINTS[50:52]))
    assert run("fit", "a.csv", "-k", "2", "--method", "kmeans++/em", "-o", "m.json").returncode == 0
    whole = run("predict", "m.json", "a.csv").stdout.splitlines()
    few = run("predict", "m.json", "few.csv")
    assert len(whole) == 81 and few.stdout.splitlines() == whole[:3]
    assert "m.json has these names" in few.stderr
    assert json.loads(run("score", "m.json", "few.csv", "--json").stdout)["rows"] == 2
    parts = run("fit", "p-*.csv", "-k", "2", "--method", "kmeans++/em", "--json")
    assert json.loads(parts.stdout)["rows"] == 52, parts.stderr


def test_convert_and_compare_decide_as_fit_does(run, tmp_path):
    (tmp_path / "a.csv").write_text(text())
    done = run("convert", "a.csv", "a.npy")
    assert np.array_equal(np.load(tmp_path / "a.npy"), POINTS) and NOTE in done.stderr
    assert run("convert", "-", "-", stdin=text()).stdout.startswith("0,1,2\n100")
    done = run("lab", "compare", "a.csv", "-k", "2", "--seeds", "1", "--methods", "kmeans++/em")
    assert NOTE in done.stderr and done.returncode == 0, done.stderr


def test_real_rows_of_small_integers_remain_data(run, tmp_path):
    rows = np.random.default_rng(2).integers(0, 6, (50, 3))
    rows[0] = 1, 2, 3
    np.savetxt(tmp_path / "a.csv", rows, fmt="%d", delimiter=",")
    done = run("convert", "a.csv", "a.npy")
    assert np.array_equal(np.load(tmp_path / "a.npy"), rows) and done.stderr == ""
