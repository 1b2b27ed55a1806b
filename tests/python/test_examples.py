"""The example scripts run and give the results that the documentation states."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import sklearn
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def module(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize(
    "case",
    [
        dict(covariance_type="tied", init_params="k-means++"),
        dict(covariance_type="tied", init_params="random_from_data", n_init=5),
        dict(init_params="k-means++", scale=1e-4),
        dict(scale=1e-4),
        dict(covariance_type="tied"),
    ],
)
def test_three_clusters_that_lie_apart_are_found(case):
    mean, worst, converged = module("separated_clusters").mean_end(mixseed.GaussianMixture, **case)
    assert worst > -3.95 and converged == 20


@pytest.mark.skipif(sklearn.__version__ != "1.2.1", reason="the figures of the document are those of scikit-learn 1.2.1")
def test_scikit_learn_gets_them_wrong_as_the_document_says():
    ends = module("separated_clusters").mean_end
    assert ends(Theirs, covariance_type="tied", init_params="k-means++")[0] == pytest.approx(-5.82, abs=0.005)
    assert ends(Theirs, init_params="k-means++", scale=1e-4)[0] == pytest.approx(-6.82, abs=0.005)


def test_the_whitened_rows_have_the_identity_as_covariance():
    rows, labels = module("anisotropic").data_sets()["whitened, 30 columns"]
    np.testing.assert_allclose(np.cov(rows.T, bias=True), np.eye(30), atol=1e-9)
    assert np.bincount(labels).tolist() == [1000, 1000, 1000]


def test_the_anisotropic_example_runs(tmp_path):
    words = [sys.executable, EXAMPLES / "anisotropic.py", "--quick", tmp_path / "picture.png"]
    done = subprocess.run([*map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    printed = " ".join(done.stdout.split())
    assert printed.count("whiten/unif, n_init=10 2/2 1.00 3") == 2, printed
    assert printed.count("scikit-learn, default 0/2 0.0") == 2, printed
    assert (tmp_path / "picture.png").stat().st_size > 10000
