"""The estimator with scikit-learn installed, and without it."""

import subprocess
import sys
import warnings

import numpy as np
import pandas
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

# Drop-in replacement: the tests are written for scikit-learn, and only this import is different.
from mixseed import GaussianMixture

from . import sklearn_own_tests
from .conftest import blobs

ESTIMATORS = [
    GaussianMixture(),
    GaussianMixture(missing="marginal"),
    GaussianMixture(2),
    GaussianMixture(3),
    # For the data of the checks this start depends neither on the order of the rows nor on random numbers.
    GaussianMixture(2, init_params="hac:s=1", covariance_type="spherical"),
    GaussianMixture(3, init_params="hac:s=1", covariance_type="diag"),
]
# Weights and repeated rows change the random numbers of the start, so EM may reach another optimum. The names of the
# check differ between three versions of scikit-learn.
WEIGHT_CHECKS = {
    "check_sample_weight_equivalence_on_dense_data",
    "check_sample_weight_equivalence",
    "check_sample_weights_invariance",
}


@parametrize_with_checks(ESTIMATORS)
def test_scikit_learns_checks_of_an_estimator(estimator, check):
    random_start = estimator.n_components > 1 and estimator.init_params == "auto"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check(estimator)
        except AssertionError:
            if not (random_start and check.func.__name__ in WEIGHT_CHECKS):
                raise
            pytest.xfail("a start by draws is not the same for weights and for repeated rows")


@pytest.mark.parametrize("K", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical", "VEV", "EVE"])
def test_from_a_given_start_weights_are_repeated_rows_in_any_order(K, kind):
    rng = np.random.RandomState(K)
    X = load_iris().data
    weights, order = rng.randint(0, 5, len(X)), rng.permutation(len(X))
    start = GaussianMixture(K, covariance_type=kind, means_init=X[rng.choice(len(X), K, replace=False)])
    weighted = clone(start).fit(X[order], sample_weight=weights[order])
    repeated = clone(start).fit(X.repeat(weights, axis=0))
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-7)
    np.testing.assert_allclose(weighted.bic(X, sample_weight=weights), repeated.bic(X.repeat(weights, axis=0)))


def test_weights_of_one_change_no_bit():
    X = load_iris().data
    plain = GaussianMixture(4, random_state=0).fit(X)
    weighted = GaussianMixture(4, random_state=0).fit(X, sample_weight=np.ones(len(X)))
    np.testing.assert_array_equal(plain.means_, weighted.means_)
    np.testing.assert_array_equal(plain.covariances_, weighted.covariances_)


def test_a_drawn_start_finds_the_only_optimum_with_weights_too():
    X = blobs()[0]
    rng = np.random.RandomState(0)
    weights, order = rng.randint(0, 5, len(X)), rng.permutation(len(X))
    weighted = GaussianMixture(3, random_state=0).fit(X[order], sample_weight=weights[order])
    repeated = GaussianMixture(3, random_state=0).fit(X.repeat(weights, axis=0))
    assert abs(weighted.lower_bound_ - repeated.lower_bound_) < weighted.tol


@pytest.mark.parametrize(
    ("estimator", "excused"),
    [
        (GaussianMixture(), False),
        (GaussianMixture(3), True),
        (GaussianMixture(2, init_params="kmeans"), True),
        (GaussianMixture(3, init_params="hac:s=1", covariance_type="diag"), False),
    ],
)
def test_the_tags_name_the_check_that_drawn_starts_fail(estimator, excused):
    assert ("check_sample_weights_invariance" in estimator._more_tags()["_xfail_checks"]) == excused


@pytest.mark.parametrize("missing", ["error", "marginal"])
def test_the_tags_say_whether_missing_values_are_allowed(missing):
    mixture = GaussianMixture(missing=missing)
    try:
        from sklearn.utils import get_tags
    except ImportError:  # before scikit-learn 1.6
        allowed = mixture._get_tags()["allow_nan"]
    else:
        allowed = get_tags(mixture).input_tags.allow_nan
    assert allowed == (missing == "marginal")


# Tests that fail (the last two since scikit-learn 1.3 or later), and the reason why they should.
EXPECTED = {
    "test_check_weights": "its message has the largest and the smallest weight in each other's place",
    "test_gaussian_mixture_fit_convergence_warning": "wants a fit not to converge, and one version's wording",
    "test_init": "the best restart has the highest likelihood with the prior, which lower_bound_ is without",
    "test_multiple_init": "a restart without collapsed components is kept rather than the highest likelihood",
    "test_monotonic_likelihood": "wants tol=1e-7 within 600 fits of one round; a slow ridge takes longer",
    "test_regularisation": "wants an error for degenerate data, which are mended here",
    "test_gaussian_mixture_precisions_init_diag": "gives precisions in the order in which scikit-learn's KMeans numbers",
    "test_warm_start": "wants a second round although the first changed less than tol",
    "test_gaussian_mixture_precisions_init": "calls a private method of scikit-learn's class",
    "test_gaussian_mixture_all_init_does_not_estimate_gaussian_parameters": "counts calls of a private function",
}


def test_scikit_learns_own_tests_pass_but_for_those_that_are_explained():
    outcomes = sklearn_own_tests.run()
    failed = {name.split("[")[0] for name in outcomes.failed}
    assert failed <= set(EXPECTED), outcomes.failed
    assert len(outcomes.passed) >= 41


def test_pattern_fit_and_predict():
    X, truth = blobs()
    gm = GaussianMixture(n_components=3, random_state=0).fit(X)
    assert gm.means_.shape == (3, 2)
    assert adjusted_rand_score(truth, gm.predict(X)) == 1
    assert adjusted_rand_score(truth, GaussianMixture(n_components=3, random_state=0).fit_predict(X)) == 1


