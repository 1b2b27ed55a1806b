"""Discriminant analysis beside mclust's: estimates from known labels in every family, posteriors, and errors."""

import csv
import subprocess
from pathlib import Path

import numpy as np
import pytest

mixseed = pytest.importorskip("mixseed")

DATA_SETS = ["iris", "banknote", "thyroid"]
FAMILIES = "EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV".split()
BETTER = {"EVE", "VVE"}  # where mclust's iterations for the common axes may end below the maximum


@pytest.fixture(scope="module")
def mclust(tmp_path_factory):
    folder = tmp_path_factory.mktemp("classifier")
    words = ["Rscript", Path(__file__).with_name("mclust_classifier.R"), folder]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def read(mclust, name):
    table = np.loadtxt(mclust / f"{name}.csv", delimiter=",")
    return table[:, 1:], table[:, 0].astype(int)


def posterior(mclust, name, what):
    return np.loadtxt(mclust / f"{name}-{what}.csv", delimiter=",")


@pytest.mark.parametrize("name", DATA_SETS)
@pytest.mark.parametrize("family", FAMILIES)
def test_edda_estimates_the_shared_parameters_as_mclust_does(mclust, name, family):
    X, y = read(mclust, name)
    with open(mclust / f"{name}-likelihoods.csv", newline="") as file:
        theirs = {model: float(value) for model, value in csv.reader(file)}[family]
    found = mixseed.GaussianMixtureClassifier(model_type="EDDA", covariance_type=family).fit(X, y)
    ours = sum(one.score_samples(X[y == k]).sum() for k, one in enumerate(found.mixtures_))
    print(f"{name} {family}: mclust {theirs:.6f}, mixseed {ours:.6f}")
    assert ours >= theirs - 1e-6 * abs(theirs)
    if family not in BETTER:
        assert ours == pytest.approx(theirs, rel=1e-6)
        np.testing.assert_allclose(found.predict_proba(X), posterior(mclust, name, family), atol=1e-3)


@pytest.mark.parametrize("name", DATA_SETS)
def test_one_component_per_class_has_mclusts_posterior(mclust, name):
    X, y = read(mclust, name)
    found = mixseed.GaussianMixtureClassifier(1, covariance_type="VVV").fit(X, y)
    np.testing.assert_allclose(found.predict_proba(X), posterior(mclust, name, "VVV1"), atol=1e-8)


@pytest.mark.parametrize("name", DATA_SETS)
def test_the_chosen_mixtures_predict_the_training_rows_about_as_well(mclust, name):
    X, y = read(mclust, name)
    found = mixseed.GaussianMixtureClassifier(random_state=0).fit(X, y)
    theirs = np.mean(posterior(mclust, name, "da").argmax(axis=1) == y)
    assert found.score(X, y) >= theirs - 0.02
