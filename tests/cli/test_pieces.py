"""convert, generate and sample process any number of rows in constant memory."""

import contextlib
import gzip
import os
import resource
import signal
import subprocess
import time

import numpy as np
import pytest
from test_memory import peak_of

MiB = 2**20
ALLOWED = 40 * MiB  # a third of the text below
COPIES = 1200


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Rows as text, the same compressed, as an array, and with a mistake near the end."""
    folder = tmp_path_factory.mktemp("many")
    points = np.random.default_rng(3).normal(size=(1000, 6))
    header, lines = b"a,b,c,d,e,f\n", "".join(",".join(map(repr, row)) + "\n" for row in points.tolist()).encode()
    (folder / "rows.csv").write_bytes(header + lines * COPIES)
    (folder / "rows.csv.gz").write_bytes(gzip.compress(header) + gzip.compress(lines) * COPIES)
    (folder / "broken.csv").write_bytes(header + lines * COPIES + b"1,2,3,4,five,6\n" + lines)
    np.save(folder / "rows.npy", np.tile(points, (COPIES, 1)))
    assert (folder / "rows.csv").stat().st_size > 3 * ALLOWED
    yield folder
    for file in folder.iterdir():
        file.unlink()


@pytest.mark.parametrize("source, target, words, columns", [
    ("rows.csv", "out.npy", (), range(6)),
    ("rows.csv.gz", "out.npy", ("--columns", "f,a"), [5, 0]),
    ("rows.csv", "out.npy", ("--float32",), range(6)),
    ("rows.csv", "out.csv", ("--columns", "b"), [1]),
    ("rows.npy", "out.csv", ("--columns", "3"), [2]),
    ("rows.npy", "out.npy", ("--exclude", "2"), [0, 2, 3, 4, 5]),
])
def test_converting_takes_little_memory_whatever_the_size(binary, many, tmp_path, source, target, words, columns):
    assert peak_of(binary, "convert", many / source, tmp_path / target, *words) <= ALLOWED
    if target.endswith(".npy"):
        got = np.load(tmp_path / target, mmap_mode="r")
    else:
        lines = (tmp_path / target).read_text().split("\n")[source.endswith(".csv"):-1]
        got = np.array(lines, dtype=float)[:, None]
    wanted = np.load(many / "rows.npy", mmap_mode="r")[:, list(columns)]
    assert got.shape == wanted.shape and np.array_equal(got, wanted.astype(got.dtype))


def test_standard_input_is_converted_under_a_limit_of_the_system(binary, many, tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (90 * MiB, 90 * MiB))

    with open(many / "rows.csv", "rb") as rows:
        done = subprocess.run(
            [binary, "convert", "-", "out.npy"], cwd=tmp_path, stdin=rows, capture_output=True, preexec_fn=limit
        )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.npy").read_bytes() == (many / "rows.npy").read_bytes()


def test_text_many_times_as_large_as_the_limit_is_converted(run, many, tmp_path):
    assert run("convert", many / "rows.csv", "out.npy", "--memory", "1M").returncode == 0
    assert (tmp_path / "out.npy").read_bytes() == (many / "rows.npy").read_bytes()


def test_a_row_has_to_fit_into_the_limit(run, tmp_path):
    (tmp_path / "wide.csv").write_text("a,b\n1,2\n3,\"" + "x" * 2 * MiB + "\"\n")
    done = run("convert", "wide.csv", "out.npy", "--columns", "a", "--memory", "1M")
    assert done.returncode == 1 and "wide.csv: needs more than the 1 MiB of memory" in done.stderr
    assert os.listdir(tmp_path) == ["wide.csv"]


def test_a_mistake_far_down_names_its_line_and_leaves_nothing(run, many, tmp_path):
    done = run("convert", many / "broken.csv", "out.npy")
    line = COPIES * 1000 + 2
    assert done.returncode == 2
    assert f"broken.csv: line {line}, column 5 (e): got 'five', expected a number" in done.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "words", [("generate", "--dim", 10, "--rows", 400_000, "--noise", 0.1), ("sample", "model.json", "-n", 1_000_000)]
)
def test_drawing_takes_little_memory_whatever_the_number(run, binary, tmp_path, words):
    (tmp_path / "few.csv").write_text("1,2,3,4\n2,3,1,5\n4,1,2,2\n0,0,1,7\n3,3,9,1\n5,8,2,2\n1,1,1,1\n9,2,3,3\n")
    assert run("fit", "few.csv", "-k", 1, "-o", "model.json", "--quiet").returncode == 0
    words = [tmp_path / word if word == "model.json" else word for word in words]
    out = tmp_path / "out.npy"
    assert peak_of(binary, *words, "-o", out) <= 20 * MiB
    assert out.stat().st_size >= 32_000_000


def begun(folder):
    """Whether there is a temporary file with something in it. A file renamed after the listing does not count."""
    for file in folder.glob(".mixseed-*.tmp"):
        with contextlib.suppress(FileNotFoundError):
            if file.stat().st_size:
                return True
    return False


def interrupted(process, folder, number):
    """Waits for a temporary file with something in it, then sends the signal."""
    while not begun(folder):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(number)
    return process.wait(timeout=60), process.stderr.read()


@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--rows", "100000000", "-o", "o.npy", "--labels", "l.csv", "--model", "m.json"),
        ("generate", "--rows", "100000000", "-o", "o.csv"),
    ],
)
def test_an_interrupted_command_leaves_nothing(binary, tmp_path, words):
    process = subprocess.Popen([binary, *words], cwd=tmp_path, stderr=subprocess.PIPE)
    assert interrupted(process, tmp_path, signal.SIGINT) == (130, b"mixseed: interrupted, nothing was written\n")
    assert os.listdir(tmp_path) == []


def test_a_signal_is_heeded_while_input_is_awaited(binary, tmp_path):
    process = subprocess.Popen(
        [binary, "convert", "-", "o.csv"], cwd=tmp_path, stdin=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdin.write(b"1,2,3\n" * MiB)
    process.stdin.flush()
    assert interrupted(process, tmp_path, signal.SIGTERM) == (143, b"mixseed: interrupted, nothing was written\n")
    assert os.listdir(tmp_path) == []


def test_labels_beside_standard_output_do_not_hide_that_something_was_written(binary, tmp_path):
    words = [binary, "generate", "--rows", "100000000", "--labels", "l.csv"]
    process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert interrupted(process, tmp_path, signal.SIGINT) == (130, b"mixseed: interrupted\n")
    assert os.listdir(tmp_path) == []
