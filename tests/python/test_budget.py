"""GaussianMixture(budget=...): the best model within a time or a number of passes."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture

ROWS = np.concatenate([np.random.RandomState(seed).normal(size=(100, 2)) + 9 * seed for seed in range(3)])
CROWD = np.random.RandomState(0).normal(size=(1000, 3)) + np.arange(1000)[:, None] % 4


def test_a_budget_ends_early_where_every_start_finds_the_same():
    mixture = GaussianMixture(3, budget="100000 passes", random_state=0).fit(ROWS)
    assert mixture.budget_["ended"] == "found" and mixture.budget_["found"] == mixture.budget_["starts"] == 5
    assert len(mixture.restarts_) == mixture.budget_["starts"] + mixture.budget_["kicks"] and mixture.restarts_[1]["kicked"]
    assert GaussianMixture(3, random_state=0).fit(ROWS).budget_ is None


def test_passes_give_the_same_bits_on_any_number_of_threads():
    one, three = (GaussianMixture(6, budget="2000p", random_state=1, n_jobs=jobs).fit(CROWD) for jobs in (1, 3))
    assert one.budget_["ended"] == "passes" and np.array_equal(one.means_, three.means_)
    assert np.array_equal(one.covariances_, three.covariances_)


@pytest.mark.filterwarnings("ignore:the budget was over")
def test_a_budget_is_never_worse_than_the_fit_without_one():
    alone = GaussianMixture(6, random_state=1).fit(CROWD)
    assert GaussianMixture(6, budget="4000p", random_state=1).fit(CROWD).lower_bound_ >= alone.lower_bound_


@pytest.mark.filterwarnings("ignore")
def test_a_budget_that_holds_the_first_start_never_ends_lower_on_few_rows():
    compared = 0
    for seed in range(8):
        rows = np.random.RandomState(seed).normal(size=(20 + 10 * seed, 1 + seed % 4))
        for family in ("full", "diag", "tied"):
            alone = GaussianMixture(4, covariance_type=family, random_state=seed).fit(rows)
            within = GaussianMixture(4, covariance_type=family, random_state=seed, budget="1500p").fit(rows)
            if within.budget_["starts"] + within.budget_["kicks"] == 1 or alone.collapsed_ or within.collapsed_:
                continue
            compared += 1
            ends = [one.restarts_[0]["final_penalised"] for one in (alone, within)]
            assert ends[0] == ends[1]
            assert max(end["final_penalised"] for end in within.restarts_) >= ends[0]
    assert compared >= 15


def test_a_model_that_a_budget_has_cut_short_says_so():
    with pytest.warns(UserWarning, match="the budget was over after 0 rounds of em"):
        mixture = GaussianMixture(6, budget="1p", random_state=1).fit(CROWD)
    assert not mixture.converged_ and mixture.means_.shape == (6, 3)


@pytest.mark.parametrize("budget", ["10", "ten seconds", "0s", 10, ""])
def test_what_is_no_budget_is_refused(budget):
    with pytest.raises(ValueError, match="budget: expected"):
        GaussianMixture(2, budget=budget).fit(ROWS)


def test_a_budget_decides_how_many_starts_there_are():
    with pytest.raises(ValueError, match="budget: it decides how many starts there are, expected n_init=1, got n_init=3"):
        GaussianMixture(2, budget="1s", n_init=3).fit(ROWS)
    with pytest.raises(ValueError, match="budget: expected a method with a seeder"):
        GaussianMixture(3, budget="1s", means_init=ROWS[:3]).fit(ROWS)
    with pytest.raises(ValueError, match="budget: it is for one number of components"):
        mixseed.select(ROWS, range(1, 4), budget="1s")


INTERRUPTED = """
import signal, warnings
import numpy as np
import mixseed
signal.signal(signal.SIGINT, signal.default_int_handler)
rows = np.random.RandomState(0).normal(size=(2000, 3))
mixture = mixseed.GaussianMixture(8, budget="1h", random_state=0)
print("ready", flush=True)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    mixture.fit(rows)
print(mixture.budget_["ended"], mixture.means_.shape, [str(one.message) for one in told if one.category is RuntimeWarning])
"""


def test_the_first_keyboard_interrupt_keeps_the_best_with_a_warning():
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    try:
        out, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert out.startswith("asked (8, 3) ['interrupted: this is the best model of "), out


SEEDING = INTERRUPTED.replace("2000, 3", "16000, 8").replace('random_state=0', 'init_params="hac:s=1"')


def test_a_second_one_is_raised():
    process = subprocess.Popen([sys.executable, "-c", SEEDING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
    assert "KeyboardInterrupt" in errors and process.returncode != 0


def test_the_bar_shows_the_best_and_how_often_it_was_found():
    from mixseed._progress import Event, bar_line

    event = Event(5, 7, 0, "em", 3, 200, -1.5, 0.25, 30.0, 7, 8, 120.0, -1.25, 3)
    assert bar_line(event, 100) == "[#####...............]  best -1.25000, found 3x in 7  at most 0:30 left  K=5  em 3/200"
