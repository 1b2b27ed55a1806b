"""A component that is flat because hundreds of rows share a value is real; one that a handful of rows made has collapsed."""

import warnings

import numpy as np
import pytest

import mixseed


def counts(random, n):
    """Visits, most of them none, and how long they took."""
    visits = np.where(random.uniform(size=n) < 0.6, 0, random.poisson(20, size=n)).astype(float)
    return np.column_stack([visits, random.normal(size=n) + (visits > 0)])


def one_hot(random, n):
    return np.column_stack([np.eye(3)[random.randint(3, size=n)], random.normal(size=n)])


def histograms(random, n):
    """Shares of five colours; one kind of picture has two of them only."""
    rich, poor = random.dirichlet([4, 3, 2, 3, 4], n), random.dirichlet([5, 5], n)
    return np.where((random.uniform(size=n) < 0.5)[:, None], rich, np.column_stack([poor, np.zeros((n, 3))]))


KINDS = {"counts": (counts, 2), "one-hot": (one_hot, 3), "histograms": (histograms, 2)}


@pytest.fixture(params=KINDS)
def rows_and_k(request):
    make, k = KINDS[request.param]
    random = np.random.RandomState(1)
    return make(random, 900), make(random, 900), k


def flat(model):
    return max(restart["flat"] for restart in model.restarts_)


def test_flat_components_of_many_rows_are_real(rows_and_k):
    rows, _, k = rows_and_k
    with warnings.catch_warnings():
        warnings.simplefilter("error", mixseed.CollapseWarning)
        model = mixseed.GaussianMixture(k, random_state=0, n_init=5).fit(rows)
    assert flat(model) > 0 and model.collapsed_ == 0


def test_rows_that_were_not_fitted_agree(rows_and_k):
    rows, others, k = rows_and_k
    real = mixseed.GaussianMixture(k, random_state=0, n_init=5).fit(rows)
    wide = mixseed.GaussianMixture(k, random_state=0, n_init=5, reg_covar=0.01).fit(rows)
    assert real.score(others) > wide.score(others) + 1


def test_the_choice_of_k_does_not_avoid_them(rows_and_k):
    rows, _, k = rows_and_k
    chosen = mixseed.select(rows, range(1, k + 1), random_state=0, n_init=5)
    assert chosen.n_components == k and flat(chosen.best) > 0


@pytest.fixture
def handful():
    """Normal rows, of which six are the same one."""
    rows = np.random.RandomState(2).normal(size=(300, 2))
    rows[:6] = rows[0]
    return rows


def test_a_handful_of_equal_rows_is_a_collapse(handful):
    labels = np.zeros(300, dtype=int)
    labels[:6] = 1
    with pytest.warns(mixseed.CollapseWarning):
        model = mixseed.GaussianMixture(2, labels_init=labels).fit(handful)
    assert model.collapsed_ == 1


def test_rows_that_were_not_fitted_do_not_have_it(handful):
    others = np.random.RandomState(3).normal(size=(300, 2))
    labels = np.zeros(300, dtype=int)
    labels[:6] = 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mixseed.CollapseWarning)
        collapsed = mixseed.GaussianMixture(2, labels_init=labels).fit(handful)
    single = mixseed.GaussianMixture(1).fit(handful)
    assert collapsed.score(handful) > single.score(handful) + 0.05
    assert collapsed.score(others) < single.score(others)


def test_a_restart_without_it_is_preferred_though_it_ends_lower(handful):
    starts = mixseed.GaussianMixture(2, random_state=0, n_init=200, init_params="uniform").fit(handful)
    ends = [(restart["collapsed"], restart["final_log_likelihood"]) for restart in starts.restarts_]
    assert max(end for collapsed, end in ends if collapsed) > starts.lower_bound_
    assert starts.collapsed_ == 0
