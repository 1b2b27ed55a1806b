"""mixseed generate: rows, labels and the true mixture."""

import json

import numpy as np
import pytest

PAPER = ("--rows", 1000, "--dim", 10, "-k", 20, "--separation", 1, "--weight-skew", 0.1, "--sizes", "different",
         "--eccentricity", "1..10", "--noise", 0.1)


def generated(run, tmp_path, *arguments):
    done = run("generate", *arguments, "-o", "data.npy", "--labels", "labels.csv", "--model", "true.json")
    assert done.returncode == 0, done.stderr
    labels = np.loadtxt(tmp_path / "labels.csv", skiprows=1)
    return np.load(tmp_path / "data.npy"), labels, json.loads((tmp_path / "true.json").read_text())


def test_rows_labels_and_model_belong_together(run, tmp_path):
    rows, labels, model = generated(run, tmp_path, *PAPER, "--seed", 1)
    assert rows.shape == (1000, 10)
    assert (labels == -1).sum() == 100
    counts = np.bincount(labels[labels >= 0].astype(int), minlength=20)
    assert np.abs(counts / 900 - model["weights"]).max() < 0.05
    for k in range(20):
        mine = rows[labels == k]
        spread = np.sqrt(np.trace(model["covariances"][k]) / len(mine))
        assert np.linalg.norm(mine.mean(axis=0) - model["means"][k]) < 3 * spread


def test_separation_is_exact(run, tmp_path):
    _, _, model = generated(run, tmp_path, *PAPER, "--seed", 2)
    means, traces = np.array(model["means"]), np.trace(np.array(model["covariances"]), axis1=1, axis2=2)
    pairs = [np.linalg.norm(means[i] - means[j]) / np.sqrt(max(traces[i], traces[j])) for i in range(20) for j in range(i)]
    assert min(pairs) == pytest.approx(1, rel=1e-9)


def test_the_same_seed_gives_the_same_bytes(run, tmp_path):
    first = run("generate", *PAPER, "--seed", 3).stdout
    assert first == run("generate", *PAPER, "--seed", 3).stdout
    assert first != run("generate", *PAPER, "--seed", 4).stdout
    assert first.count("\n") == 1001


@pytest.mark.parametrize("words, message", [
    (("--rows", 0), "--rows"),
    (("--separation", 0), "separation"),
    (("--separation", "far"), "--separation wants a number"),
    (("--sizes", "some"), "equal or different"),
    (("--eccentricity", "5..2"), "eccentricities"),
    (("--noise", 1), "noise"),
    (("--labels", "x.csv", "--model", "x.csv"), "are the same file"),
    (("--labels", "-"), "file name"),
])
def test_what_cannot_be_is_refused_and_nothing_is_written(run, tmp_path, words, message):
    done = run("generate", *words, "-o", "data.csv")
    assert done.returncode == 2
    assert message in done.stderr
    assert list(tmp_path.iterdir()) == []
