"""Test data and the comparison of starts agree with the command line."""

import json
import os
import subprocess

import numpy as np
import pytest

import mixseed


@pytest.fixture
def command(tmp_path):
    def run(*words):
        done = subprocess.run([os.environ["MIXSEED_BINARY"], *map(str, words)], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_generate_gives_the_bits_of_the_command_line(command, tmp_path):
    command(
        "generate",
        "--rows",
        200,
        "--dim",
        4,
        "-k",
        5,
        "--sizes",
        "different",
        "--weight-skew",
        0.1,
        "--eccentricity",
        "2..3",
        "--noise",
        0.25,
        "--seed",
        7,
        "-o",
        "rows.npy",
        "--labels",
        "labels.npy",
        "--model",
        "m.json",
    )
    X, labels, truth = mixseed.generate(200, 4, 5, sizes="different", weight_skew=0.1, eccentricity=(2, 3), noise=0.25,
                                        random_state=7)
    assert np.array_equal(X, np.load(tmp_path / "rows.npy"))
    assert np.array_equal(labels, np.load(tmp_path / "labels.npy")[:, 0])
    model = json.loads((tmp_path / "m.json").read_text())
    assert np.array_equal(truth.means_, model["means"])
    assert np.array_equal(truth.covariances_, model["covariances"])


def test_the_truth_is_a_mixture_like_any_other():
    X, labels, truth = mixseed.generate(2000, 3, 4, separation=6, eccentricity=1, random_state=1)
    assert (truth.predict(X) == labels).mean() > 0.99
    assert mixseed.GaussianMixture(4, random_state=0).fit(X).score(X) >= truth.score(X)


@pytest.mark.parametrize("wrong", [{"separation": 0}, {"sizes": "some"}, {"eccentricity": 0.5}, {"noise": 1}])
def test_what_cannot_be_generated_is_a_value_error(wrong):
    with pytest.raises(ValueError):
        mixseed.generate(100, 2, 3, **wrong)


def test_compare_gives_the_numbers_of_the_command_line(command, tmp_path):
    X, _, _ = mixseed.generate(300, 2, 4, separation=3, random_state=3)
    np.save(tmp_path / "rows.npy", X)
    printed = json.loads(command("lab", "compare", "rows.npy", "-k", 4, "--seeds", 4, "--methods", "uniform/em",
                                 "adaptive/cem", "auto", "--json"))
    comparison = mixseed.compare(X, 4, ["uniform/em", "adaptive/cem", "auto"], seeds=4)
    assert comparison.recommended == printed["recommended"]
    assert [line["mean"] for line in comparison.table] == [line["mean"] for line in printed["methods"]]
    assert f"use {comparison.recommended}" in str(comparison)


def test_what_is_recommended_can_be_used():
    X, _, _ = mixseed.generate(200, 2, 3, separation=3, random_state=3)
    comparison = mixseed.compare(X, 3, ["gonzalez/kmeans", "uniform/em"], seeds=3)
    assert mixseed.GaussianMixture(3, init_params=comparison.pipeline, random_state=0).fit(X).converged_


def test_the_default_is_the_papers_ten_and_auto():
    X, _, _ = mixseed.generate(150, 2, 2, random_state=3)
    labels = {line["method"] for line in mixseed.compare(X, 2, seeds=1).table}
    assert len(labels) == 11 and "SG(s=1)_cem" in labels


def test_compare_takes_weights_and_refuses_what_it_does_not_know():
    X, _, _ = mixseed.generate(150, 2, 2, random_state=3)
    weighted = mixseed.compare(X, 2, ["gonzalez/em"], seeds=2, sample_weight=np.arange(1.0, 151.0))
    assert weighted.table[0]["mean"] != mixseed.compare(X, 2, ["gonzalez/em"], seeds=2).table[0]["mean"]
    with pytest.raises(ValueError, match="nonsense"):
        mixseed.compare(X, 2, ["nonsense"])
    with pytest.raises(ValueError, match="rules"):
        mixseed.compare(X, 2, ["gonzalez/em"], rules="both")
