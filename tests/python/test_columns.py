"""Names of columns in model files and in scikit-learn's interface."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest

import mixseed
from mixseed import GaussianMixture


@pytest.fixture
def frame(rows):
    return pd.DataFrame(rows, columns=["width", "height"])


@pytest.fixture
def fitted(frame):
    return GaussianMixture(3, init_params="adaptive/cem", random_state=4).fit(frame)


def test_a_file_keeps_what_the_fit_knew(fitted, tmp_path):
    fitted.save(tmp_path / "model.json")
    again = GaussianMixture.load(tmp_path / "model.json")
    assert again.feature_names_in_.tolist() == ["width", "height"] and again.feature_names_in_.dtype == object
    for name in ("converged_", "n_iter_", "lower_bound_", "method_", "seed_", "n_samples_"):
        assert getattr(again, name) == getattr(fitted, name), name
    assert again.seed_ == 4 and again.n_iter_ > 0 and again.converged_ is True


def test_equal_fits_are_equal_bytes(fitted, frame, tmp_path):
    fitted.save(tmp_path / "a.json")
    GaussianMixture(3, init_params="adaptive/cem", random_state=4, n_jobs=1).fit(frame).save(tmp_path / "b.json")
    GaussianMixture.load(tmp_path / "a.json").save(tmp_path / "c.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "c.json").read_bytes()


def test_a_loaded_model_treats_names_as_scikit_learn_does(fitted, frame, rows, tmp_path):
    fitted.save(tmp_path / "model.json")
    again = GaussianMixture.load(tmp_path / "model.json")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        np.testing.assert_array_equal(again.predict(frame), fitted.predict(frame))
    for wrong in (frame[["height", "width"]], frame.rename(columns={"width": "depth"})):
        with pytest.raises(ValueError, match="feature names should match"):
            again.predict(wrong)
    np.testing.assert_array_equal(again.predict(frame[["height", "width"]][again.feature_names_in_]), fitted.predict(frame))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        again.predict(rows)


def test_a_model_of_an_array_has_no_names(rows, tmp_path):
    GaussianMixture(2, random_state=0).fit(rows).save(tmp_path / "model.json")
    assert "columns" not in json.loads((tmp_path / "model.json").read_text())
    assert not hasattr(GaussianMixture.load(tmp_path / "model.json"), "feature_names_in_")


def test_parameters_alone_make_a_file_without_a_past(tmp_path):
    made = GaussianMixture.from_parameters([1.0], [[0.0]], [1.0], "spherical")
    made.save(tmp_path / "model.json")
    assert json.loads((tmp_path / "model.json").read_text())["provenance"] == {"version": mixseed.__version__}
    again = GaussianMixture.load(tmp_path / "model.json")
    assert not hasattr(again, "converged_") and not hasattr(again, "n_iter_")


def test_a_marginal_keeps_the_names_of_its_columns(fitted, tmp_path):
    fitted.marginal(["height"]).save(tmp_path / "model.json")
    assert json.loads((tmp_path / "model.json").read_text())["columns"] == ["height"]
