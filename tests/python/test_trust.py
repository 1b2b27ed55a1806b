"""Errors are Python exceptions and leave no files behind."""

import os
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


@pytest.mark.parametrize("sizes", [(-1, 2, 2), (2.5, 2, 2), (10, 2, 2**70), (2**62, 2**10, 3), (10, 2**20, 3)])
def test_generate_refuses_what_cannot_be_made(sizes):
    with pytest.raises(ValueError, match="expected a whole number|more rows than any|more than 2.30 numbers"):
        mixseed.generate(*sizes)


@pytest.mark.parametrize("ks", [range(1, 2**60), [0], [1.5], [2**70]])
def test_select_refuses_what_is_no_list_of_numbers(ks):
    with pytest.raises(ValueError, match="ks: expected"):
        mixseed.select(blobs()[0], ks)


@pytest.mark.parametrize("n", [0, -3, 2.5, 2**70, None])
def test_a_bootstrap_wants_a_number_of_replications(n):
    X = blobs()[0]
    mixture = GaussianMixture(2, random_state=0).fit(X)
    for verb in (mixseed.bootstrap, mixseed.ratio_test):
        with pytest.raises(ValueError, match="n: expected a whole number"):
            verb(X, mixture, n)


def test_names_that_are_no_utf8_are_names(tmp_path):
    mixture = GaussianMixture(2, random_state=0).fit(blobs()[0])
    path = tmp_path / "m\udcff.json"
    mixture.save(path)
    assert os.listdir(os.fsencode(tmp_path)) == [b"m\xff.json"]
    np.testing.assert_array_equal(GaussianMixture.load(path).means_, mixture.means_)


@pytest.mark.parametrize("method", ["\udcff", "kmeans\0", "kmeans\nem"])
def test_a_method_that_is_no_text_is_refused(method):
    with pytest.raises(ValueError, match="init_params: expected the text of a method"):
        GaussianMixture(2, init_params=method).fit(blobs()[0])


def test_means_of_a_callable_have_to_be_numbers():
    mixture = GaussianMixture(2, init_params=lambda X, k, generator: np.full((k, X.shape[1]), np.nan))
    with pytest.raises(ValueError, match="means that are finite"):
        mixture.fit(blobs()[0])


def test_a_sample_of_heavy_rows_is_drawn_at_once():
    X = np.array([[0.0], [1.0], [5.0], [6.0]])
    mixture = GaussianMixture(2, init_params="spherical-gonzalez:s=0.5", random_state=1).fit(
        X, sample_weight=np.full(4, 1e15)
    )
    assert np.allclose(sorted(mixture.means_[:, 0]), [0.5, 5.5])


def snapshot(estimator):
    return {name: repr(value) for name, value in vars(estimator).items()}


@pytest.mark.parametrize("fitted", [False, True])
@pytest.mark.parametrize(
    "X, weights",
    [
        (np.array([[1.0, np.nan], [2.0, 3.0]]), None),
        (np.ones((2, 5)), [1.0]),
        (np.ones((4, 5)), [1e-320] * 4),
        (np.ones((1, 5)), None),
        ("text", None),
    ],
)
def test_a_fit_that_fails_leaves_the_estimator_as_it_was(fitted, X, weights):
    mixture = GaussianMixture(3, random_state=1)
    if fitted:
        mixture.fit(blobs()[0])
    before = snapshot(mixture)
    with pytest.raises((ValueError, TypeError)):
        mixture.fit(X, sample_weight=weights)
    assert snapshot(mixture) == before


def test_a_fit_that_is_interrupted_leaves_the_estimator_as_it_was():
    def interrupt(X, k, generator):
        raise KeyboardInterrupt

    mixture = GaussianMixture(3, random_state=1).fit(blobs()[0])
    before = snapshot(mixture.set_params(init_params=interrupt))
    with pytest.raises(KeyboardInterrupt):
        mixture.fit(np.ones((9, 7)))
    assert snapshot(mixture) == before


def test_precisions_are_made_when_they_are_asked_for_and_say_why_not():
    mixture = GaussianMixture.from_parameters([1.0], [[0.0, 0.0]], [[[1.0, 0.0], [0.0, 1.0]]])
    assert np.array_equal(mixture.precisions_, [np.eye(2)])
    mixture.covariances_ = np.array([[[1.0, 1.0], [1.0, 1.0]]])
    with pytest.raises(ValueError, match="component 0 is not positive definite"):
        _ = mixture.precisions_
    with pytest.raises(ValueError, match="component 0 is not positive definite"):
        _ = mixture.precisions_cholesky_
    assert not hasattr(GaussianMixture(), "precisions_")


