"""On classic data, restarts reach at least the log-likelihood of mclust's VVV (full covariances, same K)."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

DATA_SETS = ["faithful", "iris", "diabetes", "banknote"]
COMPONENTS = [2, 3, 4, 5]
CASES = [(name, K) for name in DATA_SETS for K in COMPONENTS]
TIGHT = "em:rounds=1000,tol=1e-9"
# mclust maximises the likelihood of continuous values, without a prior.
PLAIN = ("--prior", "0", "--resolution", "0")
SLACK = 1e-6  # relative


class Mclust:
    """The data sets, and mclust's models of them."""

    def __init__(self, folder, printed):
        self.folder = folder
        lines = [line.split(",") for line in printed.split()]
        self.likelihoods = {(name, int(k)): value for name, k, value in lines}

    def log_likelihood(self, name, K):
        value = self.likelihoods[name, K]
        if value == "NA":
            pytest.skip(f"mclust has no VVV model with K={K} for {name}")
        return float(value)

    def rows(self, name):
        return np.loadtxt(self.folder / f"{name}.csv", delimiter=",", skiprows=1)

    def model(self, name, K):
        parts = np.loadtxt(self.folder / f"{name}-{K}.csv", delimiter=",")
        dim = self.rows(name).shape[1]
        return parts[:, 0], parts[:, 1 : dim + 1], parts[:, dim + 1 :].reshape(K, dim, dim)


@pytest.fixture(scope="module")
def mclust(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mclust")
    words = ["Rscript", Path(__file__).with_name("mclust_vvv.R"), folder, str(COMPONENTS[-1])]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return Mclust(folder, done.stdout)


def reaches(ours, theirs):
    return ours >= theirs - SLACK * abs(theirs)


@pytest.mark.parametrize("name, K", CASES)
def test_twenty_restarts_reach_what_mclust_reaches(program, mclust, name, K):
    theirs = mclust.log_likelihood(name, K)
    data = mclust.folder / f"{name}.csv"
    report = program.json("fit", data, "-k", K, "--restarts", 20, "--method", f"auto/{TIGHT}", *PLAIN)
    ours = report["rows"] * report["final"]["log_likelihood"]
    print(f"{name} K={K}: mclust {theirs:.3f}, mixseed {ours:.3f}, repairs {report['repairs']['total']}")
    assert reaches(ours, theirs)


@pytest.mark.parametrize("name, K", CASES)
def test_em_from_mclusts_own_model_only_gains(program, mclust, name, K):
    theirs = mclust.log_likelihood(name, K)
    program.save("start.json", "full", *mclust.model(name, K))
    report = program.json("fit", mclust.folder / f"{name}.csv", "--start", "start.json", "--method", TIGHT, *PLAIN)
    # mclust reports the likelihood of the model before its last round.
    assert reaches(report["initial"]["log_likelihood"] * report["rows"], theirs)
    assert report["final"]["log_likelihood"] >= report["initial"]["log_likelihood"]
    assert report["repairs"]["total"] == 0
