"""What goes wrong is an exception of ours, and leaves nothing behind."""

import warnings

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture

from .conftest import blobs


@pytest.mark.parametrize(
    "k, methods, seeds, message",
    [
        (2, ["uniform"], 0, "seeds: expected 1 to"),
        (0, ["uniform"], 1, "components: expected at least 1"),
        (7, ["uniform"], 1, "components: expected at most one per row"),
        (2, ["uniform"], 10**7, "seeds: expected 1 to"),
    ],
)
def test_compare_refuses_what_cannot_be_compared(k, methods, seeds, message):
    with pytest.raises(ValueError, match=message):
        mixseed.compare(np.arange(6.0)[:, None], k, methods, seeds)


def test_a_sample_of_heavy_rows_is_drawn_at_once():
    X = np.array([[0.0], [1.0], [5.0], [6.0]])
    mixture = GaussianMixture(2, init_params="spherical-gonzalez:s=0.5", random_state=1).fit(X, sample_weight=np.full(4, 1e15))
    assert np.allclose(sorted(mixture.means_[:, 0]), [0.5, 5.5])
