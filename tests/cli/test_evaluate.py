"""mixseed predict, score and sample."""

import csv
import io
import json

import numpy as np
import pytest
from conftest import two_groups, write_csv
from scipy.stats import chi2


def read_numbers(text):
    return np.loadtxt(io.StringIO(text), delimiter=",", skiprows=1, ndmin=2)


def log_densities(model, points):
    """Reference: log of the sum of the weighted normal densities."""
    parts = []
    for weight, mean, covariance in zip(model["weights"], model["means"], model["covariances"]):
        covariance = np.array(covariance)
        offset = points - np.array(mean)
        distance = np.einsum("ij,jk,ik->i", offset, np.linalg.inv(covariance), offset)
        log_det = np.linalg.slogdet(2 * np.pi * covariance)[1]
        parts.append(np.log(weight) - 0.5 * (distance + log_det))
    return np.array(parts).T


def test_predict_prints_one_label_per_row_under_a_header(run, rows_csv, model_json):
    lines = run("predict", model_json, rows_csv).stdout.splitlines()
    assert lines[0] == "component" and len(lines) == 201
    labels = [int(line) for line in lines[1:]]
    assert set(labels) == {0, 1}
    assert len(set(labels[:66])) == 1 and labels[0] != labels[-1]


def test_probabilities_are_the_responsibilities_and_agree_with_the_labels(run, rows_csv, model_json):
    text = run("predict", model_json, rows_csv, "--proba").stdout
    assert text.splitlines()[0] == "component_0,component_1"
    probabilities = read_numbers(text)
    parts = log_densities(json.loads(model_json.read_text()), two_groups())
    expected = np.exp(parts - np.logaddexp.reduce(parts, axis=1, keepdims=True))
    assert np.allclose(probabilities, expected, rtol=1e-9, atol=1e-12)
    labels = read_numbers(run("predict", model_json, rows_csv).stdout)[:, 0]
    assert np.array_equal(labels, probabilities.argmax(axis=1))


@pytest.mark.parametrize("name", ["labels.csv", "labels.npy"])
def test_predict_writes_what_it_would_print(run, rows_csv, model_json, tmp_path, name):
    done = run("predict", model_json, rows_csv, "-o", name)
    assert done.returncode == 0 and done.stdout == "" and done.stderr == ""
    path = tmp_path / name
    written = np.load(path) if name.endswith("npy") else read_numbers(path.read_text())
    assert np.array_equal(written.reshape(-1, 1), read_numbers(run("predict", model_json, rows_csv).stdout))


OWN = """;day;"size, cm";weight;note
0;2020-01-02;1.5;2;first
1;2020-01-03;;3;"no; size"
2;2020-01-04;40;50;far
3;2020-01-05;2.5;1;
4;2020-01-06;2;2.5;last
"""


