"""mixseed bootstrap."""

import numpy as np
import pytest
from conftest import write_csv


@pytest.fixture
def model(run, tmp_path):
    rng = np.random.default_rng(4)
    rows = np.concatenate([rng.normal(size=(100, 2)) + center for center in (0, 7)])
    write_csv(tmp_path / "rows.csv", rows)
    run("fit", "rows.csv", "-k", 2, "--order", "mean", "-o", "model.json")
    return "model.json"


@pytest.mark.parametrize("kind", ["rows", "weights", "model"])
def test_every_parameter_has_an_estimate_an_error_and_an_interval(run_json, model, kind):
    report = run_json("bootstrap", model, "rows.csv", "--replications", 200, "--kind", kind)
    lines = report["parameters"]
    assert [line["parameter"] for line in lines[:6]] == ["weight", "mean", "mean", "variance", "covariance", "variance"]
    assert len(lines) == 12
    for line in lines:
        assert line["lower"] < line["estimate"] < line["upper"] and line["standard_error"] > 0
    means = [line for line in lines if line["parameter"] == "mean"]
    np.testing.assert_allclose([line["standard_error"] for line in means], 0.1, rtol=0.35)


def test_the_text_has_the_same_table(run, model):
    text = run("bootstrap", model, "rows.csv", "--replications", 50).stdout
    assert "standard error" in text and "variance" in text


def test_the_ratio_test_asks_for_one_component_more(run_json, run, model):
    enough = run_json("bootstrap", model, "rows.csv", "--test", "--replications", 39)
    assert (enough["components"], enough["against"]) == (2, 3) and enough["p_value"] > 0.05
    run("fit", "rows.csv", "-k", 1, "-o", "one.json")
    assert run_json("bootstrap", "one.json", "rows.csv", "--test", "--replications", 39)["p_value"] == 1 / 40


def test_any_number_of_threads_gives_the_same_text(run, model):
    texts = {
        run("bootstrap", model, "rows.csv", "--replications", 30, "--json", "--threads", threads).stdout
        for threads in (1, 2, 3)
    }
    assert len(texts) == 1
