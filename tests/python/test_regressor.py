"""Gaussian mixture regression: conditional means, covariances, densities and draws of some columns given the others."""

import pickle
import warnings
from pathlib import Path

import numpy as np
import pandas
import pytest
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import mixseed
from mixseed import DataWarning, GaussianMixture, GaussianMixtureRegressor
from mixseed._model import full_covariances

from .test_sklearn import WEIGHT_CHECKS

FAMILIES = "EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV".split()
CHECKED = [
    GaussianMixtureRegressor(1),
    GaussianMixtureRegressor(),
    GaussianMixtureRegressor((1, 2), covariance_type=("EEE", "VVI"), criterion="icl"),
    GaussianMixtureRegressor(2, missing="marginal"),
    GaussianMixtureRegressor(2, noise=True),
]

# Since scikit-learn 1.6 this check has 15 rows of 30 columns: predictions from singular covariances amplify rounding.
SINGULAR_CHECKS = {"check_sample_weight_equivalence_on_dense_data"}


@parametrize_with_checks(CHECKED)
def test_scikit_learns_checks_of_a_regressor(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check(estimator)
        except AssertionError:
            if check.func.__name__ not in (SINGULAR_CHECKS if estimator.n_components == 1 else WEIGHT_CHECKS):
                raise
            pytest.xfail("a start by draws, or singular covariances, differ for weights and for repeated rows")


@pytest.mark.parametrize(("n_components", "excused"), [(1, False), (2, True), ((1, 2), True)])
def test_the_tags_of_a_regressor_name_the_check_that_drawn_starts_fail(n_components, excused):
    tags = GaussianMixtureRegressor(n_components, missing="marginal")._more_tags()
    assert ("check_sample_weights_invariance" in tags["_xfail_checks"]) == excused
    assert tags["multioutput"] and tags["allow_nan"]


def bent(n=400, seed=0):
    """Two columns of X, of which the first bends the two of y, with correlated errors."""
    random = np.random.RandomState(seed)
    X = random.normal(size=(n, 2))
    errors = random.multivariate_normal([0, 0], [[0.04, 0.03], [0.03, 0.09]], size=n)
    return X, np.column_stack([np.abs(X[:, 0]), X.sum(axis=1)]) + errors


def gaps_of(X, share=0.3):
    return np.where(np.random.RandomState(1).random_sample(X.shape) < share, np.nan, X)


@pytest.fixture(scope="module")
def fitted():
    return GaussianMixtureRegressor(3, random_state=0).fit(*bent())


def plain(mixture, given, values):
    """Mean and covariance of the other columns, from the engine's conditional mixture of one row."""
    rest = mixture.conditional(given, values)
    mean = rest.weights_ @ rest.means_
    within = np.einsum("k,kij->ij", rest.weights_, full_covariances(rest))
    return mean, within + np.einsum("k,ki,kj->ij", rest.weights_, rest.means_ - mean, rest.means_ - mean), rest


@pytest.mark.parametrize("family", FAMILIES)
def test_a_prediction_is_that_of_the_conditional_mixture_in_every_family(family):
    X, y = bent(150)
    regressor = GaussianMixtureRegressor(3, covariance_type=family, max_iter=20, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        regressor.fit(X, y)
    means, covariances = regressor.predict(X, return_cov=True)
    again, deviations = regressor.predict(X, return_std=True)
    densities = regressor.log_density(X, y)
    np.testing.assert_array_equal(means, again)
    np.testing.assert_allclose(deviations**2, np.einsum("njj->nj", covariances), rtol=1e-10)
    for i in range(0, 150, 15):
        mean, covariance, rest = plain(regressor.mixture_, [0, 1], X[i])
        np.testing.assert_allclose(means[i], mean, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(covariances[i], covariance, rtol=1e-9, atol=1e-12)
        assert densities[i] == pytest.approx(rest.score_samples(y[i : i + 1])[0], abs=1e-10)


def test_one_component_is_linear_regression():
    X, y = load_diabetes(return_X_y=True)
    regressor = GaussianMixtureRegressor(1, covariance_type="full", prior=0, reg_covar=0, resolution=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        regressor.fit(X, y)
    line = LinearRegression().fit(X, y)
    means, deviations = regressor.predict(X, return_std=True)
    np.testing.assert_allclose(means, line.predict(X), rtol=1e-9)
    np.testing.assert_allclose(deviations, np.sqrt(np.mean((y - line.predict(X)) ** 2)), rtol=1e-9)
    assert regressor.score(X, y) == pytest.approx(line.score(X, y))


def test_with_one_component_weights_are_repeated_rows():
    X, y = bent(100)
    weights, order = np.random.RandomState(0).randint(0, 4, 100), np.random.RandomState(1).permutation(100)
    weighted = GaussianMixtureRegressor(1).fit(X[order], y[order], sample_weight=weights[order])
    repeated = GaussianMixtureRegressor(1).fit(X.repeat(weights, axis=0), y.repeat(weights, axis=0))
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-10, atol=1e-12)
    assert weighted.score(X, y, sample_weight=weights) == pytest.approx(
        repeated.score(X.repeat(weights, axis=0), y.repeat(weights, axis=0)), abs=1e-10
    )


def test_a_bend_is_found_by_bic_and_beats_a_line():
    X, y = bent()
    unseen = bent(1000, seed=9)
    chosen = GaussianMixtureRegressor(range(1, 6), random_state=0).fit(X, y[:, 0])
    assert chosen.n_components_ > 1 and len(chosen.candidates_) == 5
    assert chosen.criterion_ == min(line["bic"] for line in chosen.candidates_ if not line["collapsed"])
    assert chosen.score(unseen[0], unseen[1][:, 0]) > 0.85
    assert LinearRegression().fit(X, y[:, 0]).score(unseen[0], unseen[1][:, 0]) < 0.1


def test_the_fit_is_that_of_the_joint_mixture():
    X, y = bent()
    weights = np.arange(400) % 3
    joint = GaussianMixture(3, random_state=0).fit(np.column_stack([X, y]), sample_weight=weights)
    regressor = GaussianMixtureRegressor(3, random_state=0).fit(X, y, sample_weight=weights)
    np.testing.assert_array_equal(regressor.mixture_.means_, joint.means_)
    theirs = mixseed.AutoGaussianMixture().get_params()
    assert {**theirs, "covariance_type": "full"} == GaussianMixtureRegressor().get_params()


def test_deviations_are_those_of_new_observations(fitted):
    X, y = bent(4000, seed=5)
    means, deviations = fitted.predict(X, return_std=True)
    inside = (np.abs(y - means) < 2 * deviations).mean(axis=0)
    assert np.all((inside > 0.92) & (inside < 0.98))
    scaled = ((y - means) / deviations).std(axis=0)
    np.testing.assert_allclose(scaled, 1, atol=0.1)


def test_draws_have_the_conditional_moments_and_density(fitted):
    row, count = np.array([[0.3, -1.0]]), 40000
    drawn = fitted.sample_y(row, count, random_state=0)[0]
    mean, covariance = fitted.predict(row, return_cov=True)
    assert drawn.shape == (2, count)
    error = np.sqrt(np.diag(covariance[0]) / count)
    assert np.all(np.abs(drawn.mean(axis=1) - mean[0]) < 4 * error)
    np.testing.assert_allclose(np.cov(drawn), covariance[0], rtol=0.05, atol=0.003)
    low, high = np.quantile(drawn[0], [0.2, 0.7])
    grid = np.linspace(low, high, 201)
    marginal = GaussianMixtureRegressor.from_mixture(fitted.mixture_.marginal([0, 1, 2]), 2)
    density = np.exp(marginal.log_density(np.repeat(row, 201, axis=0), grid))
    assert (density.sum() - density[[0, -1]].mean()) * (grid[1] - grid[0]) == pytest.approx(0.5, abs=0.015)


def test_draws_depend_on_the_seed_alone_and_results_not_on_threads(fitted):
    X = gaps_of(bent()[0])
    loose = GaussianMixtureRegressor.from_mixture(fitted.mixture_, [2, 3]).set_params(missing="marginal")
    first = loose.sample_y(X, 3, random_state=1)
    means = loose.predict(X)
    loose.set_params(n_jobs=2, random_state=1)
    np.testing.assert_array_equal(loose.sample_y(X, 3), first)
    np.testing.assert_array_equal(loose.predict(X), means)
    assert (loose.sample_y(X, 3, random_state=2) != first).all()
    assert first.shape == (400, 2, 3)


def test_predictions_do_not_depend_on_the_blocks_of_rows(fitted, monkeypatch):
    X, y = bent()
    gaps = gaps_of(X)
    loose = GaussianMixtureRegressor.from_mixture(fitted.mixture_, [2, 3]).set_params(missing="marginal")
    whole = loose.predict(gaps, return_cov=True)
    monkeypatch.setattr("mixseed._conditional.BLOCK", 7)
    for one, other in zip(loose.predict(gaps, return_cov=True), whole):
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13)


def test_missing_values_are_marginalised():
    X, y = bent()
    gaps = gaps_of(X)
    gaps[0] = np.nan
    holes = y.copy()
    holes[::5, 0], holes[3::5] = np.nan, np.nan
    regressor = GaussianMixtureRegressor(3, missing="marginal", random_state=0).fit(gaps, holes)
    mixture = regressor.mixture_
    means, covariances = regressor.predict(gaps, return_cov=True)
    filled = mixture.impute(np.column_stack([gaps, np.full((400, 2), np.nan)]))
    np.testing.assert_allclose(means, filled[:, 2:], rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(means[0], mixture.weights_ @ mixture.means_[:, 2:], rtol=1e-12)
    one = next(i for i in range(400) if np.isnan(gaps[i]).tolist() == [False, True])
    mean, covariance, _ = plain(mixture.marginal([0, 2, 3]), [0], gaps[one, :1])
    np.testing.assert_allclose(means[one], mean, rtol=1e-10)
    np.testing.assert_allclose(covariances[one], covariance, rtol=1e-9)
    densities = regressor.log_density(gaps, holes)
    assert (densities[3::5] == 0).all() and np.isfinite(densities).all()
    first = GaussianMixtureRegressor.from_mixture(mixture.marginal([0, 1, 3]).set_params(missing="marginal"), 2)
    np.testing.assert_allclose(densities[::5], first.log_density(gaps, y[:, 1])[::5], atol=1e-10)
    with pytest.raises(ValueError, match="missing='marginal'"):
        GaussianMixtureRegressor(2).fit(gaps, y)
    with pytest.raises(ValueError, match="y contains NaN. missing='marginal'"):
        GaussianMixtureRegressor(2).fit(X, holes)


def test_noise_enters_the_fit_alone():
    X, y = bent()
    random = np.random.RandomState(3)
    rows = np.concatenate([X, random.uniform(-4, 4, size=(80, 2))])
    targets = np.concatenate([y[:, 0], random.uniform(-30, 30, size=80)])
    robust = GaussianMixtureRegressor(3, noise=True, random_state=0).fit(rows, targets)
    noisy = robust.mixture_
    assert 0.1 < noisy.noise_["weight"] < 0.25
    alone = GaussianMixture.from_parameters(noisy.weights_ / noisy.weights_.sum(), noisy.means_, noisy.covariances_)
    other = GaussianMixtureRegressor.from_mixture(alone, 2)
    for one, two in zip(robust.predict(X, return_std=True), other.predict(X, return_std=True)):
        np.testing.assert_allclose(one, two, rtol=1e-12)
    np.testing.assert_allclose(robust.log_density(X, y[:, 0]), other.log_density(X, y[:, 0]), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(robust.sample_y(X, 4, random_state=0), other.sample_y(X, 4, random_state=0), rtol=1e-12)
    without = GaussianMixtureRegressor(3, random_state=0).fit(rows, targets)
    assert robust.score(X, y[:, 0]) > 0.8 > without.score(X, y[:, 0])


def test_any_columns_of_a_fitted_mixture_can_be_the_targets():
    X, y = bent()
    frame = pandas.DataFrame(np.column_stack([X, y]), columns=["a", "b", "c", "d"])
    mixture = GaussianMixture(3, random_state=0).fit(frame)
    middle = GaussianMixtureRegressor.from_mixture(mixture, ["c", "a"])
    assert list(middle.feature_names_in_) == ["b", "d"]
    means = middle.predict(frame[["b", "d"]])
    mean, _, rest = plain(mixture, [1, 3], frame[["b", "d"]].to_numpy()[7])
    np.testing.assert_allclose(means[7], mean[::-1], rtol=1e-10)
    density = middle.log_density(frame[["b", "d"]], frame[["c", "a"]])[7]
    assert density == pytest.approx(rest._mixture().score_rows(frame[["a", "c"]].to_numpy()[7:8], 1)[0], abs=1e-10)
    flat = GaussianMixtureRegressor.from_mixture(mixture, 3)
    assert flat.predict(frame[["a", "b", "c"]]).shape == (400,) and middle.n_outputs_ == 2
    for wrong in ([], [0, 0], [0, 1, 2, 3], ["e"], 4):
        with pytest.raises(ValueError, match="targets|column"):
            GaussianMixtureRegressor.from_mixture(mixture, wrong)


def test_shapes_follow_those_of_y(fitted):
    X, y = bent()
    for target, shape in ((y[:, 0], ()), (y[:, :1], (1,)), (y, (2,))):
        regressor = GaussianMixtureRegressor(2, random_state=0).fit(X, target)
        means, deviations = regressor.predict(X[:9], return_std=True)
        assert means.shape == deviations.shape == (9, *shape)
        assert regressor.predict(X[:9], return_cov=True)[1].shape == (9, *(shape or (1,)), *(shape or (1,)))
        assert regressor.sample_y(X[:9], 5).shape == (9, *shape, 5)
        assert regressor.log_density(X[:9], target[:9]).shape == (9,)


def test_names_of_both_sides_are_kept():
    X, y = bent()
    frame = pandas.DataFrame(X, columns=["width", "height"])
    regressor = GaussianMixtureRegressor(2, random_state=0).fit(frame, pandas.Series(y[:, 0], name="price"))
    assert list(regressor.mixture_.feature_names_in_) == ["width", "height", "price"]
    assert list(regressor.feature_names_in_) == ["width", "height"]
    with pytest.raises(ValueError, match="feature names"):
        regressor.predict(frame[["height", "width"]])
    unnamed = GaussianMixtureRegressor(2, random_state=0).fit(frame, y)
    assert list(unnamed.mixture_.feature_names_in_) == ["width", "height", "y0", "y1"]


def test_units_and_offsets_change_the_scale_alone(fitted):
    X, y = bent()
    means, deviations = fitted.predict(X, return_std=True)
    for scale, offset in ((1e-100, 0), (1e100, 0), (1, 1e8)):
        other = GaussianMixtureRegressor(3, random_state=0).fit(X * scale + offset, y * scale + offset)
        theirs = other.predict(X * scale + offset, return_std=True)
        np.testing.assert_allclose((theirs[0] - offset) / scale, means, atol=1e-6)
        np.testing.assert_allclose(theirs[1] / scale, deviations, atol=1e-6)


def test_pipelines_grid_searches_pickles_and_files(fitted, tmp_path):
    X, y = bent()
    pipeline = make_pipeline(StandardScaler(), GaussianMixtureRegressor(3, random_state=0)).fit(X * [1, 1000], y)
    np.testing.assert_allclose(pipeline.predict(X * [1, 1000]), fitted.predict(X), atol=1e-6)
    search = GridSearchCV(GaussianMixtureRegressor(random_state=0), {"n_components": [1, 3]}, cv=3).fit(X, y)
    assert search.best_params_["n_components"] == 3
    density = cross_val_score(
        GaussianMixtureRegressor(3, random_state=0), X, y, cv=3, scoring=lambda r, X, y: r.log_density(X, y).mean()
    )
    assert np.isfinite(density).all()
    fitted.mixture_.save(tmp_path / "joint.json")
    loaded = GaussianMixtureRegressor.from_mixture(GaussianMixture.load(tmp_path / "joint.json"), [2, 3])
    for other in (loaded, pickle.loads(pickle.dumps(fitted))):
        np.testing.assert_array_equal(other.predict(X), fitted.predict(X))


def test_a_regressor_whose_fit_fails_is_as_it_was(fitted):
    X, y = bent()
    regressor = pickle.loads(pickle.dumps(fitted)).set_params(criterion="hqc")
    with pytest.raises(ValueError, match="criterion"):
        regressor.fit(X[:, :1], y)
    np.testing.assert_array_equal(regressor.predict(X), fitted.predict(X))


def test_wrong_arguments_are_named(fitted):
    X, y = bent()
    pieces = mixseed.chunks([X])
    for call, told in (
        (lambda: GaussianMixtureRegressor(2).fit(X, y[:-1]), "as many rows as X has"),
        (lambda: GaussianMixtureRegressor(2).fit(X, np.zeros((400, 2, 1))), "y: expected a value"),
        (lambda: GaussianMixtureRegressor(0).fit(X, y), "n_components: expected a whole number"),
        (lambda: GaussianMixtureRegressor(2).fit(pieces, y), "from_mixture"),
        (lambda: fitted.predict(X, return_std=True, return_cov=True), "got both"),
        (lambda: fitted.sample_y(X, 0), "n_samples: expected a whole number"),
        (lambda: fitted.log_density(X, y[:, 0]), "y: expected 2 column"),
        (lambda: GaussianMixtureRegressor().predict(X), "not fitted"),
    ):
        with pytest.raises(ValueError, match=told):
            call()


def test_warnings_of_a_regressor_name_the_line_of_the_caller():
    X = np.zeros((200, 2))
    X[:60] = np.random.RandomState(0).normal(size=(60, 2))
    with pytest.warns(DataWarning) as told:
        GaussianMixtureRegressor(1, random_state=0).fit(X, np.arange(200.0))
    assert {Path(one.filename).name for one in told} == {Path(__file__).name}
