"""Reports have the same content in all five formats."""

import csv
import io
import json

import pytest

FORMATS = ("text", "csv", "markdown", "latex", "json")


@pytest.fixture(params=("fit", "score", "methods", "lab compare"))
def command(request, rows_csv, model_json):
    return {
        "fit": ("fit", rows_csv, "-k", "1..3", "--restarts", 3, "--method", "uniform/em", "--threads", 1),
        "score": ("score", model_json, rows_csv),
        "methods": ("methods",),
        "lab compare": ("lab", "compare", rows_csv, "-k", 2, "--seeds", 2, "--methods", "uniform/em", "gonzalez/kmeans"),
    }[request.param]


def csv_tables(text):
    """The tables of a CSV report by their names, each a list of dicts."""
    found = {}
    for block in text.split("\n\n"):
        rows = list(csv.DictReader(io.StringIO(block)))
        found[rows[0].pop("table")] = rows
    return found


def flat(value, path=""):
    """The numbers, words and truths in a JSON value by their dotted paths, arrays left out."""
    if isinstance(value, dict):
        return {
            key: leaf for name, part in value.items() for key, leaf in flat(part, f"{path}.{name}" if path else name).items()
        }
    return {} if isinstance(value, list) else {path: value}


def without_times(flattened):
    return {key: value for key, value in flattened.items() if "seconds" not in key}


def test_every_format_is_written_and_json_is_short_for_one(run, command):
    texts = {name: run(*command, "--format", name) for name in FORMATS}
    assert all(done.returncode == 0 and done.stdout for done in texts.values()), texts
    assert "|---" in texts["markdown"].stdout and "\\begin{tabular}" in texts["latex"].stdout
    short, long = (without_times(flat(json.loads(text))) for text in (run(*command, "--json").stdout, texts["json"].stdout))
    assert short == long


def test_an_unknown_format_is_refused_before_any_work(run, command):
    done = run(*command, "--format", "xml")
    assert done.returncode == 2 and done.stdout == ""
    assert "--format wants text, csv, markdown, latex or json, got 'xml'" in done.stderr


def test_two_formats_at_once_are_refused(run, command):
    done = run(*command, "--json", "--format", "csv")
    assert done.returncode == 2 and "--json and --format csv exclude each other" in done.stderr


def as_read(word, like):
    """A CSV field as the JSON value that it stands for."""
    if like is None:
        return None if word == "" else word
    return {"true": True, "false": False}[word] if isinstance(like, bool) else type(like)(word)


@pytest.mark.parametrize("key", ("restarts", "candidates", "fit"))
def test_the_csv_of_a_fit_has_the_numbers_of_its_json_to_the_last_bit(run, rows_csv, key):
    arguments = ("fit", rows_csv, "-k", "1..3", "--restarts", 3, "--method", "uniform/em")
    report = json.loads(run(*arguments, "--json").stdout)
    wanted = {"restarts": report["restarts"], "candidates": report["selection"]["candidates"], "fit": [report]}[key]
    told = csv_tables(run(*arguments, "--format", "csv").stdout)[key]
    for row, line in zip(wanted, told, strict=True):
        values = {name: value for name, value in without_times(flat(row)).items() if not name.startswith("selection")}
        assert {name: as_read(line[name], value) for name, value in values.items()} == values


def test_the_csv_of_a_fit_has_every_component_and_column(run, tmp_path):
    import numpy as np

    points = np.random.default_rng(1).normal(size=(400, 7)) + 20 * (np.arange(400) % 40)[:, None]
    np.savetxt(tmp_path / "wide.csv", points, delimiter=",", header=",".join("abcdefg"), comments="")
    done = run("fit", "wide.csv", "-k", 40, "--method", "gonzalez/em:covariance=diagonal", "--format", "csv", "--quiet")
    components = csv_tables(done.stdout)["components"]
    assert len(components) == 40
    assert sum(float(line["weight"]) for line in components) == pytest.approx(1)
    for line in components:
        assert float(line["rows"]) == pytest.approx(400 * float(line["weight"]))
    assert {f"{name}.{what}" for name in "abcdefg" for what in ("mean", "sd")} <= set(components[0])


def test_score_is_one_line_of_csv(run, rows_csv, model_json):
    report = json.loads(run("score", model_json, rows_csv, "--json").stdout)
    (line,) = csv_tables(run("score", model_json, rows_csv, "--format", "csv").stdout)["score"]
    assert {name: as_read(line[name], value) for name, value in report.items()} == report


def test_the_csv_of_methods_has_a_line_for_every_parameter(run):
    methods = json.loads(run("methods", "--json").stdout)["methods"]
    lines = csv_tables(run("methods", "--format", "csv").stdout)["methods"]
    wanted = {(m["name"], p["name"]) for m in methods for p in m["parameters"] or [{"name": ""}]}
    assert {(line["name"], line["parameters.name"]) for line in lines} == wanted
