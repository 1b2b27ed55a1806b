"""Discriminant analysis: a mixture for each class (MclustDA), or a Gaussian for each class of one family (EDDA)."""

import pickle
import warnings

import numpy as np
import pandas
import pytest
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import mixseed
from mixseed import CollapseWarning, GaussianMixtureClassifier

from .conftest import blobs

# The families, and the parameters of three covariances in four columns.
FAMILIES = {"EII": 1, "VII": 3, "EEI": 4, "VEI": 6, "EVI": 10, "VVI": 12, "EEE": 10, "VEE": 12, "EVE": 16, "VVE": 18}
FAMILIES.update({"EEV": 22, "VEV": 24, "EVV": 28, "VVV": 30})
IRIS, SPECIES = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[SPECIES]
CHECKED = [
    GaussianMixtureClassifier(1, covariance_type="full"),
    GaussianMixtureClassifier((1, 2), covariance_type=("EII", "VVI"), criterion="icl", missing="marginal"),
    GaussianMixtureClassifier(model_type="EDDA"),
    GaussianMixtureClassifier(model_type="EDDA", covariance_type=("EEE", "VVV"), criterion="cv", n_folds=3),
]


def edda(**parameters):
    return GaussianMixtureClassifier(model_type="EDDA", **parameters)


# Since scikit-learn 1.6 this check has 15 rows of 30 columns in three classes, and leaves one class a single row.
TINY_CHECKS = {"check_sample_weight_equivalence_on_dense_data"}