def test_pattern_loop_over_bic():
    X, _ = blobs()
    lowest, best = np.inf, None
    for covariance_type in ["spherical", "tied", "diag", "full"]:
        for n_components in range(1, 6):
            gmm = GaussianMixture(n_components=n_components, covariance_type=covariance_type, random_state=0).fit(X)
            if gmm.bic(X) < lowest:
                lowest, best = gmm.bic(X), gmm
    assert best.n_components == 3


@pytest.mark.filterwarnings("ignore:.*did not converge")
def test_pattern_warm_start():
    X, _ = blobs()
    gmm = GaussianMixture(n_components=3, warm_start=True, max_iter=1, tol=1e-6, random_state=0)
    for _ in range(100):
        gmm.fit(X)
        if gmm.converged_:
            break
    assert gmm.converged_


def test_pattern_pipeline_with_a_scaler():
    X, truth = blobs()
    model = make_pipeline(StandardScaler(), GaussianMixture(n_components=3, random_state=0))
    assert adjusted_rand_score(truth, model.fit_predict(X * [1, 1000])) == 1
    assert np.isfinite(model.score(X * [1, 1000]))


def test_pattern_grid_search():
    X, _ = blobs()
    grid = {"n_components": [1, 2, 3, 4], "covariance_type": ["spherical", "full"]}
    scorer = lambda estimator, rows, y=None: -estimator.bic(rows)  # noqa: E731
    search = GridSearchCV(GaussianMixture(random_state=0), grid, scoring=scorer).fit(X)
    assert search.best_params_["n_components"] == 3


def test_names_of_the_columns_of_a_data_frame_are_kept_and_used():
    X, _ = blobs()
    frame = pandas.DataFrame(X, columns=["width", "height"])
    mixture = GaussianMixture(3, random_state=0).fit(frame)
    assert list(mixture.feature_names_in_) == ["width", "height"]
    assert list(mixture.marginal(["height"]).feature_names_in_) == ["height"]
    np.testing.assert_array_equal(mixture.marginal(["height"]).means_, mixture.marginal([1]).means_)
    assert len(pandas.DataFrame(mixture.restarts_)) == 1
    with pytest.raises(ValueError, match="feature names"):
        mixture.predict(frame[["height", "width"]])


def test_a_clone_is_unfitted_and_has_every_parameter():
    mixture = GaussianMixture(3, init_params="ad/cem", labels_init=[0, 1], n_jobs=2)
    assert clone(mixture).get_params() == mixture.get_params()
    assert not hasattr(clone(mixture.set_params(labels_init=None).fit(blobs()[0])), "means_")


WITHOUT = """
import sys
for name in ("sklearn", "pandas", "matplotlib", "scipy"):
    sys.modules[name] = None  # an import of it is an ImportError
import numpy as np, pickle, warnings, mixseed
X = np.concatenate([np.random.RandomState(0).normal(size=(50, 2)) + center for center in (0, 9)])
mixture = mixseed.GaussianMixture(2, random_state=0).fit(X)
assert sorted(mixture.means_[:, 0].round()) == [0, 9]
assert mixture.set_params(n_init=2).get_params()["n_init"] == 2
assert repr(mixture) == "GaussianMixture(n_components=2, n_init=2, random_state=0)", repr(mixture)
pickle.loads(pickle.dumps(mixture)).predict(X.tolist())
def message(work):
    try:
        work()
    except ValueError as error:
        return str(error)
assert "not fitted" in message(lambda: mixseed.GaussianMixture().predict(X))
assert "3 features" in message(lambda: mixture.predict(np.zeros((2, 3))))
assert "finite" in message(lambda: mixture.fit([[0.0, np.nan], [1, 2]]))
assert "no parameter 'k'" in message(lambda: mixture.set_params(k=2))
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    mixseed.GaussianMixture(2, init_params="unif", max_iter=1, tol=0, random_state=0).fit(X)
assert "did not converge" in str(told[0].message)
auto = mixseed.AutoGaussianMixture((1, 2), covariance_type=["EII", "VVV"], random_state=0).fit(X)
assert auto.n_components_ == 2 and "covariance_type=['EII', 'VVV']" in repr(auto), repr(auto)
assert "not fitted" in message(lambda: mixseed.AutoGaussianMixture().predict(X))
regressor = mixseed.GaussianMixtureRegressor(2, random_state=0).fit(X[:, :1], X[:, 1])
assert 0.9 < regressor.score(X[:, :1], X[:, 1]) < 1 and regressor.predict(X[:, :1]).shape == (100,)
assert "not fitted" in message(lambda: mixseed.GaussianMixtureRegressor().predict(X))
y = ["a"] * 50 + ["b"] * 50
for classifier in (mixseed.GaussianMixtureClassifier(1), mixseed.GaussianMixtureClassifier(model_type="EDDA")):
    assert "not fitted" in message(lambda: classifier.predict(X))
    assert classifier.fit(X, y).score(X, y) == 1 and classifier.predict(X[:1]).tolist() == ["a"]
    assert "one class" in message(lambda: classifier.fit(X, ["a"] * 100))
    assert "whole numbers" in message(lambda: classifier.fit(X, X[:, 0]))
found = mixseed.mclust(X, 2, "EII", random_state=0)
assert mixseed.match(auto, found.model).distances.max() < 0.1
print(mixseed.select(X, range(1, 4), random_state=0).n_components)
"""


def test_everything_but_the_exchange_works_without_scikit_learn():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.stdout == "2\n", done.stderr
