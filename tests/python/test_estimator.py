"""The estimator: names, shapes, signs and starts."""

import os
import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture as Theirs

import mixseed
from mixseed import CollapseWarning, GaussianMixture
from mixseed._arguments import threads_of

from .conftest import blobs

IRIS = Path(__file__).parents[2] / "data" / "iris.csv"
KINDS = ["full", "tied", "diag", "spherical"]
STARTS = ["auto", "ad/cem", "std/sg/kmeans", "kmeans", "k-means++", "random_from_data", "random", "hac"]


@pytest.mark.parametrize("kind", KINDS)
def test_attributes_have_the_shapes_and_meanings_of_scikit_learns(rows, kind):
    ours = GaussianMixture(3, covariance_type=kind, prior=0, random_state=0, tol=1e-9, max_iter=1000).fit(rows)
    start = dict(weights_init=ours.weights_, means_init=ours.means_, precisions_init=ours.precisions_)
    theirs = Theirs(3, covariance_type=kind, reg_covar=0, tol=1e-9, **start).fit(rows)
    for name in ("weights_", "means_", "covariances_", "precisions_", "precisions_cholesky_"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=1e-4, atol=1e-7, err_msg=name)
    np.testing.assert_allclose(ours.score_samples(rows), theirs.score_samples(rows), atol=1e-4)
    np.testing.assert_allclose(ours.predict_proba(rows), theirs.predict_proba(rows), atol=1e-6)
    for name in ("bic", "aic", "score"):
        assert getattr(ours, name)(rows) == pytest.approx(getattr(theirs, name)(rows), rel=1e-6)
    assert ours.lower_bound_ == pytest.approx(ours.score(rows), rel=1e-12)
    assert len(ours.lower_bounds_) == ours.n_iter_ and ours.lower_bounds_[-1] == ours.lower_bound_


@pytest.mark.parametrize("start", STARTS)
def test_every_start_finds_clusters_that_lie_apart(start):
    X, truth = blobs()
    mixture = GaussianMixture(3, init_params=start, n_init=10, random_state=3, max_iter=500).fit(X)
    assert adjusted_rand_score(truth, mixture.predict(X)) == 1
    assert np.array_equal(mixture.fit_predict(X), mixture.predict(X))


def test_random_from_data_starts_from_the_rows_that_scikit_learn_draws(rows):
    indices = np.random.RandomState(5).choice(len(rows), 3, replace=False)
    start = GaussianMixture(3, init_params="random_from_data", random_state=5, max_iter=0).fit(rows)
    from_rows = GaussianMixture(3, init_params=lambda X, k, random: X[indices], max_iter=0).fit(rows)
    np.testing.assert_array_equal(start.means_, from_rows.means_)


def test_random_starts_from_scikit_learns_responsibilities(rows):
    ours = GaussianMixture(2, init_params="random", random_state=7, max_iter=0).fit(rows)
    theirs = Theirs(2, init_params="random", random_state=7, max_iter=0, reg_covar=0).fit(rows)
    np.testing.assert_allclose(ours.means_, theirs.means_, rtol=1e-10)
    np.testing.assert_allclose(ours.covariances_, theirs.covariances_, rtol=1e-8)


def test_a_callable_may_return_means_responsibilities_labels_or_a_mixture():
    X, truth = blobs()
    fitted = GaussianMixture(3, random_state=0).fit(X)
    forms = [fitted.means_, fitted.predict_proba(X), truth, fitted]
    for form in forms:
        mixture = GaussianMixture(3, init_params=lambda rows, k, random, form=form: form).fit(X)
        assert adjusted_rand_score(truth, mixture.predict(X)) == 1
    with pytest.raises(ValueError, match=r"shape \(2, 2\)"):
        GaussianMixture(3, init_params=lambda *_: np.zeros((2, 2))).fit(X)


def test_labels_and_responsibilities_are_where_the_fit_starts():
    X, truth = blobs()
    by_labels = GaussianMixture(3, labels_init=truth, max_iter=0).fit(X)
    by_shares = GaussianMixture(3, responsibilities_init=np.eye(3)[truth], max_iter=0).fit(X)
    for k in range(3):
        group = X[truth == k]
        np.testing.assert_allclose(by_labels.means_[k], group.mean(axis=0))
        np.testing.assert_allclose(by_labels.covariances_[k], np.cov(group.T, bias=True))
    np.testing.assert_array_equal(by_labels.means_, by_shares.means_)
    with pytest.raises(ValueError, match="both given"):
        GaussianMixture(3, labels_init=truth, responsibilities_init=np.eye(3)[truth]).fit(X)


