"""Components of two mixtures, paired."""

from itertools import permutations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment
from sklearn.mixture import GaussianMixture as Theirs

import mixseed
from mixseed import GaussianMixture
from mixseed._matching import assignment

from .conftest import blobs

FAMILIES = ["full", "tied", "diag", "spherical", "EII", "EEI", "VEV", "EVE"]


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (5, 1), (4, 4), (3, 7), (7, 3), (30, 30), (25, 40)])
def test_the_assignment_is_the_cheapest(shape):
    rng = np.random.RandomState(sum(shape))
    for kind in range(20):
        costs = rng.uniform(-1, 1, size=shape) if kind % 2 else rng.randint(0, 4, size=shape).astype(float)
        pairs = assignment(costs)
        assert pairs.shape == (min(shape), 2) and (np.diff(pairs[:, 0]) > 0).all()
        assert len(set(pairs[:, 0])) == len(set(pairs[:, 1])) == min(shape)
        rows, columns = linear_sum_assignment(costs)
        assert costs[pairs[:, 0], pairs[:, 1]].sum() == pytest.approx(costs[rows, columns].sum(), abs=1e-12)


def test_the_assignment_is_the_best_of_all_permutations():
    costs = np.random.RandomState(0).normal(size=(6, 6))
    least = min(sum(costs[i, j] for i, j in enumerate(order)) for order in permutations(range(6)))
    assert costs[tuple(assignment(costs).T)].sum() == pytest.approx(least)


def test_equal_costs_are_assigned_too():
    assert sorted(assignment(np.ones((5, 5)))[:, 1]) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_permutation_is_found_in_every_family(family):
    X, _ = blobs()
    mixture = GaussianMixture(3, covariance_type=family, random_state=0).fit(X)
    order = np.array([2, 0, 1])
    covariances = mixture.covariances_ if family == "tied" else mixture.covariances_[order]
    other = GaussianMixture.from_parameters(mixture.weights_[order], mixture.means_[order], covariances, family)
    found = mixseed.match(mixture, other)
    np.testing.assert_array_equal(order[found.in_b], [0, 1, 2])
    np.testing.assert_allclose(found.distances, 0, atol=1e-7)
    np.testing.assert_array_equal(found.relabel(other.predict(X)), mixture.predict(X))


@pytest.mark.parametrize("distance", ["hellinger", "bhattacharyya", "means"])
def test_mixtures_of_other_families_and_sizes_leave_components_alone(distance):
    X, _ = blobs()
    three = GaussianMixture(3, random_state=0).fit(X)
    five = GaussianMixture(5, covariance_type="EII", random_state=1).fit(X)
    found = mixseed.match(three, five, distance)
    assert found.pairs.shape == (3, 2) and found.matrix.shape == (3, 5)
    back = mixseed.match(five, three, distance)
    np.testing.assert_array_equal(back.in_b, found.in_a)
    np.testing.assert_allclose(back.matrix, found.matrix.T, atol=1e-12)
    assert (found.in_a == -1).sum() == 2
    names = found.relabel([0, 1, 2, 3, 4])
    assert sorted(names) == [0, 1, 2, 3, 4] and set(names[found.in_a == -1]) == {3, 4}


def test_distances_of_one_column_are_the_formulas():
    a = GaussianMixture.from_parameters([1.0], [[1.0]], [4.0], "spherical")
    b = GaussianMixture.from_parameters([1.0], [[3.0]], [9.0], "spherical")
    overlap = np.sqrt(2 * 2 * 3 / (4 + 9)) * np.exp(-0.25 * 4 / (4 + 9))  # the integral of sqrt(f g)
    assert mixseed.match(a, b).distances[0] == pytest.approx(np.sqrt(1 - overlap))
    assert mixseed.match(a, b, "bhattacharyya").distances[0] == pytest.approx(-np.log(overlap))
    assert mixseed.match(a, b, "means").distances[0] == 2


def test_units_do_not_change_the_distances():
    X, _ = blobs()
    scale = np.array([1e-3, 1e5])
    pairs = [(GaussianMixture(3, random_state=seed).fit(rows)) for rows in (X, X * scale) for seed in (0, 1)]
    plain, scaled = mixseed.match(*pairs[:2]), mixseed.match(*pairs[2:])
    np.testing.assert_allclose(plain.matrix, scaled.matrix, atol=1e-5)


def test_scikit_learns_mixtures_are_matched_too():
    X, _ = blobs()
    ours = GaussianMixture(3, random_state=0).fit(X)
    theirs = Theirs(3, random_state=0, n_init=5).fit(X)
    found = mixseed.match(ours, theirs)
    assert found.distances.max() < 0.01
    np.testing.assert_array_equal(found.relabel(theirs.predict(X)), ours.predict(X))


def test_noise_keeps_its_label():
    X, _ = blobs()
    mixture = GaussianMixture(3, noise=True, random_state=0).fit(X)
    assert mixseed.match(mixture, mixture).relabel([-1, 2, 0]).tolist() == [-1, 2, 0]


def test_wrong_arguments_are_named():
    a = GaussianMixture.from_parameters([1.0], [[0.0]], [1.0], "spherical")
    b = GaussianMixture.from_parameters([1.0], [[0.0, 0.0]], [1.0], "spherical")
    with pytest.raises(ValueError, match="distance: .*'kl'"):
        mixseed.match(a, a, "kl")
    with pytest.raises(ValueError, match="got 1 and 2 columns"):
        mixseed.match(a, b)
    with pytest.raises(TypeError, match="b: expected a fitted GaussianMixture, got list"):
        mixseed.match(a, [1])
    with pytest.raises(ValueError, match="labels: "):
        mixseed.match(a, a).relabel([1])
    assert repr(mixseed.match(a, a)) == "<Matching of 1 components: 0-0 (0)>"
