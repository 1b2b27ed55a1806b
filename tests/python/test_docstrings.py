"""The examples in the docstrings and in the documentation run and give the output shown."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import numpy as np
import pytest

import mixseed

ROOT = Path(__file__).resolve().parents[2]
# Modules that need another package.
ENGINES = {"dask": "distributed", "ray": "ray", "spark": "pyspark"}
FOUND = [module.name for module in pkgutil.iter_modules(mixseed.__path__)]
MODULES = ["mixseed", *(f"mixseed.{name}" for name in FOUND if name not in ENGINES)]
PAGES = (
    "choose-k-and-family.md",
    "classification.md",
    "coming-from-scikit-learn.md",
    "python.md",
    "regression.md",
    "scale.md",
)
DOCUMENTS = [ROOT / "docs" / name for name in PAGES]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ENGINES)
def test_every_public_name_of_an_engine_says_what_it_does(name):
    pytest.importorskip(ENGINES[name])
    module = importlib.import_module(f"mixseed.{name}")
    assert all(getattr(module, public).__doc__ for public in module.__all__)
    for public in dir(module.GaussianMixture):
        if public in ("fit", "predict", "predict_proba", "score", "score_samples"):
            assert getattr(module.GaussianMixture, public).__doc__, public


def test_there_are_examples():
    attempted = sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES)
    assert attempted >= 30


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_the_examples_of_a_document(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    faithful = np.loadtxt(ROOT / "data" / "faithful.csv", delimiter=",", skiprows=1)
    result = doctest.testfile(str(document), module_relative=False, globs={"X": faithful})
    assert result.attempted > 3 and result.failed == 0


def test_every_public_name_says_what_it_does():
    for name in mixseed.__all__:
        assert name == "__version__" or getattr(mixseed, name).__doc__
    estimators = (
        mixseed.GaussianMixture,
        mixseed.AutoGaussianMixture,
        mixseed.GaussianMixtureClassifier,
        mixseed.GaussianMixtureRegressor,
    )
    for estimator in estimators:
        for name in dir(estimator):
            if not name.startswith(("_", "get_", "set_")):
                assert getattr(estimator, name).__doc__, name
