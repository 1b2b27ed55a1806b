"""What all tests of rows in parts share."""

import numpy as np

import mixseed

# What a seeder needs for 40,000 rows.
NEEDS = {"hac": ":s=0.02"}


def names(kind):
    return [method["name"] for method in mixseed.methods() if method["kind"] == kind]


# Every seeder, and every refiner after one of them.
EVERY_START = [seeder + NEEDS.get(seeder, "") for seeder in names("seeder")]
EVERY_START += [f"uniform/{refiner}" for refiner in names("refiner") if refiner != "em"]


def same_model(one, other):
    """To the last bit."""
    for name in ("weights_", "means_", "covariances_"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert one.n_samples_ == other.n_samples_ and one.lower_bound_ == other.lower_bound_
