"""hac finds the clusters of scipy's average linkage, and its model is Means2GMM of their means."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import cdist

AGREE = 1e-9


def cluster_means(X, K):
    labels = fcluster(linkage(X, "average"), K, "maxclust")
    assert set(labels) == set(range(1, K + 1))
    return np.array([X[labels == k].mean(axis=0) for k in range(1, K + 1)])


def covariance_of(group, distance_to_next_mean):
    """The estimate; spherical if there are too few rows; for one distinct row, from the distance to the next mean."""
    places, D = len(np.unique(group, axis=0)), group.shape[1]
    estimate = np.cov(group.T, bias=True).reshape(D, D)
    if places > D:
        return estimate
    return np.eye(D) * (np.trace(estimate) / D if places > 1 else distance_to_next_mean**2 / (2 * D))


def means2gmm(X, centers):
    nearest = cdist(X, centers).argmin(axis=1)
    groups = [X[nearest == k] for k in range(len(centers))]
    assert all(len(group) for group in groups), "these data leave a group empty, which this oracle does not know"
    means = np.array([group.mean(axis=0) for group in groups])
    between = cdist(means, means) + np.diag(np.full(len(means), np.inf))
    return {
        "weights": np.array([len(group) / len(X) for group in groups]),
        "means": means,
        "covariances": np.array([covariance_of(group, gap) for group, gap in zip(groups, between.min(axis=1))]),
    }


def in_order(model):
    """Sorts the components by their means, because their order has no meaning."""
    order = np.lexsort(model["means"].T[::-1])
    return {key: value[order] for key, value in model.items()}


def hac(program, X, K, *more):
    data = program.keep("data.npy", X)
    report, model = program.fit(data, "-k", K, "--method", "hac:s=1/em:rounds=0", *more)
    assert report["rounds"] == 0
    return model


def expect_same(ours, theirs):
    for key, wanted in in_order(theirs).items():
        found = in_order(ours)[key]
        assert found.shape == wanted.shape
        assert np.abs(found - wanted).max() <= AGREE * np.abs(wanted).max(), key


def blobs(rows, dim, groups, seed):
    random = np.random.default_rng(seed)
    centers = random.normal(scale=4, size=(groups, dim))
    return centers[random.integers(groups, size=rows)] + random.normal(size=(rows, dim))


@pytest.mark.parametrize("K", [1, 2, 3, 5, 8, 13])
@pytest.mark.parametrize("dim", [1, 2, 4])
def test_hac_is_means2gmm_of_average_linkage(program, dim, K):
    X = blobs(300, dim, 5, seed=dim)
    expect_same(hac(program, X, K), means2gmm(X, cluster_means(X, K)))


@pytest.mark.parametrize("K", [2, 7, 20])
def test_hac_cuts_structureless_data_where_scipy_does(program, K):
    X = np.random.default_rng(K).uniform(size=(200, 3))
    expect_same(hac(program, X, K), means2gmm(X, cluster_means(X, K)))


@pytest.mark.parametrize("K", [2, 4, 6, 10])
def test_hac_treats_a_weight_as_repeated_rows(program, K):
    X = blobs(120, 2, 4, seed=9)
    counts = np.random.default_rng(3).integers(1, 6, size=len(X))
    weights = program.keep("weights.npy", counts.astype(float)[:, None])
    repeated = np.repeat(X, counts, axis=0)
    expect_same(hac(program, X, K, "--weights", weights), means2gmm(repeated, cluster_means(repeated, K)))


def test_a_weight_of_zero_means_that_the_row_is_not_there(program):
    X = blobs(150, 2, 4, seed=4)
    counts = np.arange(len(X)) % 3
    weights = program.keep("weights.npy", counts.astype(float)[:, None])
    repeated = np.repeat(X, counts, axis=0)
    expect_same(hac(program, X, 4, "--weights", weights), means2gmm(repeated, cluster_means(repeated, 4)))


def test_weights_change_what_average_linkage_finds(program):
    """Shows that the two tests above can fail."""
    X = blobs(120, 2, 4, seed=9)
    counts = np.random.default_rng(3).integers(1, 6, size=len(X))
    plain, weighted = cluster_means(X, 6), cluster_means(np.repeat(X, counts, axis=0), 6)
    assert cdist(plain, weighted).min(axis=1).max() > 0.1
