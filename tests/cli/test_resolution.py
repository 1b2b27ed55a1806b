"""--resolution and --prior, and the report's advice about rounded columns."""

import json

import pytest


@pytest.fixture
def rounded(tmp_path):
    """Two groups of whole numbers; the third column is mostly 0."""
    lines = ["age,score,debt"]
    for i in range(300):
        age = (25 if i % 2 else 60) + (i * 7 % 11) - 5
        lines.append(f"{age},{1 + i * 7 % 5},{0 if i % 3 else 10 + i**0.5}")
    path = tmp_path / "rounded.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_summary_has_the_steps_and_names_the_column_of_zeros(run, rounded):
    said = run("fit", rounded, "-k", 2).stdout
    assert "resolution      1 (2 columns)" in said
    assert "column 3 (debt): 66.7 % of the rows have the value 0" in said


def test_json_has_steps_and_advice(run_json, rounded):
    found = run_json("fit", rounded, "-k", 2, "--columns", "1-2")
    assert found["resolution"] == [1, 1]
    assert found["advice"] == []
    assert len(run_json("fit", rounded, "-k", 2)["advice"]) == 1


def test_steps_can_be_given_and_are_in_the_model(run, rounded, tmp_path):
    model = tmp_path / "model.json"
    run("fit", rounded, "-k", 2, "--columns", "1-2", "--resolution", "1,0.5", "-o", model)
    assert json.loads(model.read_text())["provenance"]["resolution"] == [1, 0.5]
    run("fit", rounded, "-k", 2, "--columns", "1-2", "--resolution", "0", "-o", model)
    assert "resolution" not in json.loads(model.read_text())["provenance"]


def test_the_rules_of_the_paper_know_no_steps(run_json, rounded):
    words = ["fit", rounded, "-k", 2, "--columns", "1-2", "--method", "kmeans++/kmeans/em:rules=paper"]
    assert run_json(*words)["resolution"] == []


def test_the_prior_is_an_option(run_json, rounded):
    words = ["fit", rounded, "--columns", "1-2", "-k", 2]
    assert run_json(*words, "--prior", 3)["method"].endswith("prior=3")
    by_rule = run_json(*words, "--method", "kmeans++/kmeans", "--prior", "auto")
    assert "prior" not in by_rule["method"], "150 rows per component are plenty for two columns"
    few = run_json("fit", rounded, "--columns", "1-2", "-k", 9, "--method", "kmeans++/kmeans", "--prior", "auto")
    assert few["method"].endswith("prior=0.71")
