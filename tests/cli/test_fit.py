"""mixseed fit: the report, the model, and what they depend on."""

import csv
import io
import json
import re

import numpy as np
import pytest
from conftest import overlapping_groups, two_groups, without_seconds, write_csv

TOP_KEYS = {
    "version", "rows", "columns", "components", "covariance", "method", "seed", "initial", "final", "rounds", "converged",
    "collapsed", "bic", "aic", "icl", "resolution", "advice", "effective_rows", "repairs", "restarts", "share_at_best",
    "best_restart", "seconds", "team",
}
REPAIR_KEYS = {"floored", "emptied", "reseeded", "spherical", "identity", "averaged", "kept", "refused", "total"}


def test_json_has_every_documented_key(run_json, rows_csv, version):
    report = run_json("fit", rows_csv, "-k", 2, "--seed", 5)
    assert set(report) == TOP_KEYS
    assert report["version"] == version
    assert (report["rows"], report["columns"], report["components"], report["seed"]) == (200, 2, 2, 5)
    assert report["final"]["log_likelihood"] >= report["initial"]["log_likelihood"] - 1e-12
    assert set(report["repairs"]) == REPAIR_KEYS
    assert set(report["seconds"]) == {"read", "seed", "refine", "em", "total"}
    assert report["converged"] is True and report["rounds"] >= 1


def test_effective_rows_stand_in_every_format(run, run_json, rows_csv):
    rows = run_json("fit", rows_csv, "-k", 2)["effective_rows"]
    assert len(rows) == 2 and sum(rows) == pytest.approx(200)
    for kind in ("text", "markdown", "latex"):
        told = run("fit", rows_csv, "-k", 2, "--format", kind).stdout
        assert "rows" in told and all(f"{one:.1f}" in told for one in rows), kind
    blocks = run("fit", rows_csv, "-k", 2, "--format", "csv").stdout.split("\n\n")
    components = next(csv.DictReader(io.StringIO(one)) for one in blocks if one.startswith("table,component,"))
    assert [float(line["rows"]) for line in components] == pytest.approx(rows)


def test_every_restart_is_reported(run_json, rows_csv):
    report = run_json("fit", rows_csv, "-k", 3, "--restarts", 4, "--method", "uniform/em")
    keys = {
        "restart",
        "initial",
        "final",
        "rounds",
        "converged",
        "collapsed",
        "flat",
        "kicked",
        "repairs",
        "seconds",
        "error",
    }
    assert [restart["restart"] for restart in report["restarts"]] == [0, 1, 2, 3]
    assert all(set(restart) == keys and restart["error"] is None for restart in report["restarts"])
    finals = [restart["final"]["log_likelihood"] for restart in report["restarts"]]
    assert finals[report["best_restart"]] == max(finals) == report["final"]["log_likelihood"]
    near = sum(final >= max(finals) - 1e-4 for final in finals)
    assert report["share_at_best"] == near / 4


def test_same_seed_gives_the_same_json_except_seconds(run_json, rows_csv):
    arguments = ("fit", rows_csv, "-k", 3, "--seed", 9, "--restarts", 3, "--method", "adaptive/cem/em")
    assert without_seconds(run_json(*arguments)) == without_seconds(run_json(*arguments))


def test_another_seed_gives_another_start(run_json, rows_csv):
    starts = {
        run_json("fit", rows_csv, "-k", 3, "--seed", seed, "--method", "uniform/em")["initial"]["log_likelihood"]
        for seed in range(4)
    }
    assert len(starts) > 1


def test_the_paper_abbreviations_are_the_same_method(run_json, rows_csv):
    short, long = (run_json("fit", rows_csv, "-k", 2, "--method", text) for text in ("ad/cem", "adaptive/cem/em"))
    assert without_seconds(short) == without_seconds(long)
    assert short["method"].startswith("adaptive")


def test_auto_is_resolved_in_the_report(run_json, rows_csv):
    report = run_json("fit", rows_csv, "-k", 2)
    assert "auto" not in report["method"]


def test_zero_rounds_give_the_start_back_bit_for_bit(run, rows_csv, model_json, tmp_path):
    done = run("fit", rows_csv, "--start", model_json, "--method", "em:rounds=0", "-o", "again.json", "--quiet")
    assert done.returncode == 0, done.stderr
    first, again = (json.loads((tmp_path / name).read_text()) for name in ("model.json", "again.json"))
    for key in ("covariance", "weights", "means", "covariances"):
        assert first[key] == again[key]


