"""No command overwrites a file that it reads, and two results never go to the same file."""

import json
import os
import subprocess

import numpy as np
import pytest
from conftest import two_groups, write_csv

PLAN = {"name": "p", "data_sets": 1, "seeds": 1, "rules": "default", "methods": [{"label": "a", "pipeline": "uniform/em"}],
        "generated": [{"rows": 50, "dim": 2, "components": 2, "separation": 1}]}


@pytest.fixture
def folder(run, tmp_path):
    """Files of every kind that a command reads."""
    write_csv(tmp_path / "a.csv", two_groups())
    write_csv(tmp_path / "c.csv", two_groups()[[0, -1]])
    write_csv(tmp_path / "w.csv", np.ones((200, 1)))
    (tmp_path / "link.csv").symlink_to("a.csv")
    os.link(tmp_path / "a.csv", tmp_path / "hard.csv")
    (tmp_path / "parts").mkdir()
    for part in (1, 2):
        np.save(tmp_path / "parts" / f"p-{part}.npy", two_groups(seed=part))
    (tmp_path / "p.json").write_text(json.dumps(PLAN))
    assert run("fit", "a.csv", "-k", 2, "-o", "m.json", "--quiet").returncode == 0
    assert run("lab", "run", "p.json", "--store", "s.db", "--quiet").returncode == 0
    (tmp_path / "cities_2013.csv.gz").write_bytes(b"rows of the laboratory's real data")
    return tmp_path


def content_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refused(done, before, folder):
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert content_of(folder) == before
    return done.stderr


FIT = ("fit", "a.csv", "-k", 2)
READ_AND_WRITTEN = [
    (*FIT, "-o", "a.csv"),
    (*FIT, "-o", "./link.csv"),
    (*FIT, "-o", "hard.csv"),
    (*FIT, "-o", "parts/../a.csv"),
    (*FIT, "--trace", "a.csv"),
    (*FIT, "--report", "a.csv"),
    (*FIT, "--replay", "a.csv"),
    (*FIT, "--checkpoint", "a.csv", "--resume"),
    (*FIT, "--centers", "c.csv", "-o", "c.csv"),
    (*FIT, "--weights", "w.csv", "-o", "w.csv"),
    (*FIT, "--start", "m.json", "--trace", "m.json"),
    ("fit", "parts/p-*.npy", "-k", 2, "-o", "parts/p-1.npy"),
    ("fit", "parts", "-k", 2, "-o", "parts/p-2.npy"),
    ("predict", "m.json", "a.csv", "-o", "a.csv"),
    ("predict", "m.json", "a.csv", "-o", "m.json"),
    ("predict", "m.json", "a.csv", "--append", "-o", "m.json"),
    ("score", "m.json", "a.csv", "--rows", "-o", "a.csv"),
    ("impute", "m.json", "a.csv", "-o", "a.csv"),
    ("sample", "m.json", "-n", 5, "-o", "m.json"),
    ("convert", "a.csv", "a.csv", "--columns", "1"),
    ("convert", "a.csv", "link.csv"),
    ("lab", "compare", "a.csv", "-k", 2, "--seeds", 1, "--report", "a.csv"),
    ("lab", "run", "p.json", "--store", "p.json"),
    ("lab", "tables", "--store", "s.db", "-o", "s.db"),
    ("lab", "report", "--store", "s.db", "-o", "s.db"),
    ("lab", "report", "--store", "s.db", "-o", "cities_2013.csv.gz"),
]


@pytest.mark.parametrize("words", READ_AND_WRITTEN, ids=lambda words: " ".join(map(str, words)))
def test_what_is_read_is_not_overwritten(run, folder, words):
    before = content_of(folder)
    said = refused(run(*words), before, folder)
    assert " would replace " in said and "choose another file for " in said


def test_the_message_names_both_options_and_both_files(run, folder):
    assert run(*FIT, "-o", "link.csv").stderr == (
        "mixseed: --output link.csv would replace a.csv, which DATA reads: choose another file for --output\n")
    assert run("convert", "a.csv", "./a.csv").stderr == (
        "mixseed: OUT ./a.csv would replace a.csv, which IN reads: choose another file for OUT\n")
    assert run("fit", "parts", "-k", 2, "-o", "parts/p-2.npy").stderr == (
        "mixseed: --output parts/p-2.npy would replace parts/p-2.npy, which DATA reads: choose another file for --output\n")


