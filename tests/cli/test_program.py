"""The program as a whole: version, help, methods, channels."""

import json

import pytest

COMMANDS = ["fit", "predict", "score", "sample", "methods", "convert", "generate", "lab"]
SEEDERS = ["uniform", "hac", "gonzalez", "kmeans++", "kwedlo", "spherical-gonzalez", "adaptive", "projections", "mhac"]


def test_version_is_one_line(run, version):
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"mixseed {version}\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command_shows_an_example(run, command):
    done = run(command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert "Example:" in done.stdout and f"mixseed {command}" in done.stdout


def test_help_lists_every_command(run):
    done = run("--help")
    assert done.returncode == 0 and all(command in done.stdout for command in COMMANDS)


def test_methods_lists_every_method_with_its_parameters(run):
    text = run("methods").stdout
    for word in [*SEEDERS, "kmeans", "cem", "em", "alpha=", "rounds=", "tol=", "covariance=full", "(ad)", "spherical"]:
        assert word in text, word


def test_methods_as_json_describe_parameters_as_data(run_json):
    listed = run_json("methods")["methods"]
    assert [method["name"] for method in listed if method["kind"] == "seeder"] == ["auto", "quick", *SEEDERS]
    by_name = {method["name"]: method for method in listed if method["kind"] == "refiner"}
    assert {"kmeans", "cem", "em"} <= set(by_name)
    parameters = {parameter["name"]: parameter for parameter in by_name["em"]["parameters"]}
    assert parameters["covariance"]["choices"][:5] == ["full", "tied", "diagonal", "spherical", "EII"]
    assert parameters["covariance"]["default"] == "full"
    assert parameters["rounds"]["kind"] == "integer" and parameters["rounds"]["least"] == 0


@pytest.mark.parametrize("seeder", SEEDERS)
def test_every_seeder_fits_from_the_command_line(run_json, rows_csv, seeder):
    report = run_json("fit", rows_csv, "-k", 2, "--method", seeder)
    assert report["method"].split(":")[0].split("/")[0] == seeder


def test_quiet_prints_nothing(run, rows_csv):
    done = run("fit", rows_csv, "-k", 2, "--quiet", "-o", "m.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_quiet_still_prints_the_json_that_was_asked_for(run, rows_csv):
    done = run("fit", rows_csv, "-k", 2, "--quiet", "--json")
    assert json.loads(done.stdout)["rows"] == 200 and done.stderr == ""


def test_quiet_still_prints_errors(run, rows_csv):
    done = run("fit", rows_csv, "-k", 0, "--quiet")
    assert done.returncode == 2 and done.stderr.startswith("mixseed: ")


def test_verbose_has_a_line_for_the_start_and_one_per_round_of_em(run, rows_csv):
    done = run("fit", rows_csv, "-k", 2, "--verbose", "--json", "--method", "uniform/kmeans/em:rounds=4,tol=0")
    lines, report = done.stderr.splitlines(), json.loads(done.stdout)
    assert len(lines) == report["rounds"] + 1 == 5
    assert all(line.startswith("mixseed: ") for line in lines)
    values = [float(line.split("log-likelihood")[1]) for line in lines]
    assert values[0] == pytest.approx(report["initial"]["log_likelihood"], rel=1e-8)
    assert values[-1] == pytest.approx(report["final"]["log_likelihood"], rel=1e-8)


def test_no_progress_is_drawn_when_standard_error_is_no_terminal(run, rows_csv):
    assert run("fit", rows_csv, "-k", 2).stderr == ""