def table_of(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def own_model(run, tmp_path):
    (tmp_path / "own.csv").write_text(OWN)
    (tmp_path / "own.json").write_text(json.dumps({
        "format": "mixseed.mixture", "version": 2, "covariance": "full", "columns": ["size, cm", "weight"],
        "weights": [0.75, 0.25], "means": [[2, 2], [5, 5]], "covariances": [[[1, 0], [0, 1]], [[4, 0], [0, 4]]]}))
    return tmp_path / "own.json"


def test_append_keeps_every_column_of_the_input_and_the_rows_that_are_used(run, own_model):
    done = run("predict", own_model, "own.csv", "--missing", "drop", "--append")
    assert done.returncode == 0, done.stderr
    assert "1 of 5 rows left out" in done.stderr
    rows = table_of(done.stdout)
    assert list(rows[0]) == ["", "day", "size, cm", "weight", "note", "component", "certainty", "log_density"]
    assert [row["day"][-2:] for row in rows] == ["02", "04", "05", "06"]
    assert [row["note"] for row in rows] == ["first", "far", "", "last"]
    assert [row["component"] for row in rows] == ["0", "1", "0", "0"]
    points = np.array([[float(row["size, cm"]), float(row["weight"])] for row in rows])
    parts = log_densities(json.loads(own_model.read_text()), points)
    total = np.logaddexp.reduce(parts, axis=1)
    assert np.allclose([float(row["log_density"]) for row in rows], total)
    assert np.allclose([float(row["certainty"]) for row in rows], np.exp(parts.max(axis=1) - total))


def test_append_writes_the_same_file_and_can_be_given_its_own_output(run, own_model, tmp_path):
    words = ("predict", own_model, "own.csv", "--missing", "drop", "--append", "--outliers", 0.25)
    assert run(*words, "-o", "labelled.csv").returncode == 0
    printed = run(*words).stdout
    assert (tmp_path / "labelled.csv").read_text() == printed
    again = run("predict", own_model, "labelled.csv", "--append", "--outliers", 0.25)
    assert again.stdout == printed


def test_append_names_the_columns_of_an_array(run, model_json, tmp_path):
    np.save(tmp_path / "rows.npy", two_groups()[:3])
    lines = run("predict", model_json, "rows.npy", "--append").stdout.splitlines()
    assert lines[0] == "x1,x2,component,certainty,log_density" and len(lines) == 4
    assert lines[1].startswith(",".join(repr(float(x)) for x in two_groups()[0]) + ",")


def test_outliers_are_the_share_of_the_rows_with_the_lowest_density(run, rows_csv, model_json):
    rows = table_of(run("predict", model_json, rows_csv, "--append", "--outliers", 0.05).stdout)
    densities = np.array([float(row["log_density"]) for row in rows])
    marks = np.array([row["outlier"] == "1" for row in rows])
    assert marks.sum() == 10 and densities[marks].max() <= densities[~marks].min()
    alone = run("predict", model_json, rows_csv, "--outliers", 0.05).stdout
    assert alone.splitlines()[0] == "component,outlier"
    assert [row["outlier"] for row in table_of(alone)] == [row["outlier"] for row in rows]


def test_p_values_are_those_of_the_distance_to_the_component(run, rows_csv, model_json):
    rows = table_of(run("predict", model_json, rows_csv, "--p-value", 0.05).stdout)
    model = json.loads(model_json.read_text())
    labels = np.array([int(row["component"]) for row in rows])
    offsets = two_groups() - np.array(model["means"])[labels]
    inverses = np.linalg.inv(np.array(model["covariances"]))[labels]
    wanted = chi2.sf(np.einsum("ij,ijk,ik->i", offsets, inverses, offsets), 2)
    assert np.allclose([float(row["p_value"]) for row in rows], wanted, rtol=1e-9)
    assert [row["outlier"] for row in rows] == [str(int(p < 0.05)) for p in wanted]
    assert 0 < (wanted < 0.05).sum() < 30


def test_the_densities_of_rows_go_where_output_says(run, rows_csv, model_json, tmp_path):
    for name in ("densities.csv", "densities.npy"):
        done = run("score", model_json, rows_csv, "--rows", "-o", name)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    printed = run("score", model_json, rows_csv, "--rows").stdout
    assert (tmp_path / "densities.csv").read_text() == printed
    assert np.array_equal(np.load(tmp_path / "densities.npy").reshape(-1, 1), read_numbers(printed))


def test_a_csv_file_and_standard_output_have_the_same_bytes(run, model_json, tmp_path):
    run("sample", model_json, "-n", 100, "--labels", "-o", "rows-out.csv")
    assert (tmp_path / "rows-out.csv").read_text() == run("sample", model_json, "-n", 100, "--labels").stdout


def test_score_agrees_with_the_formulas(run_json, rows_csv, model_json):
    report = run_json("score", model_json, rows_csv)
    parts = log_densities(json.loads(model_json.read_text()), two_groups())
    densities = np.logaddexp.reduce(parts, axis=1)
    total, parameters = densities.sum(), 1 + 2 * 2 + 2 * 3
    doubt = (parts.max(axis=1) - densities).sum()
    assert report["log_likelihood"] == pytest.approx(densities.mean(), rel=1e-10)
    assert report["total_log_likelihood"] == pytest.approx(total, rel=1e-10)
    assert (report["observations"], report["rows"], report["parameters"]) == (200, 200, parameters)
    assert report["bic"] == pytest.approx(parameters * np.log(200) - 2 * total, rel=1e-10)
    assert report["aic"] == pytest.approx(2 * parameters - 2 * total, rel=1e-10)
    assert report["icl"] == pytest.approx(report["bic"] - 2 * doubt, rel=1e-10)


def test_score_of_the_fitted_data_is_the_end_of_the_fit(run_json, rows_csv, tmp_path):
    fitted = run_json("fit", rows_csv, "-k", 3, "-o", "three.json")
    scored = run_json("score", "three.json", rows_csv)
    assert scored["log_likelihood"] == pytest.approx(fitted["final"]["log_likelihood"], rel=1e-12)
    # The last digits differ, because EM adds up the rows sorted by component.
    assert scored["bic"] == pytest.approx(fitted["bic"], rel=1e-12)


def test_score_in_text_shows_the_same_numbers(run, run_json, rows_csv, model_json):
    report = run_json("score", model_json, rows_csv)
    text = run("score", model_json, rows_csv).stdout
    for key in ("bic", "aic", "icl"):
        assert f"{report[key]:.2f}" in text
    assert f"{report['log_likelihood']:.6f}" in text


def test_score_rows_prints_log_densities(run, rows_csv, model_json):
    text = run("score", model_json, rows_csv, "--rows").stdout
    assert text.splitlines()[0] == "log_density"
    parts = log_densities(json.loads(model_json.read_text()), two_groups())
    assert np.allclose(read_numbers(text)[:, 0], np.logaddexp.reduce(parts, axis=1), rtol=1e-10)


def test_score_counts_weights(run_json, model_json, tmp_path):
    points, times = two_groups(rows=40), np.arange(40) % 4 + 1
    write_csv(tmp_path / "weighted.csv", np.column_stack([times, points]), ["times", "width", "height"])
    write_csv(tmp_path / "repeated.csv", np.repeat(points, times, axis=0))
    weighted = run_json("score", model_json, "weighted.csv", "--weights", "times")
    repeated = run_json("score", model_json, "repeated.csv")
    assert weighted["observations"] == repeated["rows"] == times.sum()
    for key in ("log_likelihood", "total_log_likelihood", "bic", "aic", "icl"):
        assert weighted[key] == pytest.approx(repeated[key], rel=1e-10)


def test_predict_uses_the_chosen_columns(run, model_json, tmp_path):
    points = two_groups()
    write_csv(tmp_path / "more.csv", np.column_stack([points[:, 1], points[:, 0], points]), ["h", "w", "x", "y"])
    chosen = run("predict", model_json, "more.csv", "--columns", "w,h").stdout
    assert chosen == run("predict", model_json, "more.csv", "--columns", "3-4").stdout != ""


def test_sample_repeats_with_its_seed(run, model_json):
    first, again, other = (run("sample", model_json, "-n", 50, "--seed", seed).stdout for seed in (4, 4, 5))
    assert first == again != other
    assert first.splitlines()[0] == "width,height" and len(first.splitlines()) == 51


def test_sample_has_the_models_moments(run, model_json):
    model = json.loads(model_json.read_text())
    drawn = read_numbers(run("sample", model_json, "-n", 20000, "--labels").stdout)
    for k, (weight, mean, covariance) in enumerate(zip(model["weights"], model["means"], model["covariances"])):
        points = drawn[drawn[:, 2] == k, :2]
        assert len(points) / 20000 == pytest.approx(weight, abs=0.02)
        assert np.allclose(points.mean(axis=0), mean, atol=0.1)
        assert np.allclose(np.cov(points.T), covariance, atol=0.15)


def test_a_sample_can_be_fitted_from_standard_input(run, run_json, model_json):
    drawn = run("sample", model_json, "-n", 500).stdout
    assert run_json("fit", "-", "-k", 2, stdin=drawn)["rows"] == 500


def test_sample_writes_npy(run, model_json, tmp_path):
    assert run("sample", model_json, "-n", 30, "-o", "drawn.npy").returncode == 0
    assert np.array_equal(np.load(tmp_path / "drawn.npy"), read_numbers(run("sample", model_json, "-n", 30).stdout))