@pytest.mark.parametrize(
    "words",
    [("fit", "-", "-k", "2", "-o", "a.csv"), ("convert", "-", "a.csv"), ("convert", "/dev/stdin", "hard.csv"),
     ("predict", "m.json", "-", "-o", "link.csv")],
)
def test_a_file_on_standard_input_is_not_overwritten(binary, folder, words):
    before = content_of(folder)
    with open(folder / "a.csv") as rows:
        done = subprocess.run([binary, *words], cwd=folder, stdin=rows, capture_output=True, text=True)
    assert "would replace " in refused(done, before, folder)


@pytest.mark.parametrize(
    "words",
    [
        ("convert", "a.csv", "-"),
        ("convert", "a.csv", "/dev/stdout"),
        ("sample", "m.json", "-n", "5"),
        ("fit", "parts/p-*.npy", "-k", "2"),
    ],
)
def test_nothing_is_appended_to_a_file_that_is_read(binary, folder, words):
    read = folder / {"convert": "a.csv", "sample": "m.json", "fit": "parts/p-2.npy"}[words[0]]
    before = content_of(folder)
    with open(read, "ab") as out:
        done = subprocess.run([binary, *words], cwd=folder, stdout=out, stderr=subprocess.PIPE, text=True, timeout=60)
    said = refused(done, before, folder)
    assert "standard output goes to" in said and "redirect it to another file" in said


def test_a_result_does_not_replace_the_file_that_the_report_goes_to(binary, folder):
    for path in ("out", "./out"):
        with open(folder / "out", "w") as out:
            words = [binary, *map(str, FIT), "-o", path]
            done = subprocess.run(words, cwd=folder, stdout=out, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2 and done.stderr == (
            f"mixseed: --output {path} is the file that standard output goes to: choose another file for --output\n")
        assert (folder / "out").read_text() == ""


def test_standard_output_may_be_named_as_a_file(binary, folder):
    with open(folder / "out", "w") as out:
        subprocess.run([binary, *map(str, FIT), "-o", "/dev/stdout", "--quiet"], cwd=folder, stdout=out, check=True)
    assert json.loads((folder / "out").read_text())["format"] == "mixseed.mixture"


@pytest.mark.parametrize(
    "words",
    [
        (*FIT, "-o", "x", "--trace", "x"),
        (*FIT, "-o", "x", "--report", "./x"),
        (*FIT, "--trace", "x", "--replay", "parts/../x"),
        (*FIT, "--report", "x", "--replay", "x"),
        (*FIT, "--trace", "x", "--checkpoint", "x"),
        (*FIT, "--report", "x", "--checkpoint", "x"),
        (*FIT, "-o", "x", "--checkpoint", "dangling"),
        ("generate", "--rows", 9, "-o", "x", "--labels", "x"),
        ("generate", "--rows", 9, "-o", "x", "--labels", "dangling"),
        ("generate", "--rows", 9, "-o", "a.csv", "--labels", "link.csv"),
        ("generate", "--rows", 9, "--labels", "a.csv", "--model", "hard.csv"),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_two_results_that_are_one_file_are_refused(run, folder, words):
    (folder / "dangling").symlink_to("parts/../x")
    before = content_of(folder)
    said = refused(run(*words), before, folder)
    assert " are the same file: choose another file for " in said
    files = [word for word in words if str(word).startswith("--") and word != "--rows"]
    assert files[-1] in said


def test_documented_updates_in_place_are_possible(run, folder):
    assert run(*FIT, "--start", "m.json", "-o", "m.json").returncode == 0
    assert run("predict", "m.json", "a.csv", "--append", "-o", "a.csv").returncode == 0
    assert run("predict", "m.json", "a.csv", "--columns", "1,2").returncode == 0
    assert run("lab", "merge", "s.db", "s.db").returncode == 0
    assert run("lab", "run", "p.json", "--store", "s.db").returncode == 0
    assert run("fit", "parts", "-k", 2, "--checkpoint", "ck", "-o", "n.json").returncode == 0


def test_a_built_in_plan_is_no_file(run, folder):
    small = ("quick", "--data-sets", 1, "--seeds", 1, "--only", "dim=3,separation=2,noise=0", "--rules", "paper")
    for _ in range(2):
        done = run("lab", "run", *small, "--store", "quick")
        assert done.returncode == 0, done.stderr


def test_devices_may_be_written_by_several_results(run, folder):
    done = run(*FIT, "-o", "/dev/null", "--trace", "/dev/null", "--report", "/dev/null")
    assert done.returncode == 0, done.stderr
