"""bootstrap and ratio_test."""

from pathlib import Path

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(1)
    return np.concatenate([rng.normal(size=(150, 2)) + center for center in (0, 6)])


@pytest.mark.parametrize("kind", ["rows", "weights", "model"])
def test_separated_components_have_the_standard_errors_of_their_own_rows(rows, kind):
    mixture = GaussianMixture(2, random_state=0, order="mean").fit(rows)
    found = mixseed.bootstrap(rows, mixture, n=300, kind=kind, random_state=0)
    expected = np.sqrt(np.diagonal(mixture.covariances_, axis1=1, axis2=2) / 150)
    np.testing.assert_allclose(found.standard_errors["means"], expected, rtol=0.2)
    np.testing.assert_allclose(found.standard_errors["weights"], np.sqrt(0.25 / 300), rtol=0.2)
    assert found.replications["covariances"].shape == (300, 2, 2, 2)
    for name in ("weights", "means", "covariances"):
        np.testing.assert_allclose(found.standard_errors[name], found.replications[name].std(axis=0, ddof=1), rtol=1e-9)
        np.testing.assert_allclose(found.lower[name], np.quantile(found.replications[name], 0.025, axis=0), rtol=1e-9)
        np.testing.assert_allclose(found.upper[name], np.quantile(found.replications[name], 0.975, axis=0), rtol=1e-9)
    assert "300 replications" in repr(found)


def test_any_number_of_threads_gives_the_same_bits(rows):
    mixture = GaussianMixture(2, random_state=0).fit(rows)
    one, two = (mixseed.bootstrap(rows, mixture, n=30, random_state=3, n_jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.replications["means"], two.replications["means"])


def test_the_ratio_test_tells_one_from_two(rows):
    test = mixseed.ratio_test(rows, GaussianMixture(1).fit(rows), n=39, random_state=0)
    assert test.p_value == 1 / 40 and test.statistic > test.replications.max()
    again = mixseed.ratio_test(rows, GaussianMixture(2, random_state=0).fit(rows), n=39, random_state=0)
    assert again.p_value == (1 + (again.replications >= again.statistic).sum()) / 40
    assert again.p_value > 0.05


def test_the_statistic_does_not_depend_on_the_seed():
    X = np.loadtxt(Path(__file__).parents[2] / "data" / "faithful.csv", delimiter=",", skiprows=1)
    mixture = GaussianMixture(3, random_state=0).fit(X)
    found = [mixseed.ratio_test(X, mixture, n=2, random_state=seed).statistic for seed in range(5)]
    assert max(found) - min(found) < 0.2, found


def test_the_larger_mixture_also_starts_from_the_smaller_one(rows):
    """From single random starts alone the larger mixture would often have the lower likelihood, and the ratio be 0."""
    mixture = GaussianMixture(3, random_state=0).fit(rows)
    test = mixseed.ratio_test(rows, mixture, n=30, method="uniform", n_init=1, random_state=0)
    assert test.statistic > 1 and test.replications.min() > 1


def test_replications_of_rounded_data_are_rounded():
    """In rounded data many rows share a value, so replications without rounding would not be comparable."""
    X = np.random.default_rng(0).normal(scale=0.3, size=(200, 1)).round()
    assert mixseed.ratio_test(X, GaussianMixture(1).fit(X), n=39, random_state=0).p_value > 0.1


def test_what_cannot_be_is_refused(rows):
    mixture = GaussianMixture(2, random_state=0).fit(rows)
    for wrong, said in (({"n": 1}, "replications"), ({"kind": "no"}, "kind"), ({"level": 1}, "level")):
        with pytest.raises(ValueError, match=said):
            mixseed.bootstrap(rows, mixture, **wrong)
