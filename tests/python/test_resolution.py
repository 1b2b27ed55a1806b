"""Recording steps, point masses, wide data and the prior that the default chooses."""

import json
import runpy
import warnings
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.metrics import adjusted_rand_score

import mixseed
from mixseed import DataWarning, GaussianMixture

STATES = range(10)
SURVEY = Path(__file__).parents[2] / "data" / "survey.py"


@pytest.fixture(scope="module")
def survey():
    return runpy.run_path(str(SURVEY))["survey"]()


def standardised(rows):
    return (rows - rows.mean(axis=0)) / rows.std(axis=0)


def index_of(rows, labels, k, **settings):
    return adjusted_rand_score(labels, GaussianMixture(k, **settings).fit_predict(rows))


@pytest.mark.parametrize("prepare", [lambda rows: rows, standardised, lambda rows: rows.astype(np.float32)])
def test_groups_of_a_survey_of_integers_are_found_from_every_seed(survey, prepare):
    rows, group = survey
    assert min(index_of(prepare(rows), group, 3, random_state=state) for state in STATES) >= 0.98


@pytest.mark.parametrize("prepare", [lambda rows: rows, standardised])
def test_bic_chooses_as_many_components_as_the_survey_has_groups(survey, prepare):
    assert mixseed.select(prepare(survey[0]), range(1, 9)).best.n_components == 3


def test_a_rotated_survey_gives_groups_or_a_warning(survey):
    rows, group = survey
    rotated = (rows - rows.mean(axis=0)) @ np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)[2].T
    for state in STATES:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            index = index_of(rotated, group, 3, random_state=state)
        assert index >= 0.98 or any(issubclass(one.category, mixseed.CollapseWarning) for one in told)


@pytest.mark.parametrize("copies", [2, 4])
def test_repeated_rows_of_iris_give_the_clusters_of_iris(copies):
    rows, labels = load_iris(return_X_y=True)
    rows, labels = np.repeat(rows, copies, axis=0), np.repeat(labels, copies)
    assert min(index_of(rows, labels, 3, random_state=state) for state in STATES) >= 0.9


def test_no_component_of_the_diabetes_data_is_a_single_value():
    rows = load_diabetes(scaled=False).data
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # the sex is one of two values
        model = GaussianMixture(3, random_state=0).fit(rows)
    deviations = np.sqrt([np.diag(covariance) for covariance in model.covariances_])
    assert (deviations >= 0.7 * model.resolution_).all()
    assert (deviations[:, 7] > 0.2).all(), "s4 has values from 2 to 9"


@pytest.mark.parametrize(
    ("column", "step"),
    [
        (np.arange(60.0) % 13, 1),
        (np.round(np.random.default_rng(0).normal(size=300), 1), 0.1),
        (np.round(np.random.default_rng(0).normal(size=300), 2).astype(np.float32), 0.01),
        (np.random.default_rng(0).normal(size=300), 0),
        (np.repeat(np.random.default_rng(0).normal(size=100), 3), 0),
    ],
)
def test_the_step_of_a_column_is_found(column, step):
    rows = np.c_[column, np.random.default_rng(1).normal(size=len(column))].astype(column.dtype)
    np.testing.assert_allclose(GaussianMixture(1).fit(rows).resolution_, [step, 0], rtol=1e-4)


def test_steps_can_be_given(survey):
    rows, _ = survey
    assert GaussianMixture(2, resolution=0, random_state=0).fit(rows).resolution_.tolist() == [0, 0, 0]
    given = GaussianMixture(2, resolution=[1, 2, 3], random_state=0).fit(rows)
    assert given.resolution_.tolist() == [1, 2, 3]
    least = np.sqrt(0.5) * np.array([1, 2, 3])
    assert (np.sqrt([np.diag(covariance) for covariance in given.covariances_]) >= least * (1 - 1e-9)).all()


@pytest.mark.parametrize("resolution", [-1, np.nan, "fine", [[1]], []])
def test_steps_that_cannot_be_are_refused(survey, resolution):
    with pytest.raises(ValueError, match="resolution: expected 'auto', a number of at least 0"):
        GaussianMixture(2, resolution=resolution).fit(survey[0])


def test_a_step_for_each_column_or_one_for_all(survey):
    with pytest.raises(ValueError, match="resolution: expected one number, or one for each of 3 columns, got 2"):
        GaussianMixture(2, resolution=[1, 1]).fit(survey[0])


@pytest.mark.parametrize("family", ["tied", "diag", "spherical", "EVE", "VEV", "EII", "EEI"])
def test_the_steps_bound_every_family(survey, family):
    model = GaussianMixture(2, covariance_type=family, random_state=0).fit(survey[0][:500])
    for covariance in full_covariances(model):
        assert np.linalg.eigvalsh(covariance - 0.5 * np.eye(3)).min() >= -1e-9


def full_covariances(model):
    """The covariances as full matrices, for every layout."""
    d, numbers = model.means_.shape[1], np.asarray(model.covariances_)
    if numbers.shape == (d, d):
        return [numbers]
    return [one if one.ndim == 2 else np.diag(np.broadcast_to(one, d)) for one in numbers]


