"""mixseed lab: experiments from the command line, and their results after a kill."""

import csv
import io
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time
import zipfile

import numpy as np
import pytest
from conftest import two_groups, write_csv

SMALL = ("quick", "--data-sets", 1, "--seeds", 1, "--only", "dim=3,separation=2")


@pytest.fixture(scope="module")
def small_store(binary, tmp_path_factory):
    """The 320 runs of a small plan."""
    path = tmp_path_factory.mktemp("lab") / "runs.db"
    subprocess.run([binary, "lab", "run", *map(str, SMALL), "--store", path], check=True, capture_output=True)
    return path


def tables(run, store, *more):
    done = run("lab", "tables", "--store", store, *more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_run_says_what_it_did_and_what_was_there(run, tmp_path):
    first = run("lab", "run", *SMALL, "--rules", "paper", "--store", "runs.db")
    assert first.returncode == 0, first.stderr
    assert "160 runs wanted, 0 there before, 160 done, 0 failed" in first.stdout
    again = run("lab", "run", *SMALL, "--store", "runs.db")
    assert "320 runs wanted, 160 there before, 160 done" in again.stdout
    assert "320 of 320" in run("lab", "status", *SMALL, "--store", "runs.db").stdout


def test_the_json_has_a_column_of_table_7_with_its_agreement(run, small_store):
    columns = json.loads(tables(run, small_store, "--format", "json"))["columns"]
    found = {(c["table"], c["column"], c["kind"], c["rules"]): c for c in columns if c["table"] == 7}
    assert set(found) == {(7, noise, kind, rules) for noise in ("without noise", "noisy") for kind in ("initial", "final")
                          for rules in ("paper", "default")}
    for column in found.values():
        assert -1 <= column["spearman"] <= 1
        assert column["mean_abs_diff"] >= 0
        assert column["best_two_agree"] in (True, False)
        assert sum(m["mean"] for m in column["methods"]) == pytest.approx(55)
    assert found[7, "without noise", "initial", "paper"]["spearman"] > 0.9


def test_every_format_is_written(run, small_store):
    text = tables(run, small_store)
    assert "Table 7" in text and "Spearman with published" in text
    assert tables(run, small_store, "--format", "markdown").count("|---|") >= 2
    assert tables(run, small_store, "--format", "latex").count("\\begin{tabular}") >= 2
    blocks = tables(run, small_store, "--format", "csv").split("\n\n")
    ranks = next(list(csv.DictReader(io.StringIO(block))) for block in blocks if block.startswith("table,table,"))
    columns = json.loads(tables(run, small_store, "--format", "json"))["columns"]
    assert len(ranks) == sum(len(column["methods"]) for column in columns)
    assert [float(row["methods.mean"]) for row in ranks] == [m["mean"] for column in columns for m in column["methods"]]


def test_times_are_told_for_every_size_in_the_store(run, small_store):
    text = tables(run, small_store, "--times")
    assert [line for line in text.splitlines() if not line.startswith(" ") and line] == [
        f"Seconds per fit, 1000 rows, D = 3; rules {rules}" for rules in ("paper", "default")]
    assert text.count("KM++_km ") == 2
    times = json.loads(tables(run, small_store, "--times", "--format", "json"))["times"]
    assert [(t["rules"], t["rows"], t["columns"], len(t["methods"])) for t in times] == [
        ("paper", 1000, 3, 10), ("default", 1000, 3, 10)]
    assert tables(run, small_store, "--times", "--rules", "paper", "--format", "csv").count("times,paper,1000,3,") == 10


def test_the_columns_of_a_store_are_those_of_its_format(small_store):
    # The columns follow from the members of Outcome. A new member needs a new version number of the format.
    with sqlite3.connect(f"file:{small_store}?mode=ro", uri=True) as store:
        columns = [row[1] for row in store.execute("PRAGMA table_info(runs)")]
        assert store.execute("PRAGMA user_version").fetchone() == (2,)
    assert (
        columns
        == (
            "version data_set method rules seed initial final initial_fresh final_fresh rand_index "
            "initial_degenerate final_degenerate rounds averaged kept reseeded floored "
            "seed_seconds refine_seconds em_seconds error"
        ).split()
    )


def test_shards_merged_are_the_whole(run, small_store, tmp_path):
    for i in (1, 2, 3):
        done = run("lab", "run", *SMALL, "--store", f"part{i}.db", "--shard", f"{i}/3", "--jobs", 1)
        assert done.returncode == 0, done.stderr
    merged = run("lab", "merge", "all.db", "part1.db", "part2.db", "part3.db", "part3.db")
    assert merged.returncode == 0, merged.stderr
    assert merged.stdout.splitlines()[-1].endswith(" 0 new")
    assert tables(run, "all.db") == tables(run, small_store)


def killed_again_and_again(binary, store, times, generator):
    words = [binary, "lab", "run", *map(str, SMALL), "--store", store, "--jobs", "2", "--quiet"]
    for _ in range(times):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(generator.uniform(0, 1.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        if store.exists() and store.stat().st_size > 0:
            check = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
            assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            check.close()
    subprocess.run(words, check=True, capture_output=True)


def test_kill_9_at_any_moment_loses_nothing_but_time(binary, run, small_store, tmp_path):
    store = tmp_path / "killed.db"
    killed_again_and_again(binary, store, 5, random.Random(1))
    for form in ("text", "json", "csv"):
        assert tables(run, store, "--format", form) == tables(run, small_store, "--format", form)


def test_ctrl_c_keeps_what_is_done(binary, run, tmp_path):
    words = [binary, "lab", "run", "quick", "--store", tmp_path / "runs.db"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in complaint and "continues" in complaint
    with sqlite3.connect(tmp_path / "runs.db") as store:
        assert store.execute("SELECT count(*) FROM runs").fetchone()[0] > 0


def test_a_plan_of_ones_own(run, tmp_path):
    write_csv(tmp_path / "mine.csv", two_groups(), ["a", "b"])
    (tmp_path / "plan.json").write_text(json.dumps({
        "seeds": 3, "methods": ["uniform/em", "KM++_km"],
        "files": [{"path": "mine.csv", "name": "mine", "components": [2, 3]}],
        "generated": [{"rows": 50, "dim": 2, "components": 3}]}))
    done = run("lab", "run", "plan.json", "--store", "runs.db", "--rules", "default")
    assert done.returncode == 0, done.stderr
    assert "18 runs wanted" in done.stdout
    text = tables(run, "runs.db")
    assert "mine, K = 2" in text and "mine, K = 3" in text and "50 rows" in text


@pytest.mark.parametrize("text, message", [
    ('{"name": "mine",\n "seeds": ', "plan.json: line 2, column 11: not JSON: the text ends too early"),
    ('{"name": mine}', "plan.json: line 1, column 10: not JSON: unexpected 'm'"),
    ('{"seeds": 1e999}', "plan.json: has a number that is too large for a double"),
    ("\n", "plan.json: is empty, expected a plan in JSON"),
])
def test_a_plan_that_is_no_json_is_told_in_our_words(run, tmp_path, text, message):
    (tmp_path / "plan.json").write_text(text)
    done = run("lab", "run", "plan.json", "--store", "runs.db")
    assert (done.returncode, done.stderr) == (2, f"mixseed: {message}\n")


def test_threads_is_another_word_for_jobs(run, rows_csv):
    words = ("lab", "compare", rows_csv, "-k", 2, "--seeds", 2, "--methods", "uniform/em", "--json")
    by_threads = run(*words, "--threads", 1)
    assert by_threads.returncode == 0, by_threads.stderr
    ends = [[m["best"] for m in json.loads(done.stdout)["methods"]] for done in (by_threads, run(*words, "--jobs", 1))]
    assert ends[0] == ends[1]
    assert run("lab", "run", *SMALL, "--threads", "none", "--store", "x.db").returncode == 2


def test_compare_recommends_the_start_that_reaches_the_best(run, tmp_path):
    # Six groups of very different sizes and places: uniform starts often miss the small ones.
    generator = np.random.default_rng(1)
    sizes, places = (400, 200, 40, 40, 20, 20), [(0, 0), (40, 0), (0, 40), (40, 40), (80, 0), (0, 80)]
    rows = np.vstack([generator.normal(place, 1, (size, 2)) for size, place in zip(sizes, places)])
    write_csv(tmp_path / "rows.csv", rows)
    done = run("lab", "compare", "rows.csv", "-k", 6, "--methods", "uniform/em", "gonzalez/kmeans", "--seeds", 20, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["recommended"] == "gonzalez/kmeans"
    share = {m["method"]: m["share_at_best"] for m in result["methods"]}
    assert share["gonzalez/kmeans"] > share["uniform/em"]
    text = run("lab", "compare", "rows.csv", "-k", 6, "--methods", "uniform/em", "gonzalez/kmeans", "--seeds", 20).stdout
    assert "Use gonzalez/kmeans" in text


def test_compare_with_one_seed_gives_no_advice(run, rows_csv):
    text = run("lab", "compare", rows_csv, "-k", 2, "--seeds", 1, "--methods", "uniform/em", "gonzalez/kmeans").stdout
    assert "K = 2, 1 seed; " in text and "too few for advice" in text and "Use " not in text


def test_compare_names_the_methods_that_are_as_good(run, rows_csv):
    methods = ("gonzalez/kmeans", "gonzalez/cem", "uniform/em:rounds=0")
    text = run("lab", "compare", rows_csv, "-k", 2, "--seeds", 30, "--methods", *methods).stdout
    used = next(method for method in methods if f"Use {method} " in text)
    line = next(line for line in text.splitlines() if line.startswith("As good"))
    assert {used, *line.rstrip(".").split(": ")[1].split(", ")} == set(methods[:2])


def test_compare_has_the_ten_methods_and_auto_by_default(run, rows_csv):
    done = run("lab", "compare", rows_csv, "-k", 2, "--seeds", 1, "--json")
    assert done.returncode == 0, done.stderr
    labels = {m["method"] for m in json.loads(done.stdout)["methods"]}
    assert len(labels) == 11 and {"auto", "Ad(alpha=1)_cem"} <= labels


def test_compare_by_folds_judges_by_rows_that_were_not_fitted(run, tmp_path):
    # With few rows, full covariances fit the training rows best and spherical ones the rows left out.
    rows = np.random.default_rng(1).normal(size=(60, 4))
    write_csv(tmp_path / "rows.csv", rows)
    words = (
        "lab",
        "compare",
        "rows.csv",
        "-k",
        4,
        "--folds",
        5,
        "--methods",
        "kmeans++/em",
        "kmeans++/em:covariance=spherical",
    )
    done = run(*words, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    spheres, full = result["methods"]
    assert result["folds"] == 5 and result["recommended"] == "kmeans++/em:covariance=spherical" == spheres["method"]
    assert full["train"] > spheres["train"] and full["test"] < spheres["test"]
    assert full["behind"] == pytest.approx(spheres["test"] - full["test"])
    text = run(*words).stdout
    assert "rows.csv, K = 4, 5 folds, 3 seeds; log-likelihood per row that was not fitted" in text
    assert "covariance=spherical is the best on rows that were not fitted" in text.replace(
        " (--method " + spheres["pipeline"] + ")", ""
    )


def test_real_data_are_found_in_the_data_directory(run, tmp_path):
    generator = np.random.default_rng(1)
    np.savetxt(tmp_path / "spambase.data", generator.normal(size=(60, 58)), delimiter=",")
    done = run("lab", "run", "real", "--data-dir", tmp_path, "--seeds", 1, "--rules", "default", "--store", "runs.db")
    assert done.returncode == 0, done.stderr
    assert "20 runs wanted" in done.stdout  # K = 3 and K = 10
    assert "covertype is skipped" in done.stderr


@pytest.fixture
def mirror(tmp_path):
    place = tmp_path / "mirror"
    place.mkdir()
    with zipfile.ZipFile(place / "spambase.zip", "w") as archive:
        archive.writestr(
            "spambase.data", "".join(",".join(str((i * j) % 7) for j in range(1, 59)) + "\n" for i in range(30))
        )
    (place / "5976039").write_bytes(b"not the right file")
    with zipfile.ZipFile(place / "cities1000.zip", "w") as archive:
        archive.writestr("cities1000.txt", "".join(f"{i}\tTown {i}\tTown\t\t{i}.5\t-{i}.25\tP\n" for i in range(1, 20)))
    return place


def test_fetch_takes_files_from_a_mirror_once(run, mirror, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    words = ("lab", "fetch", "spambase", "cities", "--data-dir", folder, "--from", f"file://{mirror}")
    done = run(*words)
    assert done.returncode == 0, done.stderr
    assert "spambase: 30 rows, 10 columns" in done.stdout
    assert "cities: 19 rows, 2 columns" in done.stdout
    assert sorted(path.name for path in folder.iterdir()) == ["cities1000.txt", "spambase.data"]
    assert "is there" in run(*words).stdout


def test_fetch_refuses_what_has_another_size_or_is_not_there(run, mirror, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    wrong = run("lab", "fetch", "covertype", "--data-dir", folder, "--from", f"file://{mirror}")
    assert wrong.returncode == 1 and "bytes expected, got 18" in wrong.stderr
    absent = run("lab", "fetch", "aloi-27", "--data-dir", folder, "--from", f"file://{mirror}")
    assert absent.returncode == 1 and "curl" in absent.stderr
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("words, message", [
    (("lab",), "lab"),
    (("lab", "run", "nonsense", "--store", "x.db"), "paper-d10"),
    (("lab", "run", "quick"), "--store"),
    (("lab", "run", "quick", "--store", "x.db", "--only", "colour=red"), "colour=red"),
    (("lab", "run", "quick", "--store", "x.db", "--rules", "none"), "paper, default or both"),
    (("lab", "run", "quick", "--store", "x.db", "--shard", "5/4"), "1/4"),
    (("lab", "run", "real", "--store", "x.db", "--data-dir", "."), "lab fetch"),
    (("lab", "tables", "--store", "absent.db"), "no such store"),
    (("lab", "tables", "--store", "rows.csv"), "rows.csv"),
    (("lab", "compare", "rows.csv", "-k", "2..3"), "range"),
    (("lab", "compare", "rows.csv", "-k", "2", "--folds", "1"), "--folds"),
    (("lab", "compare", "rows.csv", "-k", "2", "--methods", "nonsense"), "nonsense"),
    (("lab", "fetch", "moon"), "covertype"),
    (("lab", "merge", "into.db", "absent.db"), "no such store"),
])
def test_wrong_words_get_a_message(run, rows_csv, words, message):
    done = run(*words)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_store_of_another_version_is_named(run, small_store, tmp_path):
    shutil.copy(small_store, tmp_path / "old.db")
    with sqlite3.connect(tmp_path / "old.db") as store:
        store.execute("UPDATE versions SET version = '0.0.1'")
    done = run("lab", "tables", "--store", "old.db")
    assert done.returncode == 2 and "0.0.1" in done.stderr
    assert tables(run, "old.db", "--engine", "0.0.1") == tables(run, small_store)


def test_the_environment_names_the_data_directory(binary, tmp_path):
    np.savetxt(tmp_path / "spambase.data", np.random.default_rng(1).normal(size=(60, 58)), delimiter=",")
    words = [binary, "lab", "run", "real", "--seeds", "1", "--rules", "default", "--only", "components=3", "--store", "x.db"]
    place = tmp_path / "elsewhere"
    place.mkdir()
    done = subprocess.run(
        words, cwd=place, env={**os.environ, "MIXSEED_DATA": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 0 and "10 runs wanted" in done.stdout, done.stderr