@pytest.mark.parametrize("covariance", ["full", "tied", "diagonal", "spherical"])
def test_every_covariance_type_comes_back_from_zero_rounds(run, rows_csv, tmp_path, covariance):
    run("fit", rows_csv, "-k", 2, "--method", f"kmeans++/em:rounds=3,covariance={covariance}", "-o", "a.json")
    method = f"em:rounds=0,covariance={covariance}"
    assert run("fit", rows_csv, "--start", "a.json", "--method", method, "-o", "b.json").returncode == 0
    first, again = (json.loads((tmp_path / name).read_text()) for name in ("a.json", "b.json"))
    assert first["covariance"] == again["covariance"] == covariance
    assert (first["means"], first["covariances"]) == (again["means"], again["covariances"])


def test_a_start_needs_no_k_and_runs_em_by_default(run_json, rows_csv, model_json):
    report = run_json("fit", rows_csv, "--start", model_json)
    assert report["components"] == 2
    assert report["method"].startswith("em")
    assert run_json("fit", rows_csv, "--start", model_json, "-k", 2)["final"] == report["final"]


def test_centers_start_the_fit(run_json, rows_csv, tmp_path):
    write_csv(tmp_path / "centers.csv", [[0, 0], [8, 8]])
    report = run_json("fit", rows_csv, "--centers", "centers.csv")
    assert report["components"] == 2
    assert report["final"]["log_likelihood"] == pytest.approx(
        run_json("fit", rows_csv, "-k", 2, "--method", "kmeans++/em")["final"]["log_likelihood"], abs=1e-3)


def test_a_range_is_judged_by_bic_unless_told_otherwise(run_json, rows_csv):
    report = run_json("fit", rows_csv, "-k", "1..4")
    selection = report["selection"]
    assert selection["criterion"] == "bic"
    assert [candidate["components"] for candidate in selection["candidates"]] == [1, 2, 3, 4]
    names = {"components", "covariance", "log_likelihood", "parameters", "bic", "aic", "icl", "collapsed"}
    assert set(selection["candidates"][0]) == names
    assert report["components"] == 2
    assert report["bic"] == min(candidate["bic"] for candidate in selection["candidates"])


@pytest.mark.parametrize("criterion", ["bic", "aic", "icl"])
def test_the_asked_criterion_decides(run_json, rows_csv, criterion):
    report = run_json("fit", rows_csv, "-k", "1..5", "--select", criterion)
    standing = [candidate for candidate in report["selection"]["candidates"] if candidate["collapsed"] == 0]
    best = min(standing, key=lambda candidate: candidate[criterion])
    assert report["selection"]["criterion"] == criterion
    assert report["components"] == best["components"]


def test_a_range_of_one_number_is_the_plain_fit(run_json, rows_csv):
    ranged, plain = run_json("fit", rows_csv, "-k", "3..3"), run_json("fit", rows_csv, "-k", 3)
    del ranged["selection"]
    assert without_seconds(ranged) == without_seconds(plain)


def test_a_weight_column_counts_rows(run_json, run, tmp_path):
    points = two_groups(rows=60)
    repeats = np.arange(60) % 3 + 1
    write_csv(tmp_path / "weighted.csv", np.column_stack([points, repeats]), ["a", "b", "times"])
    write_csv(tmp_path / "repeated.csv", np.repeat(points, repeats, axis=0))
    write_csv(tmp_path / "times.csv", repeats[:, None])
    write_csv(tmp_path / "plain.csv", points)
    write_csv(tmp_path / "centers.csv", [[0, 0], [8, 8]])
    options = ("--centers", "centers.csv", "--method", "em:rounds=5,tol=0")
    repeated = run_json("fit", "repeated.csv", *options)
    for data, weights in (("weighted.csv", "times"), ("plain.csv", "times.csv")):
        weighted = run_json("fit", data, "--weights", weights, *options)
        assert weighted["columns"] == 2
        for key in ("bic", "aic", "icl"):
            assert weighted[key] == pytest.approx(repeated[key], rel=1e-10)


def test_columns_are_chosen_by_name_and_number(run_json, tmp_path):
    points = two_groups(columns=4)
    write_csv(tmp_path / "four.csv", points, ["a", "b", "c", "d"])
    write_csv(tmp_path / "two.csv", points[:, [3, 1]])
    for columns in ("d,b", "4,2", "d,2"):
        chosen = run_json("fit", "four.csv", "-k", 2, "--columns", columns)
        assert without_seconds(chosen) == without_seconds(run_json("fit", "two.csv", "-k", 2))
    assert run_json("fit", "four.csv", "-k", 2, "--columns", "a,2-4")["columns"] == 4


