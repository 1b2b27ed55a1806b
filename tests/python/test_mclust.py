"""mclust's interface: names, signs, labels and texts; tests/peers compares the values with R's."""

import builtins
import warnings

import numpy as np
import pandas
import pytest

import mixseed

from .conftest import blobs

LETTERS = "EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV".split()


@pytest.fixture(scope="module")
def found():
    return mixseed.mclust(blobs()[0], range(1, 6), labels_from=1, random_state=0)


def test_the_fields_are_those_of_the_chosen_cell(found):
    X, _ = blobs()
    assert (found.model_name, found.n, found.d, found.G) == ("EII", 300, 2, 3)
    assert found.df == found.model._n_parameters() == 9
    assert found.loglik == pytest.approx(found.model.score(X) * 300)
    assert found.bic == pytest.approx(-found.model.bic(X)) and found.icl == pytest.approx(-found.model.icl(X))
    assert found.bic == found.BIC[3, "EII"]
    np.testing.assert_array_equal(found.z, found.model.predict_proba(X))
    np.testing.assert_array_equal(found.classification, found.model.predict(X) + 1)
    np.testing.assert_array_equal(found.uncertainty, 1 - found.z.max(axis=1))
    assert np.isnan(found.hypvol)


def test_parameters_have_mclusts_shapes(found):
    parameters = found.parameters
    assert parameters["pro"].shape == (3,) and parameters["mean"].shape == (2, 3)
    variance = parameters["variance"]
    assert (variance["modelName"], variance["d"], variance["G"]) == ("EII", 2, 3)
    assert variance["sigma"].shape == (2, 2, 3)
    np.testing.assert_allclose(variance["sigma"][:, :, 1], np.eye(2) * found.model.covariances_[1])


@pytest.mark.parametrize("family", LETTERS)
def test_sigma_has_the_covariances_of_every_family(family):
    X, _ = blobs()
    found = mixseed.mclust(X, 3, family, random_state=0)
    assert found.model_name == family and found.BIC.model_names == [family]
    sigma = found.parameters["variance"]["sigma"]
    rows = X - found.parameters["mean"][:, 0]
    densities = [
        -0.5 * (rows_k @ np.linalg.inv(sigma[:, :, k]) * rows_k).sum(axis=1)
        - 0.5 * np.linalg.slogdet(2 * np.pi * sigma[:, :, k])[1]
        + np.log(found.parameters["pro"][k])
        for k, rows_k in enumerate(rows + found.parameters["mean"][:, 0] - mean for mean in found.parameters["mean"].T)
    ]
    assert np.logaddexp.reduce(densities, axis=0).sum() == pytest.approx(found.loglik)


def test_labels_begin_where_they_are_asked_to():
    X, _ = blobs()
    from_zero, from_one = (mixseed.mclust(X, 3, "EEE", random_state=0, labels_from=first) for first in (0, 1))
    assert set(from_zero.classification) == {0, 1, 2}
    np.testing.assert_array_equal(from_one.classification, from_zero.classification + 1)
    with pytest.raises(ValueError, match="labels_from"):
        mixseed.mclust(X, 3, labels_from=-1)


def test_noise_is_zero_and_the_last_column_as_in_mclust():
    X, _ = blobs()
    X = np.concatenate([X, np.random.RandomState(1).uniform(-30, 40, size=(60, 2))])
    found = mixseed.mclust(X, 3, "EII", noise=True, labels_from=1, random_state=0)
    assert set(found.classification) == {0, 1, 2, 3}
    assert found.z.shape == (360, 4) and found.parameters["pro"].shape == (4,)
    assert (found.classification == 0).tolist() == (found.z.argmax(axis=1) == 3).tolist()
    assert found.parameters["Vinv"] == pytest.approx(1 / found.hypvol)
    assert found.parameters["pro"].sum() == pytest.approx(1)


def test_one_component_and_one_column_have_mclusts_letters():
    X, _ = blobs()
    assert mixseed.mclust(X, 1, "VII").model_name == "XII"
    assert mixseed.mclust(X, 1, "EVI").model_name == "XXI"
    assert mixseed.mclust(X, 1, "VVV").model_name == mixseed.mclust(X, 1, "EEE").model_name == "XXX"
    column = mixseed.mclust(X[:, 0], [1, 2], random_state=0)
    assert column.BIC.model_names == ["E", "V"] and column.d == 1
    assert mixseed.mclust(X[:, 0], 1).model_name == "X"
    assert mixseed.mclust(X[:, 0], 2, "V", random_state=0).model_name == "V"


def test_the_table_has_numbers_by_families_and_the_largest_is_chosen(found):
    table = found.BIC
    assert table.G == [1, 2, 3, 4, 5] and table.model_names == LETTERS
    assert np.asarray(table).shape == (5, 14) and np.nanmax(table.values) == found.bic
    assert table.best(2)[0] == ("EII", 3, found.bic)
    frame = table.to_frame()
    assert frame.loc[3, "EII"] == found.bic
    with pytest.raises(KeyError, match="expected one of G"):
        table[7, "EII"]


