"""Helpers for the tests of rows in parts."""

import tempfile
from pathlib import Path

import numpy as np

import mixseed

# Parameters that a seeder needs for 40,000 rows.
NEEDS = {"hac": ":s=0.02"}


def names(kind):
    return [method["name"] for method in mixseed.methods() if method["kind"] == kind]


# Every seeder, and every refiner after one of them.
EVERY_START = [seeder + NEEDS.get(seeder, "") for seeder in names("seeder")]
EVERY_START += [f"uniform/{refiner}" for refiner in names("refiner") if refiner != "em"]


def file_of(mixture):
    """The bytes of the model file, which contains parameters, method, seed, rows, rounds and log-likelihood."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "model.json"
        mixture.save(path)
        return path.read_bytes()


def same_model(one, other):
    """Checks that two mixtures and their model files have the same bits."""
    for name in ("weights_", "means_", "covariances_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert file_of(one) == file_of(other)