def test_the_start_is_given_back_without_rounds(rows):
    means = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    mixture = GaussianMixture(3, means_init=means, weights_init=[0.2, 0.3, 0.5], max_iter=0).fit(rows)
    np.testing.assert_array_equal(mixture.means_, means)
    np.testing.assert_array_equal(mixture.weights_, [0.2, 0.3, 0.5])
    assert mixture.n_iter_ == 0


def test_float32_fortran_order_and_strides_give_the_same_model(rows):
    wanted = GaussianMixture(3, random_state=1).fit(rows)
    wide = np.zeros((600, 4))
    wide[::2, 1:3] = rows
    for form in (np.asfortranarray(rows), wide[::2, 1:3], rows[::-1].copy()[::-1], rows.tolist()):
        np.testing.assert_array_equal(GaussianMixture(3, random_state=1).fit(form).means_, wanted.means_)
    single = GaussianMixture(3, random_state=1).fit(rows.astype(np.float32))
    np.testing.assert_allclose(np.sort(single.means_, axis=0), np.sort(wanted.means_, axis=0), rtol=1e-5)


def test_threads_do_not_change_a_bit():
    X, _ = blobs(5000)
    one, two = (GaussianMixture(4, random_state=0, n_init=3, n_jobs=jobs).fit(X) for jobs in (1, 3))
    np.testing.assert_array_equal(one.covariances_, two.covariances_)


@pytest.mark.parametrize("start", ["hac:s=1", "means"])
def test_a_weight_is_a_number_of_rows(start):
    X, truth = blobs(90)
    weights = np.arange(90) % 4
    options = dict(means_init=X[:3]) if start == "means" else dict(init_params=start)
    weighted = GaussianMixture(3, tol=1e-8, **options).fit(X, sample_weight=weights)
    order = np.random.RandomState(1).permutation(weights.sum()) if start == "means" else slice(None)
    repeated = GaussianMixture(3, tol=1e-8, **options).fit(np.repeat(X, weights, axis=0)[order])
    for name in ("weights_", "means_", "covariances_"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(repeated, name), rtol=1e-6, atol=1e-9)
    assert weighted.bic(X, weights) == pytest.approx(repeated.bic(np.repeat(X, weights, axis=0)), rel=1e-9)
    assert weighted.score(X, sample_weight=weights) == pytest.approx(weighted.lower_bound_, rel=1e-12)


def test_every_restart_is_told_and_the_best_is_kept(rows):
    mixture = GaussianMixture(4, init_params="unif", n_init=8, random_state=0, max_iter=300).fit(rows)
    ends = [restart["final_log_likelihood"] for restart in mixture.restarts_ if restart["collapsed"] == 0]
    assert len(mixture.restarts_) == 8 and mixture.lower_bound_ == max(ends)
    assert set(mixture.repairs_) >= {"floored", "emptied", "reseeded"}
    assert [line["stage"] for line in mixture.trace_][-1] == "em"
    assert 0 < mixture.share_at_best_ <= 1


def test_warm_start_goes_on_where_the_last_fit_ended(rows):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        settings = dict(init_params="unif", tol=0, random_state=0, order="start")
        first = GaussianMixture(3, warm_start=True, max_iter=2, **settings).fit(rows)
        bound = first.lower_bound_
        four = GaussianMixture(3, max_iter=4, **settings).fit(rows)
        first.fit(rows)
    assert first.lower_bound_ > bound
    np.testing.assert_allclose(first.means_, four.means_, rtol=1e-9)


def test_a_fit_that_does_not_converge_warns(rows):
    with pytest.warns(ConvergenceWarning, match="did not converge in 1 rounds"):
        GaussianMixture(3, init_params="unif", max_iter=1, tol=1e-12, random_state=0).fit(rows)


def test_an_optimum_that_one_of_several_restarts_reached_warns(rows):
    overlapping = np.random.default_rng(0).normal(size=(300, 2))
    settings = dict(init_params="unif", max_iter=1000, random_state=0)
    with pytest.warns(ConvergenceWarning, match="1 of 4 restarts reached the best optimum: a larger n_init") as told:
        GaussianMixture(8, n_init=4, **settings).fit(overlapping)
    assert told[-1].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GaussianMixture(8, n_init=1, **settings).fit(overlapping)
        GaussianMixture(2, n_init=4, random_state=0).fit(rows)