@parametrize_with_checks(CHECKED)
def test_scikit_learns_checks_of_a_classifier(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check(estimator)
        except (AssertionError, ValueError):
            if check.func.__name__ not in TINY_CHECKS:
                raise
            pytest.xfail("too few rows for the columns")


@pytest.mark.parametrize(("estimator", "excused"), list(zip(CHECKED, [False, True, False, False])))
def test_the_tags_excuse_drawn_starts_from_the_check_of_weights(estimator, excused):
    assert ("check_sample_weights_invariance" in estimator._more_tags()["_xfail_checks"]) == excused
    assert is_classifier(estimator)


def maximum_likelihood(X, y):
    """Means and covariances of the classes, with divisor n."""
    own = [X[y == label] for label in np.unique(y)]
    return np.array([rows.mean(axis=0) for rows in own]), np.array([np.cov(rows.T, bias=True) for rows in own])


@pytest.mark.parametrize("make", [edda, lambda **p: GaussianMixtureClassifier(1, **p)], ids=["EDDA", "MclustDA"])
@pytest.mark.parametrize(("X", "y"), [(IRIS, SPECIES), load_wine(return_X_y=True)], ids=["iris", "wine"])
def test_full_is_quadratic_discriminant_analysis_with_divisor_n(make, X, y):
    found = make(covariance_type="full").fit(X, y)
    means, covariances = maximum_likelihood(X, y)
    theirs = QuadraticDiscriminantAnalysis(store_covariance=True).fit(X, y)
    for k, mixture in enumerate(found.mixtures_):
        np.testing.assert_allclose(mixture.means_, [means[k]], rtol=1e-12)
        scale = np.abs(covariances[k]).max()
        np.testing.assert_allclose(mixture.covariances_[0], covariances[k], atol=1e-12 * scale)
        divisor = np.trace(theirs.covariance_[k]) / np.trace(covariances[k])  # that of scikit-learn depends on its version
        np.testing.assert_allclose(mixture.covariances_[0] * divisor, theirs.covariance_[k], atol=1e-12 * scale)
    np.testing.assert_allclose(found.priors_, theirs.priors_)


@pytest.mark.parametrize(("X", "y"), [(IRIS, SPECIES), load_wine(return_X_y=True)], ids=["iris", "wine"])
def test_tied_is_linear_discriminant_analysis(X, y):
    found = edda(covariance_type="tied").fit(X, y)
    theirs = LinearDiscriminantAnalysis(solver="lsqr", store_covariance=True).fit(X, y)
    for k, mixture in enumerate(found.mixtures_):
        np.testing.assert_allclose(mixture.means_[0], theirs.means_[k], rtol=1e-12)
        np.testing.assert_allclose(mixture.covariances_, theirs.covariance_, atol=1e-12 * np.abs(theirs.covariance_).max())
    np.testing.assert_allclose(found.predict_proba(X), theirs.predict_proba(X), atol=1e-8)


def test_the_lower_bound_of_covariances_holds_in_each_class():
    X = IRIS.copy()
    X[SPECIES == 0, 2] = 1.5  # constant in one class
    found = GaussianMixtureClassifier(1, covariance_type="full", resolution=0, reg_covar=1e-3).fit(X, SPECIES)
    np.testing.assert_allclose(found.mixtures_[0].covariances_[0, 2, 2], 1e-3 * X[:, 2].var(), rtol=1e-6)
    assert found.score(X, SPECIES) > 0.95
    rounded = GaussianMixtureClassifier(1, covariance_type="full").fit(X, SPECIES)  # columns are recorded in steps of 0.1
    np.testing.assert_allclose(rounded.mixtures_[0].covariances_[0, 2, 2], 0.5 * 0.1**2, rtol=1e-6)


@pytest.mark.filterwarnings("ignore::mixseed.CollapseWarning")
def test_columns_that_are_constant_in_a_class_leave_quadratic_discriminant_analysis_usable():
    X, y = load_digits(return_X_y=True)
    found = GaussianMixtureClassifier(1, covariance_type="full").fit(X[:900], y[:900])
    assert found.score(X[900:], y[900:]) > 0.95


@pytest.mark.parametrize("family", FAMILIES)
def test_edda_obeys_its_family_for_all_classes_together(family):
    found = edda(covariance_type=family).fit(IRIS, SPECIES)
    covariances = np.array([np.atleast_2d(mixseed._model.full_covariances(one)[0]) for one in found.mixtures_])
    values = np.linalg.eigvalsh(covariances)
    volumes = values.prod(axis=1) ** 0.25
    shapes = values / volumes[:, np.newaxis]
    if family[0] == "E":
        np.testing.assert_allclose(volumes, volumes[0], rtol=1e-6)
    if family[1] in "EI" and family[2] != "I":
        np.testing.assert_allclose(shapes, shapes[[0, 0, 0]], rtol=1e-5)
    if family[2] == "I":
        assert all(np.count_nonzero(one - np.diag(np.diag(one))) == 0 for one in covariances)
    if family[2] == "E":  # common axes
        products = covariances[0] @ covariances[1]
        np.testing.assert_allclose(products, products.T, atol=1e-9)
    (line,) = found.candidates_
    assert line["parameters"] == FAMILIES[family] + 3 * 4 + 2


def test_edda_ranks_families_by_the_likelihood_of_rows_and_labels():
    found = edda().fit(IRIS, SPECIES)
    lines = {line["covariance"]: line for line in found.candidates_}
    assert len(lines) == 14 and found.covariance_types_ == ["VEV"] * 3 and found.n_components_ == [1, 1, 1]
    assert found.criterion_ == min(line["bic"] for line in lines.values()) == lines["VEV"]["bic"]
    joint = np.stack([one.score_samples(IRIS) for one in found.mixtures_], axis=1) + np.log(1 / 3)
    own = joint[np.arange(150), SPECIES]
    assert lines["VEV"]["log_likelihood"] == pytest.approx(own.mean())
    assert lines["VEV"]["bic"] == pytest.approx(-2 * own.sum() + lines["VEV"]["parameters"] * np.log(150))
    narrow_to_wide = [("EII", "EEI"), ("EEI", "VEI"), ("VEI", "diag"), ("tied", "VEE"), ("VEE", "VEV"), ("VEV", "full")]
    for narrow, wide in narrow_to_wide:
        assert lines[narrow]["log_likelihood"] <= lines[wide]["log_likelihood"] + 1e-9
    assert edda(criterion="aic").fit(IRIS, SPECIES).criterion_ == min(line["aic"] for line in lines.values())


def test_cross_validation_counts_errors_of_rows_that_were_left_out():
    families = ["EII", "VVV"]
    X, y = IRIS[50::2], SPECIES[50::2]
    found = edda(covariance_type=families, criterion="cv", n_folds=len(X), random_state=0).fit(X, y)
    for line in found.candidates_:
        one = edda(covariance_type=line["covariance"])
        left = [(np.arange(len(X)) != i, i) for i in range(len(X))]
        wrong = [one.fit(X[kept], y[kept]).predict(X[[i]])[0] != y[i] for kept, i in left]
        assert line["cv"] == pytest.approx(np.mean(wrong)) and any(wrong)
    assert found.criterion_ == min(line["cv"] for line in found.candidates_)
    settings = dict(covariance_type=families, criterion="cv", random_state=0)
    again = edda(**settings).fit(IRIS, SPECIES).candidates_
    for costs, factor in ((None, 1), (1 - np.eye(3), 1), (2 - 2 * np.eye(3), 2)):
        priced = edda(costs=costs, **settings).fit(IRIS, SPECIES).candidates_
        assert [line["cv"] for line in priced] == pytest.approx([factor * line["cv"] for line in again])


def test_each_class_gets_the_mixture_that_select_chooses():
    X, groups = blobs(300, ((0, 0), (9, 0), (0, 9)))
    y = np.where(groups == 1, "inner", "outer")
    found = GaussianMixtureClassifier(range(1, 4), covariance_type=["EII", "VVV"], random_state=0).fit(X, y)
    assert found.n_components_ == [1, 2] and found.covariance_types_ == ["EII", "EII"] and found.score(X, y) == 1
    for label, mixture, table in zip(found.classes_, found.mixtures_, found.candidates_):
        own = X[y == label]
        alone = mixseed.select(own, range(1, 4), covariance_type=["EII", "VVV"], random_state=0)
        np.testing.assert_allclose(mixture.means_, alone.best.means_)
        assert [line["bic"] for line in table] == pytest.approx([line["bic"] for line in alone.table])
    assert found.criterion_ == pytest.approx(sum(min(line["bic"] for line in table) for table in found.candidates_))
    fixed = GaussianMixtureClassifier(2, covariance_type="diag", random_state=0).fit(X, y)
    assert fixed.n_components_ == [2, 2] and fixed.covariance_types_ == ["diag", "diag"]


@pytest.mark.parametrize("model", [edda(), GaussianMixtureClassifier((1, 2), covariance_type=["EEE", "VVI"])])
def test_probabilities_are_bayes_rule_and_sum_to_one(model):
    found = clone(model).fit(IRIS, NAMES)
    assert found.classes_.tolist() == ["setosa", "versicolor", "virginica"]
    chances = found.predict_proba(IRIS)
    np.testing.assert_allclose(chances.sum(axis=1), 1, rtol=1e-12)
    joint = np.stack([one.score_samples(IRIS) for one in found.mixtures_], axis=1) + np.log(found.priors_)
    by_hand = joint - np.logaddexp.reduce(joint, axis=1)[:, np.newaxis]
    np.testing.assert_allclose(found.predict_log_proba(IRIS), by_hand, atol=1e-9)
    np.testing.assert_allclose(np.log(chances[chances > 0]), found.predict_log_proba(IRIS)[chances > 0], atol=1e-12)
    assert (found.predict(IRIS) == found.classes_[chances.argmax(axis=1)]).all()
    assert found.score(IRIS, NAMES) == np.mean(found.predict(IRIS) == NAMES) > 0.95
    far = found.predict_proba([[1e6, -1e6, 1e6, 0.0]])
    assert np.isfinite(far).all() and far.sum() == pytest.approx(1)
    restored = pickle.loads(pickle.dumps(found))
    np.testing.assert_array_equal(restored.predict_proba(IRIS), chances)


def test_priors_change_the_odds_and_nothing_else():
    plain = edda(covariance_type="tied").fit(IRIS, SPECIES)
    given = edda(covariance_type="tied", priors=[0.2, 0.1, 0.7]).fit(IRIS, SPECIES)
    np.testing.assert_array_equal(given.priors_, [0.2, 0.1, 0.7])
    np.testing.assert_allclose(
        given.predict_log_proba(IRIS)[:, 2] - given.predict_log_proba(IRIS)[:, 1],
        plain.predict_log_proba(IRIS)[:, 2] - plain.predict_log_proba(IRIS)[:, 1] + np.log(7),
    )
    never = edda(covariance_type="tied", priors=[0.5, 0.5, 0]).fit(IRIS, SPECIES)
    assert not never.predict_proba(IRIS)[:, 2].any() and set(never.predict(IRIS)) == {0, 1}
    for wrong in ([0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 1.0], [np.nan, 0.5, 0.5]):
        with pytest.raises(ValueError, match="priors: expected 3 numbers"):
            edda(priors=wrong).fit(IRIS, SPECIES)


def test_costs_are_minimised_in_expectation():
    costs = np.array([[0, 1, 1], [1, 0, 1], [1, 20, 0]])  # to take virginica for versicolor is expensive
    plain, careful = (edda(costs=table).fit(IRIS, SPECIES) for table in (None, costs))
    chances = plain.predict_proba(IRIS)
    np.testing.assert_array_equal(careful.predict_proba(IRIS), chances)
    np.testing.assert_array_equal(careful.predict(IRIS), (chances @ costs).argmin(axis=1))
    assert np.sum(careful.predict(IRIS) == 1) < np.sum(plain.predict(IRIS) == 1)
    np.testing.assert_array_equal(edda(costs=1 - np.eye(3)).fit(IRIS, SPECIES).predict(IRIS), plain.predict(IRIS))
    for wrong in ([[0, 1], [1, 0]], np.full((3, 3), np.nan)):
        with pytest.raises(ValueError, match="costs: expected 3 x 3 finite numbers"):
            edda(costs=wrong).fit(IRIS, SPECIES)


def with_rows_of_versicolor(count):
    kept = np.r_[0:50, 50 : 50 + count, 100:150]
    return IRIS[kept], NAMES[kept]


def test_a_class_of_one_row_needs_shared_covariances():
    X, y = with_rows_of_versicolor(1)
    with pytest.raises(ValueError, match="class 'versicolor' has 1 row: expected at least 2.*model_type='EDDA'"):
        GaussianMixtureClassifier().fit(X, y)
    found = edda().fit(X, y)
    assert found.covariance_types_[0] in ("EII", "EEI", "tied") and found.score(IRIS, NAMES) > 0.85
    collapsed = {line["covariance"] for line in found.candidates_ if line["collapsed"]}
    assert {"spherical", "diag", "full", "VEV", "EEV"} <= collapsed and not {"EII", "EEI", "tied"} & collapsed
    with pytest.warns(CollapseWarning, match="class 'versicolor' has fewer than the 5 rows"):
        assert np.isfinite(edda(covariance_type="full").fit(X, y).predict_proba(IRIS)).all()


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_classes_of_few_rows_get_few_parameters(count):
    X, y = with_rows_of_versicolor(count)
    with warnings.catch_warnings():
        warnings.simplefilter("error", CollapseWarning)
        found = GaussianMixtureClassifier(random_state=0).fit(X, y)
        jointly = edda().fit(X, y)
    assert found.n_components_[1] == 1 and found.score(IRIS, NAMES) > 0.7
    assert jointly.score(IRIS, NAMES) > 0.85
    variances = np.linalg.eigvalsh(mixseed._model.full_covariances(found.mixtures_[1])[0])
    assert variances.min() > 1e-4  # no needle


def test_a_number_of_components_above_the_rows_of_a_class_is_refused():
    X, y = with_rows_of_versicolor(3)
    with pytest.raises(ValueError, match="n_components: class 'versicolor' has 3 rows, fewer than 4 components"):
        GaussianMixtureClassifier(4).fit(X, y)


@pytest.mark.parametrize("model", [edda(), GaussianMixtureClassifier(1, covariance_type=["EEE", "VVV"])])
def test_missing_values_are_used_or_refused(model):
    gaps = IRIS.copy()
    gaps[np.random.RandomState(0).uniform(size=gaps.shape) < 0.1] = np.nan
    with pytest.raises(ValueError, match="missing='marginal'"):
        clone(model).fit(gaps, SPECIES)
    found = clone(model).set_params(missing="marginal").fit(gaps, SPECIES)
    assert found.score(gaps, SPECIES) > 0.93 and found.score(IRIS, SPECIES) > 0.95
    np.testing.assert_allclose(found.predict_proba([[np.nan] * 4]), [found.priors_])
    petal = np.array([[np.nan, np.nan, 4.5, 1.4]])
    by_hand = np.array([one.marginal([2, 3]).score_samples(petal[:, 2:])[0] for one in found.mixtures_])
    chances = found.priors_ * np.exp(by_hand)
    np.testing.assert_allclose(found.predict_proba(petal)[0], chances / chances.sum())
    with pytest.raises(ValueError, match="NaN"):
        clone(model).fit(IRIS, SPECIES).predict(gaps)


def test_a_class_without_any_value_of_a_column_is_named():
    gaps = IRIS.copy()
    gaps[SPECIES == 1, 2] = np.nan
    with pytest.raises(ValueError, match="class 'versicolor': "):
        GaussianMixtureClassifier(1, missing="marginal").fit(gaps, NAMES)


@pytest.mark.parametrize("model", [edda(covariance_type=["EEE", "VEV"]), GaussianMixtureClassifier(1)])
def test_a_weight_counts_as_that_many_rows(model):
    weights = np.random.RandomState(0).randint(0, 4, 150)
    weighted = clone(model).fit(IRIS, SPECIES, sample_weight=weights)
    repeated = clone(model).fit(IRIS.repeat(weights, axis=0), SPECIES.repeat(weights))
    np.testing.assert_allclose(weighted.priors_, repeated.priors_)
    np.testing.assert_allclose(weighted.predict_proba(IRIS), repeated.predict_proba(IRIS), atol=1e-7)
    assert weighted.criterion_ == pytest.approx(repeated.criterion_)


def test_pipelines_searches_and_names_of_columns():
    model = edda(random_state=0)
    pipeline = make_pipeline(StandardScaler(), clone(model))
    assert cross_val_score(pipeline, IRIS, NAMES, cv=5).mean() > 0.95
    search = GridSearchCV(model, {"covariance_type": ["EII", "full"]}, cv=5).fit(IRIS, NAMES)
    assert search.best_params_ == {"covariance_type": "full"}
    frame = pandas.DataFrame(IRIS, columns=["a", "b", "c", "d"])
    found = clone(model).fit(frame, pandas.Series(NAMES))
    assert list(found.mixtures_[0].marginal(["d"]).feature_names_in_) == ["d"]
    with pytest.raises(ValueError, match="feature names"):
        found.predict(frame[["b", "a", "c", "d"]])


def test_a_shift_and_units_of_the_columns_change_no_decision():
    X = IRIS + np.random.RandomState(0).uniform(-0.05, 0.05, IRIS.shape)
    for model in (edda(covariance_type=["EEE", "VVV"]), GaussianMixtureClassifier(1, covariance_type="VVV")):
        plain = clone(model).fit(X, SPECIES).predict_log_proba(X)
        other = clone(model).fit(1000 * X - 5e4, SPECIES).predict_log_proba(1000 * X - 5e4)
        np.testing.assert_allclose(other, plain, atol=1e-6)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"model_type": "edda"}, "model_type: expected 'MclustDA' or 'EDDA', got 'edda'"),
        ({"criterion": "cv"}, r"criterion: expected one of \('bic', 'aic', 'icl'\) for MclustDA, got 'cv'"),
        ({"model_type": "EDDA", "criterion": "icl"}, "for EDDA, got 'icl'"),
        ({"n_folds": 1}, "n_folds: expected a whole number of at least 2"),
        ({"n_components": 0}, "n_components: expected a whole number of at least 1"),
        ({"n_components": None}, "n_components: expected a whole number or several"),
        ({"covariance_type": "round"}, "covariance_type"),
        ({"model_type": "EDDA", "covariance_type": "round"}, "round"),
        ({"missing": "drop"}, "missing: expected"),
    ],
)
def test_wrong_parameters_are_refused_with_what_was_expected(parameters, said):
    model = GaussianMixtureClassifier(**parameters)
    with pytest.raises(ValueError, match=said):
        model.fit(IRIS, SPECIES)
    assert not hasattr(model, "classes_")


def test_wrong_labels_and_rows_are_refused():
    for labels, said in [
        (None, "target y is None"),
        (SPECIES[:-1], "expected a label for each of 150 rows, got 149"),
        (IRIS[:, 0], "Unknown label type"),
        (np.zeros(150), "y has one class, 0.0"),
    ]:
        with pytest.raises(ValueError, match=said):
            edda().fit(IRIS, labels)
    with pytest.raises(ValueError, match="rows as an array or a data frame"):
        edda().fit(mixseed.chunks([IRIS]), SPECIES)
    fitted = edda().fit(IRIS, SPECIES)
    before = fitted.mixtures_
    with pytest.raises(ValueError, match="NaN"):
        fitted.fit(np.full((4, 4), np.nan), [0, 1, 0, 1])
    assert fitted.mixtures_ is before and fitted.score(IRIS, SPECIES) > 0.95
