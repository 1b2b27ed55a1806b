"""Columns of a file are matched to those of a model by name, or by position if there are no names."""

import json

import numpy as np
import pytest
from conftest import two_groups, write_csv

POINTS = two_groups(rows=120) * [1.0, 30.0] + [0.0, 500.0]


def swapped(points):
    return points[:, ::-1]


def labels(done):
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[1:]


@pytest.fixture
def model(run, tmp_path):
    write_csv(tmp_path / "rows.csv", POINTS, ["width", "height"])
    done = run("fit", "rows.csv", "-k", 2, "-o", "model.json", "--quiet")
    assert done.returncode == 0, done.stderr
    return tmp_path / "model.json"


@pytest.fixture
def right(run, model):
    found = labels(run("predict", "model.json", "rows.csv"))
    assert set(found) == {"0", "1"}
    return found


@pytest.fixture
def put(tmp_path):
    def put(name, points, names):
        return write_csv(tmp_path / name, points, names)

    return put


def test_swapped_columns_give_the_same_labels_and_scores(run, right, put):
    put("swapped.csv", swapped(POINTS), ["height", "width"])
    assert labels(run("predict", "model.json", "swapped.csv")) == right
    assert run("score", "model.json", "swapped.csv").stdout == run("score", "model.json", "rows.csv").stdout


def test_additional_columns_are_ignored_even_if_they_hold_text(run, right, tmp_path):
    rows = "".join(f"word,{height!r},7,{width!r}\n" for width, height in POINTS.tolist())
    (tmp_path / "more.csv").write_text("label,height,age,width\n" + rows)
    done = run("predict", "model.json", "more.csv")
    assert labels(done) == right and done.stderr == ""


def test_a_choice_need_not_be_repeated(run, put, tmp_path):
    noise = np.random.default_rng(0).normal(size=(len(POINTS), 1))
    put("three.csv", np.hstack([noise, POINTS]), ["noise", "width", "height"])
    assert run("fit", "three.csv", "-k", 2, "--columns", "height,width", "-o", "m.json").returncode == 0
    assert json.loads((tmp_path / "m.json").read_text())["columns"] == ["height", "width"]
    without = run("predict", "m.json", "three.csv")
    assert labels(without) == labels(run("predict", "m.json", "three.csv", "--columns", "width,height"))
    assert set(labels(without)) == {"0", "1"}


@pytest.mark.parametrize("command", ["predict", "score"])
def test_a_missing_column_is_named_with_what_there_is(run, model, put, command):
    put("less.csv", POINTS, ["width", "depth"])
    done = run(command, "model.json", "less.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("mixseed: less.csv: there is no column 'height', which model.json expects; "
                           "the columns are 1 width, 2 depth\n")


def test_other_names_are_shown_from_both_sides_and_a_choice_reads_them(run, right, put):
    put("renamed.csv", swapped(POINTS), ["h", "w"])
    done = run("predict", "model.json", "renamed.csv")
    assert (done.returncode, done.stdout) == (2, "")
    assert "1 h, 2 w" in done.stderr and "1 width, 2 height" in done.stderr and "--columns" in done.stderr
    assert labels(run("predict", "model.json", "renamed.csv", "--columns", "w,h")) == right


def test_files_without_names_are_matched_by_position(run, right, put, tmp_path):
    put("bare.csv", POINTS, None)
    np.save(tmp_path / "rows.npy", POINTS)
    assert labels(run("predict", "model.json", "bare.csv")) == right
    assert labels(run("predict", "model.json", "rows.npy")) == right
    np.save(tmp_path / "wide.npy", np.hstack([POINTS, POINTS]))
    done = run("predict", "model.json", "wide.npy")
    assert done.returncode == 2
    assert done.stderr == ("mixseed: wide.npy: has 4 columns, but model.json has 1 width, 2 height "
                           "(--columns chooses columns)\n")


def test_a_model_of_npy_rows_has_no_names_and_takes_any(run, put, right, tmp_path):
    np.save(tmp_path / "rows.npy", POINTS)
    assert run("fit", "rows.npy", "-k", 2, "-o", "nameless.json").returncode == 0
    assert "columns" not in json.loads((tmp_path / "nameless.json").read_text())
    assert labels(run("predict", "nameless.json", "rows.csv")) == right


