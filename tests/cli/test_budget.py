"""mixseed fit --budget: the best model within a time or a number of passes."""

import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import overlapping_groups, two_groups, without_seconds, write_csv

IRIS = Path(__file__).parents[2] / "data" / "iris.csv"
KEYS = {"passes", "seconds", "starts", "kicks", "found", "optima", "ended"}


@pytest.fixture
def crowd(tmp_path):
    np.save(tmp_path / "crowd.npy", overlapping_groups(3000))
    return tmp_path / "crowd.npy"


def test_json_says_what_became_of_the_budget(run_json, crowd):
    report = run_json("fit", crowd, "-k", 9, "--budget", "4000 passes")
    assert set(report["budget"]) == KEYS and report["budget"]["ended"] == "passes"
    assert report["budget"]["passes"] >= 4000
    kicked = [restart["kicked"] for restart in report["restarts"]]
    assert (kicked.count(False), kicked.count(True)) == (report["budget"]["starts"], report["budget"]["kicks"])
    assert report["budget"]["kicks"] > 0
    assert "budget" not in run_json("fit", crowd, "-k", 2, "--method", "uniform/em:rounds=1")


def objective(final):
    """The log-likelihood, penalised if there is a penalty, by which restarts are compared."""
    return final.get("penalised", final["log_likelihood"])


def few_rows(seed):
    rng = np.random.default_rng(seed)
    sizes = [(12, 2), (30, 3), (40, 1), (60, 5), (20, 8)]
    made = [rng.normal(size=size) + 5 * (rng.random((size[0], 1)) < 0.4) for size in sizes]
    return [*made, rng.integers(0, 6, size=(50, 2)).astype(float)]


@pytest.mark.parametrize("family", ["full", "EVE"])
def test_the_first_start_is_the_fit_without_a_budget_and_the_end_never_lower(run_json, tmp_path, family):
    compared = 0
    for number, rows in enumerate(few_rows(0)):
        path = write_csv(tmp_path / f"rows-{number}.csv", rows)
        for k in (2, 6):
            for seed in (0, 4):
                task = ("fit", path, "-k", k, "--seed", seed, "--covariance", family)
                alone, budget = run_json(*task), run_json(*task, "--budget", "1500 passes")
                if budget["budget"]["starts"] + budget["budget"]["kicks"] == 1:
                    continue  # cut short, or one start is enough
                compared += 1
                assert budget["restarts"][0]["final"] == alone["final"]
                assert (budget["collapsed"] > 0) <= (alone["collapsed"] > 0)
                if (budget["collapsed"] > 0) == (alone["collapsed"] > 0):
                    assert objective(budget["final"]) >= objective(alone["final"])
    assert compared >= 20


def test_a_budget_below_the_first_start_says_that_it_was_cut_short(run_json):
    task = ("fit", IRIS, "--columns", "1-4", "-k", 6, "--seed", 4)
    alone, budget = run_json(*task), run_json(*task, "--budget", "3 passes")
    assert objective(budget["final"]) < objective(alone["final"]) and not budget["converged"]
    spent = budget["budget"]
    assert (spent["starts"], spent["kicks"], spent["ended"]) == (1, 0, "passes")
    whole = run_json(*task, "--budget", "2000 passes")
    assert whole["restarts"][0]["final"] == alone["final"]
    assert objective(whole["final"]) >= objective(alone["final"])


def test_the_text_says_it_too(run, rows_csv):
    done = run("fit", rows_csv, "-k", 2, "--budget", "100000p")
    assert done.returncode == 0, done.stderr
    assert re.search(r": 5 starts, \d+ kicks; over early, because the best was found often enough\n", done.stdout)
    assert "5 starts ended at the best; starts ended at one optimum" in done.stdout
    assert "Starts and kicks" in done.stdout


