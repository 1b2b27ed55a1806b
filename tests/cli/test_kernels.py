"""Every method gives the same results with every instruction set, up to rounding."""

import json
import os
import re

import numpy as np
import pytest
from conftest import overlapping_groups, two_groups, write_csv
from listed_methods import FRAMES, REFINERS, SEEDERS

ROWS = overlapping_groups(1500)
DEVIATIONS = ROWS.std(axis=0)

# Largest differences between scalar and vector kernels; parameters are in units of the data's standard deviations.
LOG_LIKELIHOOD = 1e-10  # relative
PARAMETERS = 1e-9
SEARCHED = 1e-6  # the search evaluates its rows as floats
EXTRAPOLATED = 1e-4  # auto extrapolates on floats; docs/numerics.md has the measurement
SEEDS = 1e-12


@pytest.fixture
def run_with(run, monkeypatch):
    def run_with_kernels(kernels, *args):
        monkeypatch.setenv("MIXSEED_KERNELS", kernels)
        return run(*args)

    return run_with_kernels


def kernels_of(done):
    return json.loads(done.stdout)["kernels"]


def test_the_environment_chooses_the_kernels(run_with):
    assert kernels_of(run_with("scalar", "methods", "--json")) == "scalar"


def test_the_fastest_kernels_are_the_default(run_with):
    flags = set(open("/proc/cpuinfo").read().split()) if os.path.exists("/proc/cpuinfo") else set()
    chosen = kernels_of(run_with("", "methods", "--json"))
    if chosen == "neon":
        return  # a program for arm64, perhaps under qemu: all of them have it
    if not {"avx2", "fma"} <= flags:
        pytest.skip("this machine has no AVX2")
    assert chosen in {"avx2", "avx512"}


def test_unknown_kernels_are_refused_with_the_candidates(run_with, tmp_path):
    data = write_csv(tmp_path / "rows.csv", two_groups())
    done = run_with("mmx", "fit", data, "-k", 2)
    assert done.returncode == 2
    assert "MIXSEED_KERNELS: expected one of" in done.stderr and "scalar, got 'mmx'" in done.stderr


@pytest.fixture
def vector_sets(run_with, tmp_path):
    """The vector instruction sets of this machine, from the message about a wrong name."""
    data = write_csv(tmp_path / "two.csv", two_groups())
    offered = re.search("expected one of (.*), got", run_with("none", "fit", data, "-k", 2).stderr).group(1).split(", ")
    names = [name for name in offered if name != "scalar"]
    return names or pytest.skip("this machine offers no kernels in vectors")


@pytest.fixture
def fit_with(run_with, tmp_path):
    """fit_with(kernels, method): the report and the bytes of the model file."""
    np.save(tmp_path / "rows.npy", ROWS)

    def fit(kernels, method):
        done = run_with(kernels, "fit", "rows.npy", "-k", 7, "--method", method, "--json", "-o", "model.json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), (tmp_path / "model.json").read_bytes()

    return fit


def parameters_in_deviations(model):
    products = np.outer(DEVIATIONS, DEVIATIONS)
    units = {"full": products, "tied": products, "diagonal": DEVIATIONS**2, "spherical": np.mean(DEVIATIONS**2)}
    parts = [model["weights"], model["means"] / DEVIATIONS, model["covariances"] / units[model["covariance"]]]
    return np.concatenate([np.ravel(part) for part in parts])


@pytest.fixture
def scalar_and_vectors(fit_with, vector_sets):
    """scalar_and_vectors(method, tolerance): for each vector set the scalar and the vector model, checked to agree."""

    def fits(method, tolerance):
        plain, plain_file = fit_with("scalar", method)
        for name in vector_sets:
            fast, fast_file = fit_with(name, method)
            assert (fast["rounds"], fast["repairs"]) == (plain["rounds"], plain["repairs"]), name
            expected = pytest.approx(plain["final"]["log_likelihood"], rel=LOG_LIKELIHOOD)
            assert fast["final"]["log_likelihood"] == expected, name
            models = json.loads(plain_file), json.loads(fast_file)
            difference = np.subtract(*map(parameters_in_deviations, models))
            assert np.abs(difference).max() <= tolerance, name
            yield models

    return fits


# auto is left out: it chooses the result of a search, which agrees only up to rounding.
@pytest.mark.parametrize("seeder", [seeder for seeder in SEEDERS if seeder != "auto"])
def test_seeders_choose_the_same_rows_with_all_kernels(scalar_and_vectors, seeder):
    # Different centres would give different weights. The short runs of quick have rounds of em by default; 0 here.
    start = "rehearse:rounds=0/quick" if seeder == "quick" else seeder
    for plain, fast in scalar_and_vectors(f"{start}/em:rounds=0", SEEDS):
        assert fast["weights"] == plain["weights"]


PIPELINES = [*(f"{seeder}/em:rounds=10,tol=0" for seeder in SEEDERS),
             *(f"{frame}/adaptive/em:rounds=10,tol=0" for frame in FRAMES),
             *(f"{seeder}/{refiner}/em:rounds=0" for refiner in REFINERS for seeder in ("kmeans++", "adaptive"))]


@pytest.mark.parametrize("method", PIPELINES)
def test_the_kernels_agree_to_rounding(scalar_and_vectors, method):
    tolerance = EXTRAPOLATED if method.startswith("auto") else SEARCHED if "search" in method else PARAMETERS
    assert list(scalar_and_vectors(method, tolerance))


def test_vectors_of_any_width_write_the_same_bytes(fit_with, vector_sets):
    if len(vector_sets) < 2:
        pytest.skip(f"this machine offers one width of vectors only: {vector_sets[0]}")
    different = []
    for method in PIPELINES:
        files = [fit_with(name, method)[1] for name in vector_sets]
        different += [(name, method) for name, file in zip(vector_sets, files) if file != files[0]]
    assert different == []