def test_degenerate_data_are_fitted_and_the_repairs_are_counted():
    X = np.vstack([np.ones((5, 5)), np.zeros((5, 5))])
    for kind in KINDS:
        mixture = GaussianMixture(10, covariance_type=kind, reg_covar=0, random_state=0).fit(X)
        assert np.isfinite(mixture.means_).all()
        assert sum(mixture.repairs_.values()) > 0


def smallest_share(mixture, X):
    """The smallest eigenvalue of any covariance, in units of the columns' variances."""
    units = np.sqrt(np.outer(X.var(axis=0), X.var(axis=0)))
    return min(np.linalg.eigvalsh(covariance / units)[0] for covariance in mixture.covariances_)


def test_without_reg_covar_a_start_that_ends_singular_is_not_preferred():
    iris = np.loadtxt(IRIS, delimiter=",", skiprows=1, usecols=range(4))
    settings = dict(reg_covar=0, prior=0, resolution=0, random_state=0)
    avoided = GaussianMixture(2, **settings).fit(iris)
    assert avoided.collapsed_ == 0 and smallest_share(avoided, iris) > 1e-6


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_reg_covar_never_hides_a_component_that_is_nearly_singular(kind):
    rng = np.random.RandomState(3)
    for _ in range(6):
        X = rng.normal(size=(60, 2))
        X[:20, 0] = X[0, 0]  # twenty rows that share a value
        labels = (np.arange(60) >= 20).astype(int)
        for share in (0, 1e-14, 1e-9, 1e-6):
            settings = dict(covariance_type=kind, reg_covar=share, resolution=0, labels_init=labels, max_iter=500)
            mixture = GaussianMixture(2, **settings).fit(X)
            narrow = np.reciprocal(np.max(mixture.precisions_, axis=None)) < 1e-5
            assert (mixture.collapsed_ > 0) == narrow


@pytest.mark.parametrize(
    "wrong, message",
    [
        (dict(n_components=0), "n_components: expected a whole number of at least 1, got 0"),
        (dict(tol=-1), "tol"),
        (dict(prior=-1), "prior: expected None, 'auto' or a number from 0 to 1e9, got -1"),
        (dict(prior="1"), "prior: expected None, 'auto' or a number from 0 to 1e9, got '1'"),
        (dict(reg_covar=2), "reg_covar: expected a number from 0 to 1, got 2"),
        (dict(covariance_type="round"), "covariance_type"),
        (dict(init_params="kmaens"), "unknown method 'kmaens', expected one of auto"),
        (dict(init_params="ad/em:tol=1"), "'tol' of the last em is an argument of its own"),
        (dict(init_params=7), "init_params"),
        (dict(random_state=-1), "random_state"),
        (dict(n_jobs=0), "n_jobs"),
        (dict(covariance_type=["full"]), "covariance_type: expected one of"),
        (dict(order="size"), "order: expected None, 'weight', 'mean' or 'start'"),
        (dict(n_components=400), "at most one per row"),
    ],
)
def test_a_wrong_parameter_is_named(rows, wrong, message):
    with pytest.raises(ValueError, match=message):
        GaussianMixture(**wrong).fit(rows)


def test_a_fitted_mixture_survives_a_pickle(rows):
    mixture = GaussianMixture(3, random_state=0).fit(rows)
    again = pickle.loads(pickle.dumps(mixture))
    np.testing.assert_array_equal(again.score_samples(rows), mixture.score_samples(rows))


def test_an_integer_seed_repeats_and_a_generator_moves_on(rows):
    fit = lambda seed: GaussianMixture(3, init_params="unif", random_state=seed, max_iter=0).fit(rows).means_  # noqa: E731
    np.testing.assert_array_equal(fit(4), fit(4))
    for generator in (np.random.RandomState(0), np.random.default_rng(0)):
        assert not np.array_equal(fit(generator), fit(generator))


def test_samples_follow_the_mixture():
    mixture = GaussianMixture.from_parameters([0.3, 0.7], [[0, 0], [5, 5]], [[[2, 1], [1, 1]]] * 2, random_state=0)
    X, labels = mixture.sample(20000)
    assert np.mean(labels) == pytest.approx(0.7, abs=0.02)
    np.testing.assert_allclose(np.cov(X[labels == 0].T), [[2, 1], [1, 1]], atol=0.1)
    np.testing.assert_array_equal(X, mixture.sample(20000)[0])


