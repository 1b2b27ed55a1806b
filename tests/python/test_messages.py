"""Messages about wrong arguments say how to correct them."""

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture

ROWS = np.random.default_rng(1).normal(size=(60, 2))


def test_nan_is_refused_with_both_ways_out():
    holes = ROWS.copy()
    holes[3, 1] = np.nan
    with pytest.raises(ValueError, match=r"contains NaN.* missing='marginal' .*isnan\(X\)\.any\(axis=1\)"):
        GaussianMixture(2).fit(holes)
    mixture = GaussianMixture(2, random_state=0).fit(ROWS)
    with pytest.raises(ValueError, match=r"contains NaN.* missing='marginal'"):
        mixture.predict(holes)
    with pytest.raises(ValueError, match=r"contains NaN\. X\[~np"):
        mixseed.bootstrap(holes, mixture, n=2)
    assert GaussianMixture(2, missing="marginal", random_state=0).fit(holes).predict(holes).shape == (60,)


def test_infinite_numbers_are_not_called_missing():
    holes = ROWS.copy()
    holes[3, 1] = np.inf
    with pytest.raises(ValueError, match="infin") as told:
        GaussianMixture(2).fit(holes)
    assert "marginal" not in str(told.value)


@pytest.mark.parametrize("function", [mixseed.bootstrap, mixseed.ratio_test])
def test_arguments_in_another_order_are_named(function):
    mixture = GaussianMixture(1, random_state=0).fit(ROWS)
    with pytest.raises(TypeError, match=r"\(X, mixture\): expected a fitted .*GaussianMixture.* got ndarray; .*swapped"):
        function(mixture, ROWS)
    with pytest.raises(TypeError, match=r"\(X, mixture\): expected a fitted .*GaussianMixture.* got int$"):
        function(ROWS, 1)


def test_budget_beside_starts_is_named_as_the_caller_does():
    with pytest.raises(ValueError, match="budget: .* expected n_init=1, got n_init=5"):
        GaussianMixture(2, budget="3 passes", n_init=5).fit(ROWS)


def test_a_word_that_is_nearly_known_is_suggested():
    with pytest.raises(ValueError, match=r"unknown method 'kmean', .*; did you mean 'kmeans'\?"):
        GaussianMixture(2, init_params="kmean/em").fit(ROWS)
