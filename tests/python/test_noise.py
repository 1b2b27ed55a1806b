"""noise: an additional uniform component."""

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(5)
    groups = [rng.normal(size=(150, 2)) * 0.4 + center for center in ((0, 0), (6, 3))]
    return np.concatenate([*groups, rng.uniform((-8, -8), (14, 11), size=(60, 2))])


def test_rows_of_the_noise_have_the_label_minus_one_and_a_column_of_their_own(rows):
    mixture = GaussianMixture(2, noise=True, random_state=0).fit(rows)
    labels, shares = mixture.predict(rows), mixture.predict_proba(rows)
    assert shares.shape == (len(rows), 3)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    best = shares.argmax(axis=1)
    np.testing.assert_array_equal(labels, np.where(best == 2, -1, best))
    assert np.mean(labels[300:] == -1) > 0.75 and np.mean(labels[:300] == -1) < 0.05
    np.testing.assert_array_equal(GaussianMixture(2, noise=True, random_state=0).fit_predict(rows), labels)


def test_the_density_is_that_of_the_gaussians_and_one_over_the_volume(rows):
    mixture = GaussianMixture(2, noise=True, random_state=0).fit(rows)
    assert mixture.weights_.sum() + mixture.noise_["weight"] == pytest.approx(1)
    density = np.full(len(rows), mixture.noise_["weight"] * np.exp(-mixture.noise_["log_volume"]))
    for weight, mean, covariance in zip(mixture.weights_, mixture.means_, mixture.covariances_):
        y = rows - mean
        exponent = -0.5 * np.einsum("ij,jk,ik->i", y, np.linalg.inv(covariance), y)
        density += weight * np.exp(exponent) / np.sqrt(np.linalg.det(2 * np.pi * covariance))
    np.testing.assert_allclose(mixture.score_samples(rows), np.log(density), rtol=1e-10)
    assert mixture.score(rows) == pytest.approx(mixture.lower_bound_, rel=1e-12)


def test_the_volume_is_that_of_the_smaller_box(rows):
    turned = rows @ np.array([[0.8, 0.6], [-0.6, 0.8]])
    for X in (rows, turned, rows * [1, 0.01]):
        noise = GaussianMixture(2, noise=True, random_state=0).fit(X).noise_
        columns = np.log(np.ptp(X, axis=0)).sum()
        axes = np.log(np.ptp((X - X.mean(axis=0)) @ np.linalg.svd(X - X.mean(axis=0))[2].T, axis=0)).sum()
        assert noise["log_volume"] == pytest.approx(min(columns, axes), rel=1e-9)
        assert noise["edges"].shape == ((2,) if columns <= axes else (2, 2))


def test_a_share_is_where_the_noise_starts(rows):
    start = mixseed.seed(rows, 2, "k-means++", random_state=0, noise=0.3)
    assert start.noise_["weight"] == pytest.approx(0.3)
    assert mixseed.seed(rows, 2, "k-means++", random_state=0).noise_ is None


def test_noise_survives_files_samples_and_warm_starts(rows, tmp_path):
    mixture = GaussianMixture(2, noise=True, random_state=0, warm_start=True).fit(rows)
    mixture.save(tmp_path / "model.json")
    again = GaussianMixture.load(tmp_path / "model.json")
    assert again.noise is True
    np.testing.assert_array_equal(again.score_samples(rows), mixture.score_samples(rows))
    drawn, labels = mixture.sample(2000)
    assert np.mean(labels == -1) == pytest.approx(mixture.noise_["weight"], abs=0.04)
    likelihood = mixture.lower_bound_
    assert mixture.fit(rows).lower_bound_ >= likelihood - 1e-12


def test_selection_counts_two_parameters_more(rows):
    plain = mixseed.select(rows, [1, 2], covariance_type=["EII", "VVV"], random_state=0).to_frame()
    noisy = mixseed.select(rows, [1, 2], covariance_type=["EII", "VVV"], random_state=0, noise=True).to_frame()
    assert list(noisy["parameters"] - plain["parameters"]) == [2, 2, 2, 2]


@pytest.mark.parametrize("noise", [-0.1, 1, 1.5, "yes", None])
def test_what_is_no_share_is_refused(rows, noise):
    with pytest.raises(ValueError, match="noise: expected True, False or a share below 1"):
        GaussianMixture(2, noise=noise).fit(rows)


def test_scikit_learn_has_no_place_for_noise(rows):
    mixture = GaussianMixture(2, noise=True, random_state=0).fit(rows)
    with pytest.raises(ValueError, match="without noise"):
        mixture.to_sklearn()
