"""--covariance: fourteen families, and the choice among them."""

import json
import re

import numpy as np
import pytest
from conftest import two_groups, write_csv

LETTERS = "EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV".split()
NAMES = [{"VVV": "full", "EEE": "tied", "VVI": "diagonal", "VII": "spherical"}.get(word, word) for word in LETTERS]


@pytest.mark.parametrize("word, name", zip(LETTERS, NAMES))
def test_a_family_is_found_by_its_letters_and_kept_in_the_model(run, run_json, rows_csv, tmp_path, word, name):
    report = run_json("fit", rows_csv, "-k", 2, "--covariance", word, "-o", "model.json")
    assert report["covariance"] == name
    model = json.loads((tmp_path / "model.json").read_text())
    assert model["family"] == name and model["covariance"] in ("full", "tied", "diagonal", "spherical")
    scored = run_json("score", "model.json", rows_csv)
    assert scored["bic"] == pytest.approx(report["bic"], rel=1e-12)
    again = run_json("fit", rows_csv, "--start", "model.json", "--covariance", word, "--method", "em:rounds=0")
    assert again["bic"] == pytest.approx(report["bic"], rel=1e-12)


def test_the_option_and_the_parameter_of_em_are_the_same_fit(run_json, rows_csv):
    option = run_json("fit", rows_csv, "-k", 3, "--covariance", "diag")
    parameter = run_json("fit", rows_csv, "-k", 3, "--method", "auto/em:covariance=VVI")
    assert option["method"] == parameter["method"]
    assert option["final"] == parameter["final"]


def test_all_families_and_numbers_have_a_candidate(run_json, rows_csv):
    report = run_json("fit", rows_csv, "-k", "1..3", "--covariance", "all")
    candidates = report["selection"]["candidates"]
    assert [(line["covariance"], line["components"]) for line in candidates] == [(n, k) for n in NAMES for k in (1, 2, 3)]
    chosen = min((line for line in candidates if line["collapsed"] == 0), key=lambda line: line["bic"])
    assert (report["covariance"], report["components"]) == (chosen["covariance"], chosen["components"])


@pytest.mark.parametrize("criterion", ["bic", "aic", "icl"])
def test_a_list_of_families_is_a_choice_for_one_number_too(run_json, rows_csv, criterion):
    report = run_json("fit", rows_csv, "-k", 2, "--covariance", "VVV,EEE,diag", "--select", criterion)
    candidates = report["selection"]["candidates"]
    assert [line["covariance"] for line in candidates] == ["full", "tied", "diagonal"]
    assert report["covariance"] == min(candidates, key=lambda line: line[criterion])["covariance"]


def test_one_column_has_two_families(run_json, tmp_path):
    write_csv(tmp_path / "one.csv", two_groups()[:, :1])
    report = run_json("fit", "one.csv", "-k", "1..2", "--covariance", "all")
    assert {line["covariance"] for line in report["selection"]["candidates"]} == {"EII", "spherical"}


def test_the_table_marks_the_chosen_cell_and_names_the_best_three(run, rows_csv):
    text = run("fit", rows_csv, "-k", "1..3", "--covariance", "all").stdout
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("BIC by covariance"))
    table = lines[first + 2 : first + 16]
    assert [line.split()[0] for line in table] == NAMES
    assert sum(line.count("*") for line in table) == 1
    best = next(line for line in lines if line.strip().startswith("Best:"))
    named = [float(value) for value in re.findall(r"\((-?[0-9.]+)\)", best)]
    assert len(named) == 3 and named == sorted(named)
    marked = next(re.search(r"(-?[0-9.]+)\*", line) for line in table if "*" in line)
    assert float(marked.group(1)) == named[0]


def test_degenerate_rows_leave_no_cell_out(run_json, tmp_path):
    rows = np.round(two_groups()[:30], 0)
    write_csv(tmp_path / "flat.csv", np.column_stack([rows, np.full(30, 5.0), 2 * rows[:, 0]]))
    candidates = run_json("fit", "flat.csv", "-k", "1..4", "--covariance", "all")["selection"]["candidates"]
    assert len(candidates) == 14 * 4
    assert all(np.isfinite(line["bic"]) for line in candidates)


def test_the_start_of_another_family_is_fitted_to_the_one_that_is_asked_for(run_json, rows_csv):
    run_json("fit", rows_csv, "-k", 3, "-o", "full.json")
    report = run_json("fit", rows_csv, "--start", "full.json", "--covariance", "EII")
    assert report["covariance"] == "EII" and report["rounds"] > 0