def test_version_1_is_still_read(run, model, right, tmp_path):
    old = json.loads(model.read_text())
    del old["columns"], old["family"]
    old.update(version=1, provenance={"method": "auto", "seed": 0, "version": "0.3.1", "rows": 120, "columns": 2})
    (tmp_path / "old.json").write_text(json.dumps(old))
    assert labels(run("predict", "old.json", "rows.csv")) == right


def test_sample_prints_the_names_and_they_come_back(run, model, tmp_path):
    done = run("sample", "model.json", "-n", 5, "--labels", "-o", "drawn.csv")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "drawn.csv").read_text().splitlines()[0] == "width,height,component"
    assert len(labels(run("predict", "model.json", "drawn.csv"))) == 5


@pytest.mark.parametrize("name", ["a, b", "a;b", 'the "best"', " padded ", "höhe"])
def test_any_name_survives_fit_sample_and_predict(run, tmp_path, name):
    quoted = '"' + name.replace('"', '""') + '"'
    rows = "".join(f"{width!r},{height!r}\n" for width, height in POINTS.tolist())
    (tmp_path / "rows.csv").write_text(f"{quoted},x\n{rows}")
    assert run("fit", "rows.csv", "-k", 2, "-o", "m.json").returncode == 0
    assert json.loads((tmp_path / "m.json").read_text())["columns"] == [name, "x"]
    (tmp_path / "drawn.csv").write_text(run("sample", "m.json", "-n", 4).stdout)
    assert len(labels(run("predict", "m.json", "drawn.csv"))) == 4


def test_a_start_finds_its_columns_by_name(run, model, put, tmp_path):
    put("swapped.csv", swapped(POINTS), ["height", "width"])
    for data in ("rows", "swapped"):
        done = run("fit", f"{data}.csv", "--start", "model.json", "-o", f"{data}.json")
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "rows.json").read_bytes() == (tmp_path / "swapped.json").read_bytes()


def test_centers_with_names_find_their_columns(run, model, put, tmp_path):
    put("bare.csv", [[0, 500], [8, 740]], None)
    put("named.csv", [[500, 0], [740, 8]], ["height", "width"])
    for centers in ("bare", "named"):
        done = run("fit", "rows.csv", "--centers", f"{centers}.csv", "-o", f"{centers}.json")
        assert done.returncode == 0, done.stderr
    bare, named = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("bare", "named"))
    assert (bare["columns"], named["columns"]) == (["width", "height"], ["height", "width"])
    np.testing.assert_allclose(np.array(named["means"])[:, ::-1], bare["means"], rtol=1e-6)


def test_a_start_without_names_in_the_data_keeps_its_own(run, model, tmp_path):
    np.save(tmp_path / "rows.npy", POINTS)
    assert run("fit", "rows.npy", "--start", "model.json", "-o", "again.json").returncode == 0
    assert json.loads((tmp_path / "again.json").read_text())["columns"] == ["width", "height"]


def test_equal_fits_are_equal_bytes(run, model, tmp_path):
    for threads, name in ((1, "one.json"), (2, "two.json")):
        assert run("fit", "rows.csv", "-k", 2, "--threads", threads, "-o", name).returncode == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes() == model.read_bytes()


@pytest.mark.parametrize("first", [0, 1])
def test_an_index_is_left_out_with_a_word(run, model, right, tmp_path, first):
    rows = "".join(f"{row},{width!r},{height!r}\n" for row, (width, height) in enumerate(POINTS.tolist(), first))
    (tmp_path / "indexed.csv").write_text(",width,height\n" + rows)
    done = run("fit", "indexed.csv", "-k", 2, "-o", "indexed.json")
    assert done.returncode == 0
    assert done.stderr == ("mixseed: indexed.csv: column 1 has no name and only counts the rows: left out "
                           "(--columns 1-3 keeps it)\n")
    assert (tmp_path / "indexed.json").read_bytes() == model.read_bytes()
    assert run("fit", "indexed.csv", "-k", 2, "--quiet").stderr == ""
    kept = run("fit", "indexed.csv", "-k", 2, "--columns", "1-3", "-o", "kept.json")
    assert kept.stderr == "" and json.loads((tmp_path / "kept.json").read_text())["columns"][0] == ""
    predicted = run("predict", "model.json", "indexed.csv")
    assert labels(predicted) == right and predicted.stderr == ""
    assert len(labels(run("predict", "kept.json", "indexed.csv"))) == len(POINTS)


def test_a_generated_truth_knows_the_columns_of_its_rows(run, tmp_path):
    done = run("generate", "--rows", 50, "--dim", 3, "-k", 2, "-o", "g.csv", "--model", "true.json")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "true.json").read_text())["columns"] == ["x1", "x2", "x3"]
    assert run("score", "true.json", "g.csv").returncode == 0


