"""Collapsed components: on rows that share a value or lie on a plane, or on very few rows."""

import warnings

import numpy as np
import pytest

import mixseed


def counts(random, n):
    """A column of counts, most of them 0, and a continuous column."""
    visits = np.where(random.uniform(size=n) < 0.6, 0, random.poisson(20, size=n)).astype(float)
    return np.column_stack([visits, random.normal(size=n) + (visits > 0)])


def one_hot(random, n):
    return np.column_stack([np.eye(3)[random.randint(3, size=n)], random.normal(size=n)])


@pytest.mark.parametrize("make, k", [(counts, 2), (one_hot, 3)])
def test_rows_that_share_a_recorded_value_are_no_collapse(make, k):
    rows = make(np.random.RandomState(1), 900)
    with warnings.catch_warnings():
        warnings.simplefilter("error", mixseed.CollapseWarning)
        with pytest.warns(mixseed.DataWarning):
            model = mixseed.GaussianMixture(k, random_state=0).fit(rows)
    assert model.collapsed_ == 0


def test_zeros_among_continuous_values_are_named_and_a_component_on_them_has_collapsed():
    """Proportions of five colours; in half of the pictures three of them are 0."""
    random = np.random.RandomState(1)
    rich, poor = random.dirichlet([4, 3, 2, 3, 4], 900), random.dirichlet([5, 5], 900)
    is_rich = random.uniform(size=900) < 0.5
    rows = np.where(is_rich[:, None], rich, np.column_stack([poor, np.zeros((900, 3))]))
    with pytest.warns(UserWarning) as told:
        model = mixseed.GaussianMixture(2, labels_init=is_rich.astype(int)).fit(rows)
    assert [one.category for one in told] == [mixseed.DataWarning, mixseed.CollapseWarning]
    assert "column 3: 51.6 % of the rows" in str(told[0].message) and "have the value 0" in str(told[0].message)
    assert "1 of 2 components have collapsed" in str(told[1].message)
    assert model.collapsed_ == 1


@pytest.fixture
def handful():
    """300 normal rows, six of which are equal."""
    rows = np.random.RandomState(2).normal(size=(300, 2))
    rows[:6] = rows[0]
    return rows


def collapsed_fit(rows):
    labels = np.zeros(300, dtype=int)
    labels[:6] = 1
    with pytest.warns(mixseed.CollapseWarning):
        return mixseed.GaussianMixture(2, labels_init=labels).fit(rows)


def test_a_handful_of_equal_rows_is_a_collapse(handful):
    assert collapsed_fit(handful).collapsed_ == 1


def test_a_handful_of_rows_nearly_on_a_line_is_a_collapse():
    rows = np.random.RandomState(2).normal(size=(300, 2))
    rows[:9, 1] = rows[:9, 0] + 0.016 * np.random.RandomState(3).normal(size=9)
    assert collapsed_fit(rows).collapsed_ == 1


def test_rows_that_were_not_fitted_do_not_have_it(handful):
    others = np.random.RandomState(3).normal(size=(300, 2))
    collapsed, single = collapsed_fit(handful), mixseed.GaussianMixture(1).fit(handful)
    assert collapsed.score(handful) > single.score(handful) + 0.05
    assert collapsed.score(others) < single.score(others)


def test_a_restart_without_it_is_preferred_though_it_ends_lower(handful):
    starts = mixseed.GaussianMixture(2, random_state=0, n_init=200, init_params="uniform").fit(handful)
    ends = [(restart["collapsed"], restart["final_log_likelihood"]) for restart in starts.restarts_]
    assert max(end for collapsed, end in ends if collapsed) > starts.lower_bound_
    assert starts.collapsed_ == 0