def test_the_number_of_threads_changes_no_bit(run, crowd, tmp_path):
    def written(threads):
        words = ("fit", crowd, "-k", 9, "--budget", "1500 passes", "--threads", threads, "-o", "model.json", "--json")
        done = run(*words)
        assert done.returncode == 0, done.stderr
        return (tmp_path / "model.json").read_bytes(), without_seconds(json.loads(done.stdout))

    def known(written):
        written[1]["budget"].pop("seconds", None)
        return written

    alone = known(written(1))
    assert [threads for threads in (2, 3, 7) if known(written(threads)) != alone] == []


def test_the_passes_of_a_budget_in_seconds_give_the_same_model_again(run_json, crowd, tmp_path):
    by_clock = run_json("fit", crowd, "-k", 9, "--budget", "0.5s", "-o", "clock.json")
    assert by_clock["budget"]["ended"] == "seconds"
    run_json("fit", crowd, "-k", 9, "--budget", f"{by_clock['budget']['passes']!r} passes", "-o", "passes.json")
    assert (tmp_path / "clock.json").read_bytes() == (tmp_path / "passes.json").read_bytes()


def best_of(restarts):
    """The highest log-likelihood of the restarts without collapsed components, or of all if each has some."""
    sound = [one for one in restarts if one["collapsed"] == 0] or restarts
    return max(one["final"]["log_likelihood"] for one in sound)


def started(binary, folder, *words):
    return subprocess.Popen([binary, "fit", *map(str, words)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_first_interrupt_keeps_the_best_so_far(binary, crowd, tmp_path):
    process = started(binary, tmp_path, crowd, "-k", 9, "--budget", "1h", "--json", "-o", "best.json")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    output, message = process.communicate(timeout=60)
    assert process.returncode == 0
    assert message.decode() == "mixseed: ending with the best model so far; a second Ctrl-C ends without it\n"
    report = json.loads(output)
    assert report["budget"]["ended"] == "asked"
    assert report["final"]["log_likelihood"] == best_of(report["restarts"])
    assert json.loads((tmp_path / "best.json").read_text())["format"] == "mixseed.mixture"


# A slow seeder: the fit has not yet responded to the first interrupt when the second one comes.
LONG = ("-k", 3000, "--method", "adaptive/em", "--budget", "1h", "-o", "out.json")


def test_a_second_interrupt_ends_it_with_nothing_written(binary, tmp_path):
    np.save(tmp_path / "many.npy", overlapping_groups(100000))
    (tmp_path / "out.json").write_text("old")
    before = sorted(os.listdir(tmp_path))
    process = started(binary, tmp_path, "many.npy", *LONG)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert b"a second Ctrl-C" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    output, message = process.communicate(timeout=60)
    assert (process.returncode, output, message) == (130, b"", b"mixseed: interrupted, nothing was written\n")
    assert sorted(os.listdir(tmp_path)) == before and (tmp_path / "out.json").read_text() == "old"


def test_sigterm_ends_it_at_once(binary, crowd, tmp_path):
    process = started(binary, tmp_path, crowd, "-k", 9, "--budget", "1h", "-o", "best.json")
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    output, message = process.communicate(timeout=60)
    assert (process.returncode, output, message) == (143, b"", b"mixseed: interrupted, nothing was written\n")
    assert not (tmp_path / "best.json").exists()


def test_a_prior_is_reported_with_and_without(run_json, run, tmp_path):
    write_csv(tmp_path / "rows.csv", two_groups(60))
    with_prior = run_json("fit", "rows.csv", "-k", 3, "--method", "auto/em:prior=2")
    assert with_prior["final"]["penalised"] < with_prior["final"]["log_likelihood"]
    without = run_json("fit", "rows.csv", "-k", 3, "--prior", 0)
    assert without["final"]["penalised"] == without["final"]["log_likelihood"]
    assert "with its prior" in run("fit", "rows.csv", "-k", 3, "--method", "auto/em:prior=2").stdout
