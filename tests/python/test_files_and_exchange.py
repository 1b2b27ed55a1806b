"""Model files that the command line shares, and models that scikit-learn shares."""

import os
import subprocess

import numpy as np
import pytest
from sklearn.mixture import GaussianMixture as Theirs

import mixseed
from mixseed import GaussianMixture

KINDS = ["full", "tied", "diag", "spherical"]


@pytest.fixture
def program(tmp_path):
    binary = os.environ.get("MIXSEED_BINARY")
    assert binary, "MIXSEED_BINARY does not name the program"

    def run(*words):
        done = subprocess.run([binary, *map(str, words)], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_model_is_the_same_bits_again(rows, tmp_path, kind):
    mixture = GaussianMixture(3, covariance_type=kind, random_state=0).fit(rows)
    mixture.save(tmp_path / "model.json")
    again = GaussianMixture.load(tmp_path / "model.json")
    assert again.covariance_type == kind and again.n_components == 3
    for name in ("weights_", "means_", "covariances_", "precisions_cholesky_"):
        np.testing.assert_array_equal(getattr(again, name), getattr(mixture, name))
    assert (again.method_, again.seed_, again.n_samples_) == (mixture.method_, 0, 300)


@pytest.mark.parametrize("method", ["auto", "adaptive/cem", "uniform"])
def test_the_command_line_gives_the_same_file_for_the_same_seed(rows, tmp_path, program, method):
    np.save(tmp_path / "rows.npy", rows)
    program("fit", "rows.npy", "-k", 4, "--method", method, "--seed", 5, "--restarts", 2, "-o", "theirs.json")
    GaussianMixture(4, init_params=method, n_init=2, random_state=5).fit(rows).save(tmp_path / "ours.json")
    assert (tmp_path / "theirs.json").read_bytes() == (tmp_path / "ours.json").read_bytes()


def test_the_defaults_of_em_are_the_engines():
    em = next(method for method in mixseed.methods() if method["name"] == "em")
    engine, ours = em["parameters"], GaussianMixture().get_params()
    assert [engine[name] for name in ("rounds", "tol", "floor")] == [ours["max_iter"], ours["tol"], ours["reg_covar"]]


def test_the_command_line_predicts_with_a_model_of_the_package(rows, tmp_path, program):
    np.save(tmp_path / "rows.npy", rows)
    mixture = GaussianMixture(3, covariance_type="diag", random_state=0).fit(rows)
    mixture.save(tmp_path / "model.json")
    printed = [int(line) for line in program("predict", "model.json", "rows.npy").split()[1:]]
    assert printed == mixture.predict(rows).tolist()


def test_a_file_that_is_not_there_is_an_os_error_and_one_that_is_no_model_a_value_error(rows, tmp_path):
    with pytest.raises(FileNotFoundError):
        GaussianMixture.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(ValueError, match="bad.json"):
        GaussianMixture.load(tmp_path / "bad.json")
    with pytest.raises(OSError, match="no-folder"):
        GaussianMixture(1).fit(rows).save(tmp_path / "no-folder" / "model.json")


@pytest.mark.parametrize("kind", KINDS)
def test_models_go_to_scikit_learn_and_come_back(rows, kind):
    ours = GaussianMixture(3, covariance_type=kind, random_state=0).fit(rows)
    theirs = ours.to_sklearn()
    assert type(theirs) is Theirs
    np.testing.assert_allclose(theirs.score_samples(rows), ours.score_samples(rows), rtol=1e-9)
    np.testing.assert_array_equal(theirs.predict(rows), ours.predict(rows))
    assert theirs.bic(rows) == pytest.approx(ours.bic(rows))
    back = GaussianMixture.from_sklearn(theirs)
    np.testing.assert_array_equal(back.covariances_, ours.covariances_)
    assert back.fit(rows).converged_


def test_parameters_that_are_no_mixture_are_refused():
    with pytest.raises(ValueError, match="sum of 1"):
        GaussianMixture.from_parameters([0.5, 0.6], [[0.0], [1.0]], [1.0, 1.0], "spherical")
