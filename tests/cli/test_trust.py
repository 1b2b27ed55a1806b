"""Errors leave no files behind, do not exhaust the memory of the machine, and have messages of mixseed's own."""

import gzip
import json
import os
import subprocess
import time

import numpy as np
import pytest
from conftest import two_groups, write_csv

FAR_ROW = "x,y,w\n1,0,1e-5\n1,0,1e7\n0,1,1e-4\n"
ONE_HOT = "1,0,0\n0,1,0\n0,0,1\n1,0,0\n0,1,0\n1,0,0\n"
MiB = 2**20


def text_of(name):
    return {
        "a far row of hardly any weight": FAR_ROW,
        "units that are far apart": "".join(f"{i}e-80,{i}e80\n" for i in range(1, 5)),
        "one-hot rows": ONE_HOT,
    }[name]


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("name", ["a far row of hardly any weight", "units that are far apart", "one-hot rows"])
def test_singular_data_are_fitted_under_the_default_rules(run, tmp_path, name, k):
    (tmp_path / "a.csv").write_text(text_of(name))
    weights = ("--weights", "w") if "w\n" in text_of(name) else ()
    done = run("fit", "a.csv", "-k", k, *weights, "--json", "--trace", "trace.csv", "-o", "m.json")
    assert done.returncode == 0, done.stderr
    assert np.isfinite(json.loads(done.stdout)["final"]["log_likelihood"])
    assert run("score", "m.json", "a.csv", *weights).returncode == 0
    em = [line.split(",")[2] for line in (tmp_path / "trace.csv").read_text().splitlines() if line.startswith("em,")]
    models = np.array(em[1:], dtype=float)  # without the start, which may lie below the floor
    assert np.all(np.diff(models) >= -1e-9)
    assert len(em) < 50, "a fit ends when nothing can be gained"


@pytest.mark.parametrize("text", ["5e-324\n1e-323\n0\n1.5e-323\n", "1e-200\n2e-200\n4e-200\n"])
@pytest.mark.parametrize("method", ["standardise/hac", "auto", "kmeans++"])
def test_data_too_small_for_their_variances_are_refused_with_a_remedy(run, tmp_path, text, method):
    (tmp_path / "a.csv").write_text(text)
    done = run("fit", "a.csv", "-k", 2, "--method", method, "-o", "m.json")
    assert done.returncode == 1
    assert "too small for a double" in done.stderr and "multiply the data by a constant" in done.stderr
    assert os.listdir(tmp_path) == ["a.csv"]


@pytest.mark.parametrize("weight", ["5e-324", "1e-295", "1e305"])
def test_weights_without_a_usable_sum_are_refused(run, tmp_path, weight):
    (tmp_path / "a.csv").write_text("x,w\n" + "".join(f"{i},{weight}\n" for i in range(4)))
    done = run("fit", "a.csv", "-k", 2, "--weights", "w", "-o", "m.json")
    assert done.returncode == 2 and "expected a sum from 1e-150 to 1e150" in done.stderr
    assert os.listdir(tmp_path) == ["a.csv"]


def test_a_report_that_cannot_be_printed_leaves_no_files(binary, tmp_path):
    write_csv(tmp_path / "a.csv", two_groups())
    (tmp_path / "m.json").write_text("old")
    with open("/dev/full", "w") as full:
        done = subprocess.run([binary, "fit", "a.csv", "-k", "2", "-o", "m.json", "--trace", "t.csv"], cwd=tmp_path,
                              stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1 and b"No space left on device" in done.stderr
    assert (tmp_path / "m.json").read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "m.json"]


def wait_for_work(running, ticks):
    """Waits until the program has used this processor time, in hundredths of a second."""
    while int(open(f"/proc/{running.pid}/stat").read().rsplit(")", 1)[1].split()[11]) < ticks:
        time.sleep(0.01)


