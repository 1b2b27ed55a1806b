"""Model file, report, labels and densities have the same bits for any number of threads."""

import json

import numpy as np
import pytest
from conftest import overlapping_groups, without_seconds
from listed_methods import FRAMES, REFINERS, SEEDERS

THREADS = (2, 3, 5, 8)
ROWS = 5003  # four leaves of 1024 rows and a part of one, which ends within a block of 128
STAGES = ("uniform", "kmeans++/kmeans", "adaptive/cem", "gonzalez/lift:covariance=diagonal")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """data(name): the path of a file with the same rows in another form, or of their weights."""
    folder = tmp_path_factory.mktemp("data")
    points = overlapping_groups(ROWS)
    np.save(folder / "double.npy", points)
    np.save(folder / "float32.npy", points.astype(np.float32))
    np.save(folder / "fortran.npy", np.asfortranarray(points))
    np.save(folder / "weights.npy", np.random.default_rng(3).integers(7, size=(ROWS, 1)) / 3)
    return lambda name: folder / f"{name}.npy"


@pytest.fixture
def expect_same_bits(run, tmp_path):
    """Fits with one thread and with several; compares the files as bytes and the reports without their seconds."""

    def written(threads, arguments):
        done = run("fit", *arguments, "--threads", threads, "-o", "model.json", "--json")
        assert done.returncode == 0, done.stderr
        return (tmp_path / "model.json").read_bytes(), without_seconds(json.loads(done.stdout))

    def compare(*arguments):
        alone = written(1, arguments)
        different = [threads for threads in THREADS if written(threads, arguments) != alone]
        assert different == [], "numbers of threads that give something else than one thread"

    return compare


@pytest.mark.parametrize("rounds", [0, 5])
@pytest.mark.parametrize("seeder", SEEDERS)
def test_every_seeder_gives_the_same_bits_alone_and_before_em(expect_same_bits, data, seeder, rounds):
    expect_same_bits(data("double"), "-k", 7, "--method", f"{seeder}/em:rounds={rounds},tol=0")


@pytest.mark.parametrize("seeder", ["kmeans++", "adaptive"])  # one gives centres, the other a mixture
@pytest.mark.parametrize("refiner", REFINERS)
def test_every_refiner_gives_the_same_bits(expect_same_bits, data, seeder, refiner):
    expect_same_bits(data("double"), "-k", 7, "--method", f"{seeder}/{refiner}/em:rounds=0")


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("stages", STAGES)
def test_every_frame_gives_the_same_bits(expect_same_bits, data, frame, stages):
    expect_same_bits(data("double"), "-k", 7, "--method", f"{frame}/{stages}/em:rounds=5,tol=0")


@pytest.mark.parametrize("form", ["float32", "fortran"])
@pytest.mark.parametrize("stages", STAGES)
def test_every_form_of_the_rows_gives_the_same_bits(expect_same_bits, data, form, stages):
    expect_same_bits(data(form), "-k", 7, "--method", f"{stages}/em:rounds=5,tol=0")


@pytest.mark.parametrize("method", [*(f"{seeder}/em:rounds=5" for seeder in SEEDERS),
                                    *(f"kmeans++/{refiner}/em:rounds=0" for refiner in REFINERS)])
def test_weighted_float32_rows_give_the_same_bits(expect_same_bits, data, method):
    expect_same_bits(data("float32"), "--weights", data("weights"), "-k", 7, "--method", method)


@pytest.mark.parametrize("restarts", [2, 6])  # fewer than the threads, and more than most of them
@pytest.mark.parametrize("method", ["auto", "uniform", "adaptive:rules=paper/cem:rules=paper/em:rules=paper"])
def test_restarts_side_by_side_give_the_same_bits(expect_same_bits, data, method, restarts):
    expect_same_bits(data("double"), "-k", 7, "--restarts", restarts, "--method", method)


def test_a_range_of_components_gives_the_same_bits(expect_same_bits, data):
    expect_same_bits(data("double"), "-k", "2..7", "--restarts", 2, "--method", "adaptive/em:rounds=5")


@pytest.mark.parametrize("rows", [1, 127, 1024, 1025, 4096])
def test_any_number_of_rows_gives_the_same_bits(expect_same_bits, tmp_path, rows):
    np.save(tmp_path / "rows.npy", overlapping_groups(rows))
    expect_same_bits("rows.npy", "-k", min(rows, 7), "--method", "adaptive/cem/em:rounds=5,tol=0")


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 8, 10, 17, 33])
def test_any_number_of_columns_gives_the_same_bits(expect_same_bits, tmp_path, columns):
    np.save(tmp_path / "rows.npy", overlapping_groups(2500, columns))
    expect_same_bits("rows.npy", "-k", 7, "--method", "adaptive/cem/em:rounds=5,tol=0")


@pytest.mark.parametrize("stages", ["adaptive/cem", "kmeans++/kmeans"])
def test_many_components_of_many_rows_give_the_same_bits(expect_same_bits, tmp_path, stages):
    np.save(tmp_path / "rows.npy", overlapping_groups(20000, groups=40))
    expect_same_bits("rows.npy", "-k", 40, "--method", f"{stages}:rounds=3/em:rounds=3,tol=0")


@pytest.fixture
def fitted(run, data):
    assert run("fit", data("double"), "-k", 7, "--quiet", "-o", "fitted.json").returncode == 0
    return "fitted.json"


@pytest.mark.parametrize("command", [("predict",), ("predict", "--proba"), ("score", "--rows")], ids=" ".join)
def test_the_whole_machine_gives_the_lines_of_the_leaves_one_by_one(run, data, tmp_path, fitted, command):
    points = np.load(data("double"))
    lines = []
    for first in range(0, ROWS, 1024):  # a leaf is the work of one thread
        np.save(tmp_path / "leaf.npy", points[first : first + 1024])
        lines += run(*command, fitted, "leaf.npy").stdout.splitlines()[1:]
    assert len(lines) == ROWS
    whole = run(*command, fitted, data("double")).stdout.splitlines()[1:]
    assert [row for row in range(ROWS) if whole[row] != lines[row]] == []


@pytest.mark.parametrize("threads", [1, *THREADS])
def test_the_whole_machine_scores_as_a_fit_on_few_threads_reports(run_json, data, fitted, threads):
    scored = run_json("score", fitted, data("double"))
    report = run_json("fit", data("double"), "--start", fitted, "--method", "em:rounds=0", "--threads", threads)
    for key in ("bic", "aic", "icl"):
        assert scored[key] == report[key]
