"""covariance_type: fourteen families, and the choice among them."""

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture

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
    """Unless one with fewer components is more likely: then the model has one restart more, and is no longer behind."""
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
    """An exact M-step of our own, and mclust, end at -5243.4 from these labels; two sweeps a round end at -5364.5."""
    cluster, datasets = pytest.importorskip("sklearn.cluster"), pytest.importorskip("sklearn.datasets")
    X = datasets.load_breast_cancer().data[:, :5]
    labels = cluster.KMeans(2, n_init=10, random_state=0).fit_predict((X - X.mean(axis=0)) / X.std(axis=0))
    mixture = GaussianMixture(2, covariance_type="EVE", labels_init=labels).fit(X)
    assert mixture.score(X) * len(X) == pytest.approx(-5243.44, abs=0.01)