def test_the_trace_has_the_start_and_every_round(run_json, rows_csv, tmp_path):
    report = run_json("fit", rows_csv, "-k", 3, "--method", "uniform/kmeans/em:rounds=6,tol=0", "--trace", "trace.csv")
    with open(tmp_path / "trace.csv", newline="") as file:
        rounds = list(csv.DictReader(file))
    assert {"stage", "round", "objective", "floored", "seconds"} <= set(rounds[0])
    em = [float(row["objective"]) for row in rounds if row["stage"] == "em"]
    assert {row["stage"] for row in rounds} == {"kmeans", "em"}
    assert len(em) == report["rounds"] + 1 == 7
    assert em == sorted(em)
    assert (em[0], em[-1]) == (report["initial"]["log_likelihood"], report["final"]["log_likelihood"])


def test_the_text_report_names_what_was_found(run, rows_csv):
    done = run("fit", rows_csv, "-k", 2, "--seed", 3)
    assert done.returncode == 0 and done.stderr == ""
    for words in ("200 rows, 2 columns", "seed", "log-likelihood", "->", "converged", "BIC", "AIC", "ICL",
                  "smaller is better", "width", "height", "±", "weight"):
        assert words in done.stdout, words
    assert all(len(line) <= 120 for line in done.stdout.splitlines())


def test_the_text_report_lists_restarts_and_the_share_at_the_best(run, rows_csv):
    done = run("fit", rows_csv, "-k", 2, "--restarts", 5)
    assert "Restarts" in done.stdout and "of 5 restarts reached the best optimum" in done.stdout


def test_the_text_report_marks_the_chosen_number_of_components(run, rows_csv):
    done = run("fit", rows_csv, "-k", "1..3")
    marked = [line for line in done.stdout.splitlines() if "chosen by bic" in line]
    assert len(marked) == 1 and marked[0].split()[0] == "2"


# With 5 components one of four restarts is the best, with 4 two are, and with 8 the best has a collapsed component.
@pytest.mark.parametrize("components, found, collapsed, remark", [(5, 1, 0, True), (4, 2, 0, False), (8, 1, 1, False)])
def test_a_sound_best_that_was_found_once_gets_a_remark(run, run_json, tmp_path, components, found, collapsed, remark):
    points = np.random.default_rng(3).uniform(size=(150, 2))
    write_csv(tmp_path / "noise.csv", points)
    arguments = ("fit", "noise.csv", "-k", components, "--method", "uniform/em:rounds=500", "--restarts", 4)
    told = run_json(*arguments)
    assert (round(told["share_at_best"] * 4), told["collapsed"]) == (found, collapsed)
    assert ("found only once" in run(*arguments).stdout) == remark


def test_repairs_are_shown_when_there_are_any(run, run_json, tmp_path):
    write_csv(tmp_path / "flat.csv", np.column_stack([two_groups(50), np.repeat([1.0, 2.0], 25)]))
    report = run_json("fit", "flat.csv", "-k", 2)
    text = run("fit", "flat.csv", "-k", 2).stdout
    assert ("repairs" in text) == (report["repairs"]["total"] > 0)
    assert report["repairs"]["total"] == sum(v for k, v in report["repairs"].items() if k != "total")


def test_the_largest_seed_is_accepted(run_json, rows_csv):
    assert run_json("fit", rows_csv, "-k", 2, "--seed", 2**64 - 1)["seed"] == 2**64 - 1


def test_the_model_file_has_the_documented_fields(model_json):
    model = json.loads(model_json.read_text())
    assert model["format"] == "mixseed.mixture" and model["version"] == 2
    assert model["covariance"] == model["family"] == "full" and model["columns"] == ["width", "height"]
    assert np.shape(model["means"]) == (2, 2) and np.shape(model["covariances"]) == (2, 2, 2)
    assert sum(model["weights"]) == pytest.approx(1)
    assert set(model["provenance"]) == {"method", "seed", "version", "rows", "rounds", "converged", "log_likelihood"}


def test_wide_data_and_many_components_stay_readable(run, tmp_path):
    write_csv(tmp_path / "wide.csv", two_groups(rows=400, columns=12))
    done = run("fit", "wide.csv", "-k", 40, "--method", "uniform/em:rounds=1,covariance=diagonal")
    assert done.returncode == 0, done.stderr
    assert "more column" in done.stdout and "more component" in done.stdout


