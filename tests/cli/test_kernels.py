"""The instruction set can be chosen, and every method gives the same with each to rounding."""

import json
import os

import pytest
from conftest import two_groups, write_csv

METHODS = ["uniform", "hac", "gonzalez/kmeans", "kmeans++/kmeans", "kwedlo", "spherical-gonzalez/cem", "adaptive/cem",
           "auto/em:covariance=tied", "auto/em:covariance=diagonal", "auto/em:covariance=spherical"]


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
    if not {"avx2", "fma"} <= flags:
        pytest.skip("this machine has no AVX2")
    assert kernels_of(run_with("", "methods", "--json")) in {"avx2", "avx512"}


def test_unknown_kernels_are_refused_with_the_candidates(run_with, tmp_path):
    data = write_csv(tmp_path / "rows.csv", two_groups())
    done = run_with("mmx", "fit", data, "-k", 2)
    assert done.returncode == 2
    assert "MIXSEED_KERNELS: expected one of" in done.stderr and "scalar, got 'mmx'" in done.stderr


@pytest.mark.parametrize("method", METHODS)
def test_the_kernels_agree_to_rounding(run_with, tmp_path, method):
    data = write_csv(tmp_path / "rows.csv", two_groups(rows=700, columns=3))
    reports = []
    for kernels in ["scalar", ""]:
        done = run_with(kernels, "fit", data, "-k", 3, "--json", "--method", method)
        assert done.returncode == 0, done.stderr
        reports.append(json.loads(done.stdout))
    plain, fast = reports
    assert fast["final"]["log_likelihood"] == pytest.approx(plain["final"]["log_likelihood"], rel=1e-10)
    assert fast["rounds"] == plain["rounds"]