def test_missing_values_keep_the_steps_of_what_is_observed(survey):
    rows = survey[0][:1000].copy()
    rows[np.random.default_rng(0).random(rows.shape) < 0.2] = np.nan
    model = GaussianMixture(3, missing="marginal", random_state=0).fit(rows)
    assert model.resolution_.tolist() == [1, 1, 1]
    assert adjusted_rand_score(survey[1][:1000], model.predict(rows)) > 0.8


def test_a_model_file_has_the_steps(survey, tmp_path):
    path = tmp_path / "model.json"
    model = GaussianMixture(2, random_state=0).fit(survey[0])
    model.save(path)
    assert json.loads(path.read_text())["provenance"]["resolution"] == [1, 1, 1]
    assert GaussianMixture.load(path).resolution_.tolist() == [1, 1, 1]
    GaussianMixture(2, random_state=0).fit(np.random.default_rng(0).normal(size=(50, 2))).save(path)
    assert "resolution" not in json.loads(path.read_text())["provenance"]


def test_a_column_that_is_mostly_one_value_is_named():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(500, 3))
    rows[:300, 1] = 0
    with pytest.warns(DataWarning, match="column 2: 60 % of the rows have the value 0") as told:
        GaussianMixture(2, random_state=0).fit(rows)
    assert told[0].filename == __file__
    rows[:, 2] = rng.integers(0, 2, 500)
    with pytest.warns(DataWarning, match="column 3: 5.* have"):
        GaussianMixture(2, random_state=0).fit(rows)


def test_the_warning_has_the_name_of_the_column():
    pandas = pytest.importorskip("pandas")
    rows = np.random.default_rng(0).normal(size=(500, 2))
    rows[:300, 1] = 0
    with pytest.warns(DataWarning, match=r"^column 2 \(claims\): 60 % of the rows have the value 0"):
        GaussianMixture(2, random_state=0).fit(pandas.DataFrame(rows, columns=["age", "claims"]))


def test_ordinary_data_are_fitted_without_a_warning(survey):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GaussianMixture(3, random_state=0).fit(survey[0])
        GaussianMixture(2, random_state=0).fit(np.random.default_rng(0).normal(size=(100, 3)))
        # A fifth of the petal widths are 0.2, because they are rounded to 0.1; this needs no warning.
        GaussianMixture(3, random_state=0).fit(load_iris().data)


def test_two_groups_in_many_columns_are_found_and_a_warning_says_what_helps():
    rng = np.random.default_rng(8)
    group = rng.integers(0, 2, 1000)
    rows = rng.normal(size=(1000, 200)) + np.outer(group, np.full(200, 14 / np.sqrt(200)))
    with pytest.warns(DataWarning, match="250 rows per component for 200 columns.*Tied or diagonal"):
        GaussianMixture(4, max_iter=1, random_state=0).fit(rows)
    assert index_of(rows, group, 2, random_state=0) == 1


def test_the_prior_keeps_spurious_components_away():
    spurious = 0
    for state in range(20):
        rng = np.random.default_rng(state)
        rows = rng.normal(size=(150, 2)) + np.outer(rng.integers(0, 2, 150), [3, 0])
        model = GaussianMixture(5, random_state=state).fit(rows)
        least = [np.linalg.eigvalsh(covariance)[0] for covariance in model.covariances_]
        spurious += any(150 * weight < 15 and value < 0.02 for weight, value in zip(model.weights_, least))
    assert spurious <= 1


def test_the_prior_is_chosen_for_the_default_methods_only():
    rows = np.random.default_rng(0).normal(size=(80, 2))
    assert "prior=1" in GaussianMixture(5, random_state=0).fit(rows).method_
    assert "prior" not in GaussianMixture(5, init_params="kmeans++/kmeans", random_state=0).fit(rows).method_
    by_rule = GaussianMixture(5, prior="auto", init_params="kmeans++/kmeans", random_state=0).fit(rows)
    given = GaussianMixture(5, prior=1, init_params="kmeans++/kmeans", random_state=0).fit(rows)
    np.testing.assert_array_equal(by_rule.covariances_, given.covariances_)
    plenty = GaussianMixture(2, random_state=0).fit(np.random.default_rng(0).normal(size=(1000, 2)))
    assert "prior" not in plenty.method_


def test_criteria_are_those_of_the_likelihood_without_the_prior():
    rows = np.random.default_rng(0).normal(size=(80, 2))
    model = GaussianMixture(3, prior=5, random_state=0).fit(rows)
    assert model.bic(rows) == pytest.approx(-2 * 80 * model.score(rows) + 17 * np.log(80), rel=1e-12)


def test_bootstrap_replications_keep_the_steps(survey):
    model = GaussianMixture(3, random_state=0).fit(survey[0][:600])
    drawn = mixseed.bootstrap(survey[0][:600], model, n=5, kind="model", random_state=0)
    assert np.linalg.eigvalsh(drawn.replications["covariances"] - 0.5 * np.eye(3)).min() > -1e-9
