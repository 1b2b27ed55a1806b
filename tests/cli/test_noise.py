"""--noise: an additional uniform component."""

import json

import numpy as np
import pytest
from conftest import write_csv


@pytest.fixture
def noisy_csv(tmp_path):
    """Two tight groups and uniform background rows."""
    rng = np.random.default_rng(5)
    groups = [rng.normal(size=(150, 2)) * 0.4 + center for center in ((0, 0), (6, 3))]
    rows = np.concatenate([*groups, rng.uniform((-8, -8), (14, 11), size=(60, 2))])
    return write_csv(tmp_path / "noisy.csv", rows)


def test_noise_takes_the_rows_outside_of_all_groups(run, run_json, noisy_csv, tmp_path):
    plain = run_json("fit", noisy_csv, "-k", 2)
    noisy = run_json("fit", noisy_csv, "-k", 2, "--noise", "--model", "-o", "model.json")
    assert noisy["bic"] < plain["bic"]
    assert 0.1 < noisy["noise"]["weight"] < 0.2
    assert noisy["noise"]["weight"] + sum(noisy["model"]["weights"]) == pytest.approx(1)
    model = json.loads((tmp_path / "model.json").read_text())
    assert model["noise"] == noisy["model"]["noise"]
    labels = run("predict", "model.json", noisy_csv).stdout.split()[1:]
    assert labels[300:].count("-1") > 45 and labels[:300].count("-1") < 15
    assert run_json("score", "model.json", noisy_csv)["bic"] == pytest.approx(noisy["bic"], rel=1e-12)


def test_noise_is_the_last_column_of_the_probabilities(run, noisy_csv):
    run("fit", noisy_csv, "-k", 2, "--noise", "-o", "model.json")
    lines = run("predict", "model.json", noisy_csv, "--proba").stdout.split()
    assert lines[0] == "component_0,component_1,noise"
    shares = np.array([line.split(",") for line in lines[1:]], dtype=float)
    np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-12)


def test_the_option_and_the_parameter_of_em_are_the_same_fit(run_json, noisy_csv):
    option = run_json("fit", noisy_csv, "-k", 2, "--noise")
    parameter = run_json("fit", noisy_csv, "-k", 2, "--method", "auto/em:noise=0.05")
    assert option["method"] == parameter["method"] and option["final"] == parameter["final"]
    other = run_json("fit", noisy_csv, "-k", 2, "--method", "kmeans++/em:rounds=0,noise=0.25", "--model")
    assert other["noise"]["weight"] == pytest.approx(0.25)


def test_samples_of_noise_have_the_label_minus_one(run, noisy_csv):
    run("fit", noisy_csv, "-k", 2, "--noise", "-o", "model.json")
    labels = [line.split(",")[-1] for line in run("sample", "model.json", "-n", 500, "--labels").stdout.split()[1:]]
    assert set(labels) == {"-1", "0", "1"}
    assert 40 < labels.count("-1") < 120


def test_families_and_numbers_are_chosen_with_noise(run_json, noisy_csv):
    report = run_json("fit", noisy_csv, "-k", "1..3", "--covariance", "EII,VVV", "--noise")
    candidates = report["selection"]["candidates"]
    assert [line["parameters"] for line in candidates][:2] == [2 + 1 + 2, 1 + 4 + 1 + 2]
    assert report["components"] == 2 and report["covariance"] == "EII"


@pytest.mark.parametrize("threads", [1, 3])
def test_noise_has_the_same_bits_on_any_number_of_threads(run, noisy_csv, tmp_path, threads):
    run("fit", noisy_csv, "-k", "1..3", "--noise", "--restarts", 3, "--threads", 2, "-o", "two.json")
    run("fit", noisy_csv, "-k", "1..3", "--noise", "--restarts", 3, "--threads", threads, "-o", "other.json")
    assert (tmp_path / "two.json").read_bytes() == (tmp_path / "other.json").read_bytes()


@pytest.mark.parametrize("family", ["full", "tied", "EVI"])
def test_a_model_of_noise_alone_can_be_read_again(run, run_json, tmp_path, family):
    rows = write_csv(tmp_path / "rows.csv", np.repeat([0.0, 1.0, 2.0], [11, 10, 7])[:, None])
    method = "uniform/em:tol=0,rounds=1000,noise=0.05"
    found = run_json("fit", rows, "-k", 1, "--method", method, "--covariance", family, "-o", "model.json")
    assert 0.999 < found["noise"]["weight"] < 1
    assert any("The noise has all rows" in line for line in found["advice"])
    assert run_json("score", "model.json", rows)["bic"] == pytest.approx(found["bic"], rel=1e-12)
    assert run("sample", "model.json", "-n", 5).returncode == 0
    assert run("fit", rows, "-k", 1, "--start", "model.json", "-o", "again.json").returncode == 0
