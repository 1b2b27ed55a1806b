"""Difficult data are fitted, and every number of the report and the model is finite."""

import json
import math

import numpy as np
import pytest
from conftest import two_groups, write_csv

POINTS = two_groups(rows=120)
HARD = {
    "constant column": (np.column_stack([POINTS, np.full(120, 3.5)]), 2),
    "all rows equal": (np.full((30, 2), 7.25), 3),
    "collinear columns": (np.column_stack([POINTS, POINTS @ [2.0, -1.0]]), 2),
    "fewer distinct rows than K": (np.repeat([[0.0, 0.0], [1.0, 2.0]], 20, axis=0), 5),
    "one column": (POINTS[:, :1], 2),
    "K = 1": (POINTS, 1),
    "n = K": (POINTS[:6], 6),
    "one row": (POINTS[:1], 1),
    "rows x 1e-150": (POINTS * 1e-150, 2),
    "rows x 1e150": (POINTS * 1e150, 2),
    "offset 1e9": (POINTS + 1e9, 2),
    "more columns than rows": (two_groups(rows=8, columns=20), 2),
    "columns of very different scale": (POINTS * [1e-100, 1e100], 2),
}
METHODS = ["auto", "uniform/em", "hac:s=1/em", "gonzalez/kmeans/em", "kmeans++/cem/em", "kwedlo:s=1/em",
           "spherical-gonzalez:s=1/em", "adaptive/cem/em"]


def numbers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from numbers_in(item)
    elif value is None or (isinstance(value, float) and not math.isfinite(value)):
        yield float("nan")
    elif isinstance(value, float):
        yield value


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("method", METHODS)
def test_awkward_data_give_finite_results(run, tmp_path, name, method):
    points, components = HARD[name]
    write_csv(tmp_path / "rows.csv", points)
    done = run("fit", "rows.csv", "-k", components, "--method", method, "-o", "model.json", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["components"] == components
    for key in ("initial", "final", "bic", "aic", "icl"):
        assert all(map(math.isfinite, numbers_in(report[key]))), (key, report[key])
    model = json.loads((tmp_path / "model.json").read_text())
    assert all(map(math.isfinite, numbers_in(model)))
    assert run("score", "model.json", "rows.csv").returncode == 0
    assert run("predict", "model.json", "rows.csv").returncode == 0


@pytest.mark.parametrize("factor", [1e-150, 1e150])
def test_scaling_shifts_the_log_likelihood_by_the_jacobian(run_json, tmp_path, factor):
    write_csv(tmp_path / "a.csv", POINTS)
    write_csv(tmp_path / "b.csv", POINTS * factor)
    plain, scaled = (run_json("fit", name, "-k", 2)["final"]["log_likelihood"] for name in ("a.csv", "b.csv"))
    assert scaled == pytest.approx(plain - 2 * math.log(factor), abs=1e-6)


@pytest.mark.parametrize("factor", [1e-150, 1e150])
def test_progress_of_scaled_data_is_in_the_units_of_the_data(run, tmp_path, factor):
    write_csv(tmp_path / "a.csv", POINTS * factor)
    done = run("fit", "a.csv", "-k", 2, "--prior", 0, "--verbose", "--json")
    last = float(done.stderr.splitlines()[-1].split("log-likelihood")[1])
    assert last == pytest.approx(json.loads(done.stdout)["final"]["log_likelihood"], rel=1e-8)


def test_an_offset_does_not_change_the_log_likelihood(run_json, tmp_path):
    points = np.round(POINTS * 2**10) / 2**10  # exact after the shift
    write_csv(tmp_path / "a.csv", points)
    write_csv(tmp_path / "b.csv", points + 1e9)
    plain, shifted = (run_json("fit", name, "-k", 2)["final"]["log_likelihood"] for name in ("a.csv", "b.csv"))
    assert shifted == pytest.approx(plain, abs=1e-6)


def test_a_prior_of_flat_data_leaves_components_without_rows_usable(run_json, tmp_path):
    write_csv(tmp_path / "flat.csv", np.column_stack([np.full(5, -1000.0), [-1, 2.7, -0.3, 0.9, -0.6]]))
    method = "uniform/kmeans/em:covariance=diagonal,tol=0,rounds=60,prior=0.01"
    report = run_json("fit", "flat.csv", "-k", 4, "--method", method)
    assert math.isfinite(report["final"]["log_likelihood"])