def test_long_column_names_are_cut_in_the_middle(run, tmp_path):
    names = ["Distance_To_Größe_of_Hydrology", "Distance_To_Größe_of_Roadways"]
    write_csv(tmp_path / "long.csv", two_groups() * 1e4, names)
    text = run("fit", "long.csv", "-k", 2).stdout
    assert "Distance…ydrology" in text and "Distance…Roadways" in text


def test_the_chosen_fit_of_a_range_is_the_plain_fit_of_its_number(run_json, tmp_path):
    write_csv(tmp_path / "noise.csv", np.random.default_rng(0).normal(size=(200, 2)))
    options = ("--method", "adaptive/em:rounds=5")
    ranged = run_json("fit", "noise.csv", "-k", "1..40", *options)
    del ranged["selection"]
    plain = run_json("fit", "noise.csv", "-k", ranged["components"], *options)
    assert without_seconds(ranged) == without_seconds(plain)


def test_a_model_can_go_to_standard_output(run, rows_csv, tmp_path):
    printed = run("fit", rows_csv, "-k", 2, "-o", "-")
    assert printed.returncode == 0 and printed.stderr == ""
    run("fit", rows_csv, "-k", 2, "-o", "model.json")
    assert printed.stdout == (tmp_path / "model.json").read_text()
    through = run("predict", "/dev/stdin", rows_csv, stdin=printed.stdout)
    assert through.stdout == run("predict", "model.json", rows_csv).stdout


@pytest.mark.parametrize("kind", ["full", "tied", "diagonal", "spherical"])
def test_the_json_has_the_model_when_it_is_asked_for(run_json, rows_csv, tmp_path, kind):
    method = ("--method", f"uniform/em:covariance={kind}")
    assert "model" not in run_json("fit", rows_csv, "-k", 3, *method)
    report = run_json("fit", rows_csv, "-k", 3, *method, "--model", "-o", "model.json")
    file = json.loads((tmp_path / "model.json").read_text())
    assert report["model"] == {key: file[key] for key in ("covariance", "columns", "weights", "means", "covariances")}


def test_components_come_by_weight_whatever_the_seed(run_json, rows_csv):
    models = [run_json("fit", rows_csv, "-k", 2, "--seed", seed, "--method", "uniform", "--model")["model"]
              for seed in range(4)]
    for model in models:
        assert model["weights"] == sorted(model["weights"], reverse=True)
        assert np.allclose(model["means"], models[0]["means"], atol=0.01)


def test_order_says_otherwise(run_json, rows_csv, tmp_path):
    write_csv(tmp_path / "centers.csv", [[8, 8], [0, 0]])
    def lowest(*words):
        means = run_json("fit", rows_csv, "--model", *words)["model"]["means"]
        return means[0][0] < means[1][0]
    assert lowest("-k", 2, "--order", "mean")
    assert not lowest("--centers", "centers.csv")  # as the start has them
    assert lowest("--centers", "centers.csv", "--order", "weight")  # two thirds of the rows are around 0


def test_the_default_method_is_shown_with_its_name(run, rows_csv):
    def method(*words):
        lines = re.search(r"method +(.*?)\n +seed ", run("fit", rows_csv, "-k", 2, *words).stdout, re.DOTALL).group(1)
        return "".join(line.strip() for line in lines.splitlines())

    assert re.fullmatch(r"auto \(rehearse:.*/search(:anew=\d)?/or/.*em:.*\)", method())
    assert re.fullmatch(r"quick \(rehearse/.*em:.*\)", method("--method", "quick"))
    assert re.fullmatch(r"auto/em:rounds=5 \(rehearse:.*em:rounds=5.*\)", method("--method", "auto/em:rounds=5"))
    assert method("--method", "uniform").startswith("uniform/em")


def test_a_range_never_shows_a_likelihood_that_falls_as_the_components_grow(run, tmp_path):
    write_csv(tmp_path / "rows.csv", overlapping_groups(400))
    words = ("fit", "rows.csv", "-k", "1..12", "--method", "uniform/em:rounds=3", "--json")
    reached = [line["log_likelihood"] for line in json.loads(run(*words).stdout)["selection"]["candidates"]]
    assert len(reached) == 12
    assert all(more >= less - 1e-8 for less, more in zip(reached, reached[1:]))
