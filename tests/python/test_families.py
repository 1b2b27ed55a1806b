"""covariance_type: fourteen families, and the choice among them."""

from pathlib import Path

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture

IRIS = Path(__file__).parents[2] / "data" / "iris.csv"
LETTERS = "EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV".split()


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(3)
    return np.concatenate([rng.normal(size=(60, 3)) * scale + center for center, scale in ((0, 1), (8, 0.5), (16, 2))])


@pytest.mark.parametrize("kind", LETTERS)
def test_every_family_fits_predicts_and_survives_a_file(rows, tmp_path, kind):
    mixture = GaussianMixture(3, covariance_type=kind, random_state=0).fit(rows)
    assert sorted(np.bincount(mixture.predict(rows))) == [60, 60, 60]
    assert mixture.precisions_.shape == mixture.covariances_.shape
    mixture.save(tmp_path / "model.json")
    again = GaussianMixture.load(tmp_path / "model.json")
    assert again.bic(rows) == mixture.bic(rows)
    theirs = mixture.marginal([0, 1])
    assert theirs.means_.shape == (3, 2)


def test_our_words_and_mclusts_letters_are_the_same_fit(rows):
    for ours, letters in {"full": "VVV", "tied": "EEE", "diag": "VVI", "diagonal": "VVI", "spherical": "VII"}.items():
        left, right = (GaussianMixture(3, covariance_type=kind, random_state=0).fit(rows) for kind in (ours, letters))
        np.testing.assert_array_equal(left.covariances_, right.covariances_)


@pytest.mark.parametrize("kind", LETTERS)
def test_starts_from_memberships_and_precisions(rows, kind):
    labels = np.repeat([0, 1, 2], 60)
    mixture = GaussianMixture(3, covariance_type=kind, labels_init=labels, tol=1e-9).fit(rows)
    again = GaussianMixture(
        3, covariance_type=kind, means_init=mixture.means_, precisions_init=mixture.precisions_, max_iter=50, tol=1e-9
    ).fit(rows)
    assert again.lower_bound_ == pytest.approx(mixture.lower_bound_, abs=1e-6)


def test_selection_over_all_families(rows):
    chosen = mixseed.select(rows, range(1, 5), covariance_type="all", random_state=0)
    assert len(chosen.models) == len(chosen.table) == 14 * 4
    standing = [line for line in chosen.table if not line["collapsed"]]
    best = min(standing, key=lambda line: line["bic"])
    assert (chosen.best.n_components, chosen.best.covariance_type) == (best["components"], best["covariance"])
    for model, line in zip(chosen.models, chosen.table):
        assert model.covariance_type == line["covariance"] and model._n_parameters() == line["parameters"]
        assert model.bic(rows) == pytest.approx(line["bic"])


@pytest.mark.parametrize("method", ["auto", "quick", "ad/cem"])
def test_selection_among_numbers_gives_the_models_of_single_fits(rows, method):
    """If a smaller model is more likely, the larger one gets one more restart and ends at least as high."""
    setting = {"init_params": method, "random_state": 0}
    models = mixseed.select(rows, range(1, 7), **setting).models
    assert any(len(model.restarts_) == 1 for model in models)
    for fewer, model in zip([None, *models], models):
        alone = GaussianMixture(model.n_components, **setting).fit(rows)
        if len(model.restarts_) == 1:
            np.testing.assert_array_equal(model.means_, alone.means_)
            np.testing.assert_array_equal(model.covariances_, alone.covariances_)
        else:
            assert alone.lower_bound_ < fewer.lower_bound_ or alone.collapsed_ > 0
            assert model.lower_bound_ >= fewer.lower_bound_ - 1e-9


def test_selection_prints_as_a_table_and_is_a_frame(rows):
    chosen = mixseed.select(rows, [2, 3], covariance_type=["EEE", "VVV"], random_state=0)
    lines = str(chosen).splitlines()
    assert [line.split()[0] for line in lines[2:4]] == ["tied", "full"]
    assert sum(line.count("*") for line in lines[2:4]) == 1 and lines[4].strip().startswith("Best: ")
    frame = chosen.to_frame()
    names = ["components", "covariance", "log_likelihood", "parameters", "bic", "aic", "icl", "collapsed"]
    assert list(frame.columns) == names and len(frame) == 4


