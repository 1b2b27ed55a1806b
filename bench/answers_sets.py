"""The labelled sets of answers.py: real ones with their columns as they are, and generated ones with fixed seeds.

Real sets come from scikit-learn, from R's mclust (answers.R) and from a folder of NAME.csv.gz and NAME.labels.csv.gz
files. A generated set stands for one kind of data that people fit: integers, counts, categories, heavy tails, ...
"""

import runpy
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn import datasets
from sklearn.preprocessing import StandardScaler

survey = runpy.run_path(str(Path(__file__).parents[1] / "data" / "survey.py"))["survey"]

# Sets of the folder, with the columns of its label file that make a class.
FROM_FOLDER = {
    "olive, 3 regions": ("olive", [0]),
    "olive, 9 areas": ("olive", [1]),
    "crabs": ("crabs", [0, 1]),
    "banknote": ("banknote", [0]),
    "diabetes": ("diabetes", [0]),
}


@dataclass(frozen=True)
class LabelledSet:
    name: str
    rows: np.ndarray
    labels: np.ndarray
    group: str  # real or generated
    copies: int = 1  # of every row, one after the other

    @property
    def k(self):
        return len(np.unique(self.labels))


def repeated(name, rows, labels, copies):
    return LabelledSet(name, np.repeat(rows, copies, axis=0), np.repeat(labels, copies), "real", copies)


def from_scikit_learn():
    loaders = datasets.load_iris, datasets.load_wine, datasets.load_breast_cancer
    iris, wine, cancer = (load(return_X_y=True) for load in loaders)
    digits, written = datasets.load_digits(return_X_y=True)
    centred = digits - digits.mean(axis=0)
    axes = np.linalg.svd(centred, full_matrices=False)[2][:8]
    few = written < 4
    yield LabelledSet("iris", *iris, "real")
    yield repeated("iris, every row twice", *iris, 2)
    yield repeated("iris, every row four times", *iris, 4)
    yield LabelledSet("wine", *wine, "real")
    yield LabelledSet("wine, standardised", StandardScaler().fit_transform(wine[0]), wine[1], "real")
    yield LabelledSet("breast cancer", *cancer, "real")
    yield LabelledSet("breast cancer, 10 means", cancer[0][:, :10], cancer[1], "real")
    yield LabelledSet("digits, 8 axes", centred @ axes.T, written, "real")
    yield LabelledSet("digits 0 to 3, 64 pixels", digits[few], written[few], "real")


def from_folder(data_dir):
    if not data_dir:
        print("left out without --data-dir:", "; ".join(FROM_FOLDER), file=sys.stderr)
        return
    for name, (file, columns) in FROM_FOLDER.items():
        rows = np.loadtxt(Path(data_dir, f"{file}.csv.gz"), delimiter=",", skiprows=1, ndmin=2)
        words = np.loadtxt(Path(data_dir, f"{file}.labels.csv.gz"), delimiter=",", skiprows=1, dtype=str, ndmin=2)
        yield LabelledSet(name, rows, class_numbers(words[:, columns]), "real")


def from_mclust():
    groups = {"thyroid": "real", "cross": "generated"}
    with tempfile.TemporaryDirectory() as folder:
        try:
            words = ["Rscript", Path(__file__).with_name("answers.R"), "sets", folder]
            subprocess.run(words, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            print("left out without R and mclust:", "; ".join(groups), file=sys.stderr)
            return
        for name, group in groups.items():
            words = np.loadtxt(Path(folder, f"{name}.csv"), delimiter=",", skiprows=1, dtype=str)
            yield LabelledSet(name, words[:, 1:].astype(float), class_numbers(words[:, :1]), group)


def class_numbers(words):
    return np.unique([" ".join(row) for row in words], return_inverse=True)[1]


def survey_standardised():
    rows, labels = survey()
    return StandardScaler().fit_transform(rows), labels


def gaussian_groups(seed, n, means, deviations=1.0, shares=None):
    """Groups with the given means and deviations; both may differ by group and column."""
    rng = np.random.default_rng(seed)
    means = np.asarray(means, dtype=float)
    labels = rng.choice(len(means), n, p=shares)
    noise = rng.normal(size=(n, means.shape[1])) * np.broadcast_to(deviations, means.shape)[labels]
    return means[labels] + noise, labels


def counts():
    rng = np.random.default_rng(2)
    labels = rng.integers(0, 3, 1500)
    rates = np.array([[1, 4, 9, 2], [5, 2, 3, 8], [12, 9, 1, 4]])
    return rng.poisson(rates[labels]).astype(float), labels


def percentages():
    means = [[10, 80, 50], [35, 60, 20], [70, 95, 60]]
    rows, labels = gaussian_groups(3, 1200, means, [[6, 8, 10], [8, 8, 6], [10, 5, 12]])
    return rows.round().clip(0, 100), labels


def one_decimal():
    means = [[36.6, 4.5, 7.1, 1.2], [37.4, 5.6, 7.5, 0.9], [38.6, 5.0, 6.7, 1.8]]
    rows, labels = gaussian_groups(4, 900, means, [0.3, 0.5, 0.2, 0.2])
    return rows.round(1), labels


def one_hot_and_numeric():
    rng = np.random.default_rng(105)
    numbers, labels = gaussian_groups(5, 1500, [[0, 0, 0, 0], [4, 2, 0, 1], [1, 5, 3, 0]])
    chances = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6]])
    category = (rng.random((len(labels), 1)) > chances[labels].cumsum(axis=1)).sum(axis=1).clip(0, 2)
    return np.c_[numbers, np.eye(3)[category]], labels


