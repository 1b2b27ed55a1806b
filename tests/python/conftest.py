"""Data that the tests of the Python package share."""

import numpy as np
import pytest


def blobs(n=300, centers=((0, 0), (9, 0), (0, 9)), seed=0):
    """Rows of unit Gaussians around the centres, and their labels."""
    random = np.random.RandomState(seed)
    labels = np.arange(n) % len(centers)
    return np.asarray(centers, dtype=float)[labels] + random.normal(size=(n, len(centers[0]))), labels


@pytest.fixture
def rows():
    return blobs()[0]