def test_a_file_that_is_shortened_while_it_is_used_ends_the_program_with_a_message(binary, tmp_path):
    np.save(tmp_path / "a.npy", np.random.RandomState(0).normal(size=(200_000, 4)))
    words = ["fit", "a.npy", "-k", "20", "--memory", "1M", "--method", "uniform/em:rounds=100000,tol=0", "-o", "m.json"]
    running = subprocess.Popen([binary, *words], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    wait_for_work(running, 20)
    os.truncate(tmp_path / "a.npy", 4096)
    said = running.communicate(timeout=120)[1]
    assert running.returncode == 1 and b"has become shorter" in said
    assert os.listdir(tmp_path) == ["a.npy"]


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("words", [("uniform/em:rounds=1000000,tol=0",), ("uniform/kmeans:rounds=1000000/em",),
                                   ("uniform/em:rounds=1000000,tol=0", "--memory", "1M")], ids=" ".join)
def test_numbers_that_stop_being_finite_during_a_fit_are_an_error_that_names_one(binary, tmp_path, words, value):
    np.save(tmp_path / "a.npy", np.random.default_rng(0).uniform(size=(600_000, 6)))
    command = [binary, "fit", "a.npy", "-k", "20", "-o", "m.json", "--quiet", "--method", *words]
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        wait_for_work(running, 100)
        np.load(tmp_path / "a.npy", mmap_mode="r+")[417_000, 2] = value
        said = running.communicate(timeout=60)[1].decode()
    finally:
        running.kill()
    assert running.returncode == 2, said
    place = "row 417001, column 3"
    assert f"a.npy: the rows have changed during the fit: {place}: expected a finite number, got {value}" in said
    assert os.listdir(tmp_path) == ["a.npy"]


def test_a_file_that_is_no_store_is_told_in_our_words(run, tmp_path):
    (tmp_path / "a.csv").write_text("1,2\n" * 500)
    for words in (("lab", "tables", "--store", "a.csv"), ("lab", "run", "quick", "--store", "a.csv")):
        done = run(*words)
        assert done.returncode == 2 and done.stderr == "mixseed: a.csv: is no store of runs\n"
    assert (tmp_path / "a.csv").read_text() == "1,2\n" * 500


@pytest.mark.parametrize("words", [("fit", "a.csv", "-k", "2", "-o", "pipe.csv"), ("convert", "a.csv", "pipe.csv")])
def test_a_write_to_a_pipe_without_a_reader_can_be_interrupted(binary, tmp_path, words):
    write_csv(tmp_path / "a.csv", two_groups())
    os.mkfifo(tmp_path / "pipe.csv")
    running = subprocess.Popen([binary, *words], cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    time.sleep(1)
    running.terminate()
    said = running.communicate(timeout=60)[1]
    assert running.returncode == 143, said
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "pipe.csv"]


def test_a_reader_that_leaves_does_not_cost_the_model(binary, tmp_path):
    write_csv(tmp_path / "a.csv", two_groups())
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([binary, "fit", "a.csv", "-k", "2", "-o", "m.json"], cwd=tmp_path, stdout=writer)
    os.close(writer)
    assert done.returncode == 1
    assert json.loads((tmp_path / "m.json").read_text())["format"] == "mixseed.mixture"


def test_a_merge_with_a_corrupt_store_changes_nothing(run, tmp_path):
    small = ("quick", "--data-sets", 1, "--seeds", 1, "--only", "dim=3,separation=2,noise=0", "--rules", "paper")
    for shard in (1, 2):
        assert run("lab", "run", *small, "--shard", f"{shard}/2", "--store", f"{shard}.db").returncode == 0
    content = bytearray((tmp_path / "2.db").read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    (tmp_path / "bad.db").write_bytes(content)
    done = run("lab", "merge", "all.db", "1.db", "bad.db")
    assert done.returncode == 2 and "bad.db" in done.stderr and done.stdout == ""
    assert not (tmp_path / "all.db").exists()
    assert run("lab", "merge", "all.db", "1.db", "2.db").returncode == 0
    before = run("lab", "status", *small, "--store", "all.db").stdout
    assert run("lab", "merge", "all.db", "2.db", "bad.db").returncode == 2
    assert run("lab", "status", *small, "--store", "all.db").stdout == before


def bounded(binary, tmp_path, *args, seconds=20, memory=600 * MiB):
    """Runs the program with a limit on its memory, to protect the machine."""
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    begin = time.monotonic()
    done = subprocess.run([binary, *map(str, args)], cwd=tmp_path, capture_output=True, timeout=seconds, preexec_fn=limit)
    return done.returncode, done.stderr.decode(), time.monotonic() - begin


@pytest.fixture(scope="module")
def huge(tmp_path_factory):
    """Files that are small on disk, compressed or sparse, and large when read."""
    folder = tmp_path_factory.mktemp("huge")
    (folder / "zeros.csv.gz").write_bytes(3 * 1024 * gzip.compress(bytes(MiB)))
    (folder / "rows.csv.gz").write_bytes(3 * 1024 * gzip.compress(b"1,2\n" * (MiB // 4)))
    (folder / "line.csv").write_bytes(b"1," * (32 * MiB))
    with open(folder / "sparse.csv", "wb") as out:
        out.truncate(2**40)
    return folder


@pytest.mark.parametrize("name, message", [
    ("zeros.csv.gz", "is binary"),
    ("rows.csv.gz", "of memory that reading may take"),
    ("line.csv", "has more than 1000000 fields"),
    ("sparse.csv", "of memory that reading may take"),
    ("/dev/urandom", "is binary"),
    ("/dev/zero", "is binary"),
])
def test_input_without_bounds_is_refused_under_a_limit(binary, huge, tmp_path, name, message):
    code, said, _ = bounded(binary, tmp_path, "fit", huge / name, "-k", 2, "-o", "m.json", memory=900 * MiB)
    assert code in (1, 2) and message in said, said
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("name", ["zeros.csv.gz", "rows.csv.gz", "line.csv", "sparse.csv", "/dev/urandom", "/dev/zero"])
@pytest.mark.parametrize("command", [("score", "{}", "a.csv"), ("lab", "run", "{}", "--store", "runs.db")])
def test_models_and_plans_without_bounds_are_refused(binary, huge, tmp_path, name, command):
    (tmp_path / "a.csv").write_text("1,2\n3,4\n")
    code, said, _ = bounded(binary, tmp_path, *[word.format(huge / name) for word in command], memory=900 * MiB)
    assert code in (1, 2) and said.startswith("mixseed: ") and "json.exception" not in said, said
    assert os.listdir(tmp_path) == ["a.csv"]


def test_the_limit_is_an_option(run, tmp_path):
    write_csv(tmp_path / "a.csv", np.random.default_rng(1).normal(size=(20000, 4)))
    assert run("fit", "a.csv", "-k", 2, "--memory", "4M").returncode == 0
    refused = run("fit", "a.csv", "-k", 2, "--memory", "1M")
    assert refused.returncode == 1 and "1 MiB of memory that reading may take: --memory allows more" in refused.stderr
    for wrong in ("lots", "0", "-1", "4X", "99999999999T", "G", ""):
        done = run("fit", "a.csv", "-k", 2, f"--memory={wrong}")
        assert done.returncode == 2 and "--memory" in done.stderr


def test_a_file_name_that_is_no_utf8_is_valid_json(run, binary, tmp_path):
    name = b"caf\xe9.csv"
    with open(os.path.join(os.fsencode(tmp_path), name), "w") as out:
        out.write("1\n2\n4\n8\n")
    done = subprocess.run([binary, "fit", name, "-k", "1", "--json"], cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode())["components"] == 1