def test_cells_with_collapsed_components_are_not_available():
    X = np.repeat([0.0, 1.0, 2.0], 5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = mixseed.mclust(X, [3, 4], "V", random_state=0, wider_search=False)
    # All candidates have collapsed; the chosen one keeps its value.
    assert found.model.collapsed_ and np.isnan(found.BIC.values).ravel().tolist() == [False, True]
    assert found.BIC[3, "V"] == found.bic and "NA" in repr(found.BIC)


def test_numbers_above_the_number_of_rows_are_left_out():
    X = np.random.RandomState(0).normal(size=(5, 1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert mixseed.mclust(X, random_state=0).BIC.G == [1, 2, 3, 4, 5]


def test_texts(found):
    assert repr(found).startswith("<MclustResult EII,3: n 300, d 2, df 9, BIC -")
    lines = str(found).splitlines()
    assert lines[0] == "Gaussian mixture EII (spherical, equal volume) with 3 components"
    assert lines[1].split() == ["log-likelihood", "n", "df", "BIC", "ICL"]
    assert lines[2].split()[1:3] == ["300", "9"]
    assert [line.split() for line in lines[4:]] == [["1", "2", "3"], ["100", "100", "100"]]
    assert len(repr(found.BIC).splitlines()) == 1 + 1 + 5 + 1 and "Best: EII,3 (" in repr(found.BIC)


def test_families_in_words():
    from mixseed._mclust import words_of

    assert words_of("VVI") == "diagonal, varying volume and shape"
    assert words_of("VEV") == "ellipsoidal, equal shape, varying volume and orientation"
    assert words_of("EEE") == "ellipsoidal, equal volume, shape and orientation"
    assert words_of("VII") == "spherical, varying volume"


def test_families_that_were_not_asked_for_are_never_chosen():
    X, _ = blobs()
    wide, narrow = (mixseed.mclust(X, [2, 3], ["VVI", "EEV"], random_state=0, wider_search=wider) for wider in (True, False))
    for found in (wide, narrow):  # EII has a better BIC
        assert found.BIC.model_names == ["VVI", "EEV"] and found.model_name in ("VVI", "EEV")
        assert found.bic == np.nanmax(found.BIC.values)
    assert mixseed.mclust(X, 3, ["VVV", "full"], random_state=0).BIC.model_names == ["VVV"]


def test_wrong_arguments_are_named():
    X, _ = blobs()
    with pytest.raises(ValueError, match="model_names: .*'oval'"):
        mixseed.mclust(X, 2, ["VVV", "oval"])
    with pytest.raises(ValueError, match="G: expected a whole number"):
        mixseed.mclust(X, [0, 1])
    with pytest.raises(ValueError, match="G: expected at least one"):
        mixseed.mclust(X, [])
    with pytest.raises(ValueError, match="covariance_type: expected the families as model_names"):
        mixseed.mclust(X, 2, covariance_type="tied")
    with pytest.raises(ValueError, match="array or a data frame"):
        mixseed.mclust(mixseed.chunks([X]))


def test_the_likelihood_is_that_of_continuous_values_unless_asked_otherwise():
    X = np.round(blobs()[0])
    continuous, rounded = mixseed.mclust(X, 3, "VVV"), mixseed.mclust(X, 3, "VVV", resolution="auto")
    assert not continuous.model.resolution_.any() and rounded.model.resolution_.all()


class AnnDataStandIn:
    """What `cluster_anndata` uses of an AnnData object. Debian has no package of anndata, so the tests cannot use it."""

    def __init__(self, **obsm):
        self.obsm, self.uns = obsm, {}
        rows = len(next(iter(obsm.values())))
        self.obs = pandas.DataFrame(index=[f"spot{i}" for i in range(rows)])


def test_clusters_are_written_into_an_anndata_object():
    X, truth = blobs()
    adata = AnnDataStandIn(emb_pca=X)
    found = mixseed.cluster_anndata(adata, 3, use_rep="emb_pca", model_names="EEE")
    column = adata.obs["mclust"]
    assert column.dtype == "category" and column.cat.categories.tolist() == [1, 2, 3]
    assert column.index[0] == "spot0" and column.tolist() == found.classification.tolist()
    assert len({(label, group) for label, group in zip(column, truth)}) == 3
    np.testing.assert_array_equal(adata.obs["mclust_uncertainty"], found.uncertainty)
    said = adata.uns["mclust"]
    assert (said["model_name"], said["G"], said["use_rep"], said["bic"]) == ("EEE", 3, "emb_pca", found.bic)
    assert all(isinstance(value, (str, int, float)) for value in said.values())
    alone = mixseed.mclust(X, 3, "EEE", labels_from=1, random_state=0)
    np.testing.assert_array_equal(alone.classification, found.classification)


def test_the_adapter_chooses_the_number_and_takes_other_keys():
    adata = AnnDataStandIn(pca=blobs()[0], other=np.zeros((300, 2)))
    mixseed.cluster_anndata(adata, range(1, 5), use_rep="pca", key_added="domain", labels_from=0)
    assert adata.uns["domain"]["G"] == 3 and adata.obs["domain"].cat.categories.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match=r"use_rep: .*\['other', 'pca'\], got 'X_pca'"):
        mixseed.cluster_anndata(adata, 3, use_rep="X_pca")


def test_the_adapter_needs_no_anndata(monkeypatch):
    importing = builtins.__import__

    def refuse(name, *rest, **named):
        assert not name.startswith(("anndata", "rpy2")), name
        return importing(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)
    mixseed.cluster_anndata(AnnDataStandIn(pca=blobs()[0]), 3, use_rep="pca", model_names="EEE")