def test_selection_draws_a_curve_for_every_family(rows):
    pytest.importorskip("matplotlib").use("Agg")
    chosen = mixseed.select(rows, [1, 2, 3], covariance_type="all", random_state=0)
    axes = chosen.plot()
    assert len(axes.lines) == 14 + 1
    assert {text.get_text() for text in axes.get_legend().get_texts()} == {m.covariance_type for m in chosen.models}


def test_unknown_families_are_named(rows):
    with pytest.raises(ValueError, match="oval"):
        GaussianMixture(2, covariance_type="oval").fit(rows)
    with pytest.raises(ValueError, match="oval"):
        mixseed.select(rows, [1, 2], covariance_type=["VVV", "oval"])


def test_common_axes_are_found_in_the_first_round_already():
    """From these labels an exact M-step, and mclust, end at -5243.4; two sweeps of the axes per round end at -5364.5."""
    cluster, datasets = pytest.importorskip("sklearn.cluster"), pytest.importorskip("sklearn.datasets")
    X = datasets.load_breast_cancer().data[:, :5]
    labels = cluster.KMeans(2, n_init=10, random_state=0).fit_predict((X - X.mean(axis=0)) / X.std(axis=0))
    mixture = GaussianMixture(2, covariance_type="EVE", labels_init=labels).fit(X)
    assert mixture.score(X) * len(X) == pytest.approx(-5243.44, abs=0.01)


def broken_by(covariances, letters):
    """The largest deviation of the covariances from the family's constraints on volume, shape and orientation."""
    dim = covariances.shape[1]
    volumes = np.array([np.linalg.slogdet(one)[1] for one in covariances]) / dim
    shapes = covariances / np.exp(volumes)[:, None, None]
    off_diagonal = max(np.abs(one - np.diag(np.diag(one))).max() for one in shapes)
    spectra = np.log([np.diag(one) if letters[2] == "I" else np.linalg.eigvalsh(one) for one in shapes])
    gaps = [0.0]
    if letters[0] == "E":
        gaps.append(np.ptp(volumes))
    if letters[1] in "IE":
        gaps.append(np.ptp(spectra, axis=None if letters[1] == "I" else 0).max())
    if letters[2] == "I":
        gaps.append(off_diagonal)
    if letters[2] == "E":  # common axes: the matrices commute
        gaps.append(max(np.abs(a @ b - b @ a).max() / (np.abs(a).max() * np.abs(b).max()) for a in shapes for b in shapes))
    return max(gaps)


def full_covariances(mixture):
    dim = mixture.means_.shape[1]
    each = [mixture.covariances_] * len(mixture.means_) if mixture.covariance_type == "EEE" else mixture.covariances_
    return np.array([np.eye(dim) * one if np.ndim(one) == 0 else np.diag(one) if np.ndim(one) == 1 else one for one in each])


OBEYING = [
    dict(),
    dict(init_params="kmeans"),
    dict(init_params="ad/cem"),
    dict(init_params="whiten/uniform/search"),
    dict(precisions_init="full"),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("letters", LETTERS)
def test_every_model_obeys_its_family_and_has_the_likelihood_that_is_reported(letters):
    iris = np.loadtxt(IRIS, delimiter=",", skiprows=1, usecols=range(4))
    integers = np.random.RandomState(1).randint(0, 6, size=(60, 3)).astype(float)
    for whole in (iris, integers):
        gaps = whole.copy()
        gaps[::7, 0] = np.nan
        for rows, missing in ((whole, "error"), (gaps, "marginal")):
            for start in OBEYING:
                if "precisions_init" in start:
                    start = dict(precisions_init=any_precisions(letters, 4, rows.shape[1]))
                for most in (0, 3):
                    settings = dict(covariance_type=letters, max_iter=most, missing=missing, random_state=0)
                    mixture = GaussianMixture(4, **settings, **start).fit(rows)
                    assert broken_by(full_covariances(mixture), letters) < 1e-6, (start, most, missing)
                    assert mixture.lower_bound_ == pytest.approx(mixture.score(rows), rel=1e-10)


def any_precisions(letters, components, dim):
    """Random precisions in the layout of the family, without its constraints."""
    made = np.random.RandomState(2).normal(size=(components, dim, 2 * dim))
    matrices = made @ made.transpose(0, 2, 1) / dim
    if letters == "EEE":
        return matrices[0]
    if letters[2] != "I":
        return matrices
    variances = np.array([np.diag(one) for one in matrices])
    return variances[:, 0] if letters[1] == "I" else variances