def test_what_the_engine_finishes_by_the_papers_rules_is_a_model():
    random = np.random.RandomState(3)
    for number in range(40):
        line = random.normal(size=(12, 1)) @ random.normal(size=(1, 3))
        X = line + random.choice([0, 1e-9, 1e-7]) * random.normal(size=line.shape)
        mixture = GaussianMixture(3, init_params="uniform/em:rules=paper", random_state=number)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mixture.fit(X)
        assert mixture.weights_.sum() == pytest.approx(1)
        assert np.isfinite(mixture.predict_proba(X)).all()
        assert mixture.precisions_.shape == (3, 3, 3)


@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical"])
@pytest.mark.parametrize("method", ["ad", "kmeans", "random_from_data"])
def test_without_a_round_of_em_the_bound_is_the_score(kind, method):
    X = blobs()[0]
    mixture = GaussianMixture(3, covariance_type=kind, init_params=method, max_iter=0, random_state=2).fit(X)
    assert mixture.lower_bound_ == pytest.approx(mixture.score(X), rel=1e-12)


def unaligned(array):
    """The same numbers at an address that is not aligned to 8 bytes."""
    array = np.asarray(array, dtype=float)
    room = np.empty(array.nbytes + 1, dtype=np.uint8)[1:]
    other = room.view(float).reshape(array.shape)
    other[...] = array
    assert not other.flags.aligned
    return other


def test_arrays_that_lie_askew_are_read_all_the_same():
    X, weights = blobs()[0], np.arange(1.0, 301.0)
    expected = GaussianMixture(3, random_state=1).fit(X, sample_weight=weights)
    other = GaussianMixture(3, random_state=1).fit(unaligned(X), sample_weight=unaligned(weights))
    assert np.array_equal(other.means_, expected.means_)
    assert np.array_equal(other.predict(unaligned(X)), expected.predict(X))
    assert other.score(unaligned(X), sample_weight=unaligned(weights)) == expected.score(X, sample_weight=weights)


def test_one_weight_is_the_weight_of_every_row():
    X = blobs()[0]
    expected = GaussianMixture(3, random_state=1).fit(X, sample_weight=np.full(len(X), 2.0))
    assert np.array_equal(GaussianMixture(3, random_state=1).fit(X, sample_weight=2).means_, expected.means_)
    with pytest.raises(ValueError, match="all are zero"):
        GaussianMixture(3).fit(X, sample_weight=0.0)


@pytest.mark.parametrize(
    "parameters", [{"n_components": 10**30}, {"max_iter": 10**30}, {"n_init": 10**30}, {"n_jobs": 10**30}]
)
def test_numbers_beyond_an_integer_are_refused_in_our_own_words(parameters):
    (name,) = parameters
    with pytest.raises(ValueError, match=f"{name}: expected"):
        GaussianMixture(**parameters).fit(blobs()[0])


def test_file_names_with_a_zero_are_refused(tmp_path):
    mixture = GaussianMixture.from_parameters([1.0], [[0.0]], [1.0], "spherical")
    with pytest.raises((ValueError, OSError), match="zero|null"):
        mixture.save(str(tmp_path / "a") + "\0b")
    with pytest.raises(ValueError, match="null"):
        GaussianMixture.load(str(tmp_path / "a") + "\0b")
    assert list(tmp_path.iterdir()) == []


def test_parts_that_do_not_fit_together_are_refused():
    core = mixseed._core.Mixture("full", [0.5, 0.5], [[0.0, 0.0], [1.0, 1.0]], [1.0])
    for ask in (core.precisions, core.precision_factors, core.check):
        with pytest.raises(ValueError, match="covariances"):
            ask()


def test_more_rows_than_any_memory_holds_are_refused():
    mixture = GaussianMixture.from_parameters([1.0], [[0.0]], [1.0], "spherical", random_state=1)
    for rows in (2**63, 2**64 - 1, 10**30):
        with pytest.raises(ValueError, match="rows|n_samples"):
            mixture.sample(rows)