STRANGE = '''"";date;"weight, kg";height;group
1;2024-01-31;70.5;1.75;a
2;2024-02-01;;1.80;b
3;2024-02-02;90.25;1.92;a
4;2024-02-03;61.0;NA;b
5;2024-02-04;66.5;1.66;b
6;2024-02-05;88.0;1.88;a
'''


def test_a_strange_file_is_read_by_doing_what_the_messages_say(run, tmp_path):
    (tmp_path / "own.csv").write_text(STRANGE)
    first = run("fit", "own.csv", "-k", 1)
    assert first.returncode == 2 and first.stderr.rstrip().endswith("--exclude date,group"), first.stderr
    second = run("fit", "own.csv", "-k", 1, "--exclude", "date,group")
    assert second.returncode == 2 and "line 3, column 3 (weight, kg)" in second.stderr
    assert "--missing drop" in second.stderr
    third = run("fit", "own.csv", "-k", 1, "--exclude", "date,group", "--missing", "drop", "-o", "own.json")
    assert third.returncode == 0, third.stderr
    assert third.stderr.splitlines() == [
        "mixseed: own.csv: column 1 has no name and only counts the rows: left out (--columns 1-5 keeps it)",
        "mixseed: own.csv: 2 of 6 rows left out for missing values, the first in line 3, column 3 (weight, kg)",
    ]
    assert json.loads((tmp_path / "own.json").read_text())["columns"] == ["weight, kg", "height"]
    predicted = run("predict", "own.json", "own.csv", "--missing", "drop")
    assert len(labels(predicted)) == 4 and "2 of 6 rows left out" in predicted.stderr


@pytest.mark.parametrize("choice", ["weight, kg", '"weight, kg",height', '"weight, kg"..height', "3..height", "3-4"])
def test_columns_can_be_chosen_in_many_ways(run, tmp_path, choice):
    (tmp_path / "own.csv").write_text(STRANGE)
    done = run("convert", "own.csv", "-", "--missing", "drop", "--columns", choice)
    if choice == "weight, kg":
        assert done.returncode == 2 and '3 "weight, kg"' in done.stderr
    else:
        assert done.stdout.splitlines()[:2] == ['"weight, kg",height', "70.5,1.75"], done.stderr


def test_delimiter_and_header_can_be_said(run, tmp_path):
    (tmp_path / "pipes.txt").write_text("2000|2001\n1|2\n3|4\n")
    done = run("convert", "pipes.txt", "-", "--delimiter", "|", "--header", "yes")
    assert done.stdout == "2000,2001\n1,2\n3,4\n", done.stderr
    done = run("convert", "pipes.txt", "-", "--delimiter", "|", "--header", "no")
    assert done.stdout == "2000,2001\n1,2\n3,4\n"
    assert run("convert", "pipes.txt", "a.npy", "--delimiter", "|", "--header", "no").returncode == 0
    assert np.load(tmp_path / "a.npy").shape == (3, 2)
    (tmp_path / "tabs.txt").write_text("a b\tc\n1\t2\n")
    for word in ("tab", "\\t", "\t"):
        assert run("convert", "tabs.txt", "-", "--delimiter", word).stdout == "a b,c\n1,2\n"


def test_what_is_missing_can_be_dropped_from_npy(run, tmp_path):
    points = POINTS.copy()
    points[[3, 7], [0, 1]] = np.nan
    np.save(tmp_path / "holes.npy", points)
    np.save(tmp_path / "whole.npy", np.delete(points, [3, 7], axis=0))
    done = run("fit", "holes.npy", "-k", 2, "--missing", "drop", "-o", "holes.json")
    assert done.stderr == "mixseed: holes.npy: 2 of 120 rows left out for missing values, the first in row 4\n"
    assert run("fit", "whole.npy", "-k", 2, "-o", "whole.json").returncode == 0
    assert (tmp_path / "holes.json").read_bytes() == (tmp_path / "whole.json").read_bytes()


def test_lab_compare_reads_rows_like_fit(run, tmp_path):
    (tmp_path / "own.csv").write_text(STRANGE)
    done = run("lab", "compare", "own.csv", "-k", 1, "--seeds", 2, "--exclude", "date,group", "--missing", "drop")
    assert done.returncode == 0 and "2 of 6 rows left out" in done.stderr, done.stderr