def zero_inflated():
    """Spending in three departments: a group buys in a department at all with a chance, then a log-normal amount."""
    rng = np.random.default_rng(6)
    labels = rng.integers(0, 3, 2000)
    chances = np.array([[0.9, 0.3, 0.6], [0.5, 0.95, 0.7], [0.8, 0.6, 0.1]])
    amounts = np.array([[20, 60, 5], [80, 30, 40], [150, 120, 15]])
    bought = rng.random((2000, 3)) < chances[labels]
    return (bought * amounts[labels] * np.exp(0.25 * rng.normal(size=(2000, 3)))).round(2), labels


def heavy_tails():
    rng = np.random.default_rng(7)
    labels = rng.integers(0, 3, 1500)
    return np.array([[0, 0, 0], [8, 0, 4], [0, 8, -4]])[labels] + rng.standard_t(3, size=(1500, 3)), labels


def long_thin():
    """Three parallel clusters 6 deviations apart and 60 long, turned by 45 degrees (examples/anisotropic.py)."""
    rows, labels = gaussian_groups(9, 1500, [[0, 0], [6, 0], [12, 0]], [1, 60])
    return rows @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2), labels


def long_thin_10_columns():
    rows, labels = gaussian_groups(10, 2000, np.outer([0, 6, 12], np.eye(10)[0]), [1.0] + [60.0] * 9)
    return rows @ np.linalg.qr(np.random.default_rng(11).normal(size=(10, 10)))[0], labels


def two_apart(seed, n, columns, distance):
    """Two groups; the distance between their means, in deviations, is spread over all columns."""
    return gaussian_groups(seed, n, np.outer([0, 1], np.full(columns, distance / np.sqrt(columns))))


def twenty_groups():
    rng = np.random.default_rng(112)
    return gaussian_groups(12, 4000, rng.uniform(0, 25, size=(20, 4)), rng.uniform(0.5, 2, size=(20, 4)))


def generated():
    made = {
        "survey": survey(),
        "survey, standardised": survey_standardised(),
        "counts": counts(),
        "percentages": percentages(),
        "one decimal": one_decimal(),
        "one-hot and numeric": one_hot_and_numeric(),
        "zero-inflated": zero_inflated(),
        "heavy tails": heavy_tails(),
        "wide, 200 columns": two_apart(8, 1000, 200, 14),
        "wide, 40 columns": two_apart(13, 200, 40, 8),
        "long and thin": long_thin(),
        "long and thin, 10 columns": long_thin_10_columns(),
        "concentric": gaussian_groups(14, 1000, np.zeros((2, 3)), [[1.0], [5.0]]),
        "unequal sizes": gaussian_groups(15, 2000, [[0, 0, 0], [5, 0, 0], [0, 5, 2]], shares=[0.9, 0.07, 0.03]),
        "well separated": gaussian_groups(16, 1000, [[0, 0], [10, 0], [0, 10], [10, 10]], [[1.0], [1.5], [0.5], [1.0]]),
        "overlapping": gaussian_groups(17, 2000, [[0, 0], [2.5, 0], [1.2, 2.2]], [[1, 0.7], [0.6, 1.2], [1, 0.8]]),
        "twenty groups": twenty_groups(),
    }
    return [LabelledSet(name, rows, labels, "generated") for name, (rows, labels) in made.items()]


def recording_steps(rows):
    """The smallest gap between values of a column, if all gaps are multiples of it; otherwise 0."""
    steps = []
    for column in np.asarray(rows, dtype=float).T:
        gaps = np.diff(np.unique(column))
        gaps = gaps[gaps > 1e-9 * np.ptp(column)] if len(gaps) else gaps
        ratios = gaps / gaps.min() if len(gaps) else np.array([0.5])
        steps.append(gaps.min() if np.abs(ratios - ratios.round()).max() < 1e-3 else 0.0)
    return np.array(steps)


def labelled_sets(data_dir=None):
    """All sets, real ones first, always in the same order."""
    made = [*from_scikit_learn(), *from_folder(data_dir), *from_mclust(), *generated()]
    return sorted(made, key=lambda one: one.group != "real")
