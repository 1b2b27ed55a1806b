"""The statistics of `mixseed lab tables` against SciPy's, from the runs in the store itself."""

import json
import os
import sqlite3
import subprocess

import numpy as np
import pytest
from scipy import stats

PLAN = ("quick", "--data-sets", "2", "--seeds", "2", "--only", "dim=3,separation=2,noise=0", "--rules", "paper")


@pytest.fixture(scope="module")
def binary():
    return os.environ["MIXSEED_BINARY"]


@pytest.fixture(scope="module")
def store(binary, tmp_path_factory):
    path = tmp_path_factory.mktemp("ranks") / "runs.db"
    subprocess.run([binary, "lab", "run", *PLAN, "--store", path], check=True, capture_output=True)
    return path


@pytest.fixture(scope="module")
def column(binary, store):
    done = subprocess.run([binary, "lab", "tables", "--store", store, "--format", "json"], check=True, capture_output=True)
    columns = json.loads(done.stdout)["columns"]
    return next(c for c in columns if c["table"] == 7 and c["kind"] == "final")


@pytest.fixture(scope="module")
def ranks(store, column):
    """[data set][method], from the runs."""
    with sqlite3.connect(store) as runs:
        rows = runs.execute("SELECT data_set, label, avg(final) FROM runs JOIN methods ON methods.id = method "
                            "GROUP BY data_set, label").fetchall()
    labels = [m["method"] for m in column["methods"]]
    means = {(data, label): mean for data, label, mean in rows}
    values = [[means[data, label] for label in labels] for data in sorted({row[0] for row in rows})]
    return np.array([stats.rankdata([-v for v in row]) for row in values])


def test_mean_ranks_and_deviations(column, ranks):
    assert len(ranks) == column["data_sets"] == 16
    assert [m["mean"] for m in column["methods"]] == pytest.approx(ranks.mean(axis=0))
    assert [m["sd"] for m in column["methods"]] == pytest.approx(ranks.std(axis=0, ddof=1))


def test_friedman(column, ranks):
    statistic, p = stats.friedmanchisquare(*(-ranks.T))
    assert column["friedman"]["statistic"] == pytest.approx(statistic)
    assert column["friedman"]["p"] == pytest.approx(p, rel=1e-6)


def test_nemenyi(column, ranks):
    n, k = ranks.shape
    q = stats.studentized_range.ppf(0.95, k, np.inf)
    assert column["critical_difference"] == pytest.approx(q / np.sqrt(2) * np.sqrt(k * (k + 1) / (6 * n)), rel=1e-6)


def test_spearman(column):
    ours, theirs = zip(*((m["mean"], m["published_mean"]) for m in column["methods"]))
    assert column["spearman"] == pytest.approx(stats.spearmanr(ours, theirs)[0])


def test_wins(column, ranks):
    wins = [[np.mean(np.where(a == b, 0.5, a < b)) for b in ranks.T] for a in ranks.T]
    assert np.array(column["wins"]) == pytest.approx(np.array(wins))