def test_marginal_and_conditional_agree_with_the_joint_density(rows):
    mixture = GaussianMixture(3, random_state=0).fit(rows)
    x = np.array([[1.0, 2.0]])
    joint = mixture.score_samples(x)
    given = mixture.marginal([0]).score_samples(x[:, :1]) + mixture.conditional([0], [1.0]).score_samples(x[:, 1:])
    np.testing.assert_allclose(joint, given, rtol=1e-12)
    part = mixture.marginal([1])
    exact = sum(
        w * multivariate_normal(m[1], c[1, 1]).pdf(2.0)
        for w, m, c in zip(mixture.weights_, mixture.means_, mixture.covariances_)
    )
    assert np.exp(part.score_samples([[2.0]]))[0] == pytest.approx(exact)


def test_icl_is_bic_and_the_doubt(rows):
    mixture = GaussianMixture(4, random_state=0).fit(rows)
    doubt = -2 * np.log(mixture.predict_proba(rows).max(axis=1)).sum()
    assert mixture.icl(rows) == pytest.approx(mixture.bic(rows) + doubt)


def test_select_and_seed(rows):
    chosen = mixseed.select(rows, [5, 1, 2, 3], random_state=0, n_init=2)
    assert [line["n_components"] for line in chosen.table] == [1, 2, 3, 5]
    assert chosen.n_components == 3
    assert chosen.best.bic(rows) == pytest.approx(chosen.table[2]["bic"])
    alone = GaussianMixture(3, random_state=0, n_init=2).fit(rows)
    np.testing.assert_array_equal(chosen.best.means_, alone.means_)
    with pytest.raises(ValueError, match="means_init"):
        mixseed.select(rows, [2], means_init=rows[:2])
    assert mixseed.seed(rows, 3, "g", random_state=0).n_iter_ == 0


def test_no_jobs_are_one_thread_and_minus_one_are_all():
    processors = len(os.sched_getaffinity(0))
    assert [threads_of(jobs) for jobs in (None, 3, -1, -processors - 5)] == [1, 3, processors, 1]


def collapsing():
    """Rows of which six are equal: a component of these rows alone has zero variance."""
    X = np.random.RandomState(0).normal(size=(60, 2))
    X[:6] = 20
    return X


def test_a_collapse_is_a_warning_of_its_own():
    with pytest.warns(CollapseWarning, match="1 of 2 components have collapsed") as told:
        mixture = GaussianMixture(2, prior=0, random_state=0).fit(collapsing())
    assert mixture.collapsed_ == 1
    assert all(warning.filename == __file__ for warning in told)
    with pytest.warns(CollapseWarning):
        mixseed.select(collapsing(), [2], prior=0, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("error", CollapseWarning)
        GaussianMixture(1).fit(collapsing())


def test_components_come_by_weight_unless_a_start_or_the_order_says_otherwise():
    X = np.concatenate([blobs(60, ((0, 0),))[0], blobs(240, ((9, 9),))[0]])
    for seed in range(4):
        mixture = GaussianMixture(2, init_params="unif", random_state=seed).fit(X)
        np.testing.assert_allclose(mixture.weights_, [0.8, 0.2], atol=1e-3)
    assert GaussianMixture(2, order="mean", random_state=0).fit(X).means_[0, 0] < 5
    assert GaussianMixture(2, means_init=[[0, 0], [9, 9]]).fit(X).means_[0, 0] < 5
    assert GaussianMixture(2, means_init=[[0, 0], [9, 9]], order="weight").fit(X).means_[0, 0] > 5


def test_a_selection_prints_as_a_table_and_gives_a_frame(rows):
    chosen = mixseed.select(rows, [1, 3, 4], random_state=0)
    lines = str(chosen).splitlines()
    assert lines[0].split() == ["components", "log_likelihood", "bic", "aic", "icl", "collapsed"]
    assert [line.endswith("<- chosen by bic") for line in lines[1:4]] == [False, True, False]
    assert f"{chosen.best.bic(rows):.2f}" in lines[2]
    assert repr(chosen) == str(chosen)
    frame = chosen.to_frame()
    assert frame["components"].tolist() == [1, 3, 4] and frame["bic"].idxmin() == 1
