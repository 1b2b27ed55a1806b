"""prior: pseudo-rows added to every component's covariance."""

import json
import os
import subprocess

import numpy as np
import pytest

from mixseed import GaussianMixture


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(7)
    return np.concatenate([rng.normal(size=(40, 2)) + center for center in ((0, 0), (7, 2))])


def test_none_is_the_default_with_plenty_of_rows():
    rng = np.random.default_rng(7)
    rows = np.concatenate([rng.normal(size=(200, 2)) + center for center in ((0, 0), (7, 2))])
    plain, zero = GaussianMixture(2, random_state=0).fit(rows), GaussianMixture(2, prior=0, random_state=0).fit(rows)
    assert plain.prior is None
    np.testing.assert_array_equal(plain.covariances_, zero.covariances_)


def test_one_component_has_the_covariance_of_its_rows_and_of_the_prior_s(rows):
    # When K = 1 both covariances are that of the data, for any number of pseudo-rows.
    mixture = GaussianMixture(1, prior=50, random_state=0).fit(rows)
    np.testing.assert_allclose(mixture.covariances_[0], np.cov(rows.T, bias=True), rtol=1e-6)


def test_the_more_rows_the_nearer_are_covariances_to_the_prior_s(rows):
    wanted = np.cov(rows.T, bias=True) / 2  # K^(2/D) = 2
    apart = [
        np.abs(GaussianMixture(2, prior=t, random_state=0).fit(rows).covariances_ - wanted).max() for t in (0, 10, 1000)
    ]
    assert apart[0] > apart[1] > apart[2]


def test_the_bound_is_the_likelihood_without_these_rows(rows):
    mixture = GaussianMixture(2, prior=5, random_state=0).fit(rows)
    assert mixture.lower_bound_ == pytest.approx(mixture.score(rows), abs=1e-9)
    assert mixture.lower_bound_ < GaussianMixture(2, prior=0, random_state=0).fit(rows).lower_bound_


def test_it_is_em_s_on_the_command_line(rows, tmp_path):
    np.savetxt(tmp_path / "rows.csv", rows, delimiter=",", fmt="%.17g", header="a,b", comments="")
    words = ["fit", "rows.csv", "-k", "2", "--method", "auto/em:prior=3", "--seed", "0", "--json", "-o", "model.json"]
    subprocess.run([os.environ["MIXSEED_BINARY"], *words], cwd=tmp_path, check=True, capture_output=True)
    means = json.loads((tmp_path / "model.json").read_text())["means"]
    np.testing.assert_allclose(GaussianMixture(2, prior=3, random_state=0).fit(rows).means_, means, rtol=1e-12)


def test_it_is_not_to_be_given_in_the_method_too(rows):
    with pytest.raises(ValueError, match="'prior' of the last em is an argument of its own"):
        GaussianMixture(2, init_params="auto/em:prior=1").fit(rows)
