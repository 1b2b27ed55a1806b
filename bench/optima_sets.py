"""The data of `./dev bench optima`: real sets with columns of deviation 1, and generated ones.

Real sets come from R's packages (optima_sets.R), from scikit-learn, and from a folder of NAME.csv.gz files that is
named on the command line. Columns that are constant or follow from the others are left out, and so are rows beyond a
limit, drawn with a fixed seed: a set is the same whenever and wherever it is made. A case is a set and a number of
components; one with more parameters than rows is none.
"""

import subprocess
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn import datasets

import mixseed

COMPONENTS = (3, 8, 20)
MOST_ROWS = 3000
# The folder's sets, with the most rows that are used.
FROM_FOLDER = {"covertype10": 10000, "cities_2013": 10000, "aloi27_rgb_50000": 3000, "spambase": 3000, "galaxies": 3000,
               "olive": 3000}


@dataclass(frozen=True)
class Case:
    name: str
    k: int
    rows: np.ndarray
    group: str  # real or generated
    truth: object = None

    @property
    def key(self):
        return f"{self.name}:{self.k}"

    @property
    def parameters(self):
        d = self.rows.shape[1]
        return self.k - 1 + self.k * d + self.k * d * (d + 1) // 2

    @property
    def is_ample(self):
        """Whether there are five rows for every parameter."""
        return len(self.rows) >= 5 * self.parameters


def independent(rows):
    """The columns that do not follow from those before them."""
    centred = rows - rows.mean(axis=0)
    centred = centred[:, centred.std(axis=0) > 0] / centred.std(axis=0)[centred.std(axis=0) > 0]
    kept = []
    for column in centred.T:
        rest = column
        if kept:
            basis = np.linalg.qr(np.array(kept).T)[0]
            rest = column - basis @ (basis.T @ column)
        if np.linalg.norm(rest) > 1e-6 * np.linalg.norm(column):
            kept.append(column)
    return np.array(kept).T


def prepared(name, rows, most=MOST_ROWS):
    rows = np.asarray(rows, dtype=float)
    if len(rows) > most:
        rows = rows[np.sort(np.random.RandomState(zlib.crc32(name.encode())).choice(len(rows), most, replace=False))]
    return independent(rows)


def from_r(folder):
    place = Path(folder, "r")
    if not place.exists():
        place.mkdir(parents=True)
        subprocess.run(["Rscript", Path(__file__).with_suffix(".R"), place], check=True, capture_output=True)
    return {path.stem: np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2) for path in sorted(place.glob("*.csv"))}


def from_scikit_learn():
    digits = datasets.load_digits().data
    centred = digits - digits.mean(axis=0)
    return {
        "wine": datasets.load_wine().data,
        "breast_cancer_means": datasets.load_breast_cancer().data[:, :10],
        "diabetes_sklearn": datasets.load_diabetes(scaled=False).data,
        "digits_6_axes": centred @ np.linalg.svd(centred, full_matrices=False)[2][:6].T,
    }


def real_sets(folder, data_dir):
    sets = {name: prepared(name, rows) for name, rows in {**from_r(folder), **from_scikit_learn()}.items()}
    for name, most in FROM_FOLDER.items() if data_dir else ():
        rows = np.loadtxt(Path(data_dir, f"{name}.csv.gz"), delimiter=",", skiprows=1, ndmin=2)
        sets[name] = prepared(name, rows, most)
        if rows.shape[1] > 50:
            busiest = np.argsort(-(rows != np.median(rows, axis=0)).mean(axis=0), kind="stable")[:6]
            sets[f"{name}_6"] = prepared(f"{name}_6", rows[:, np.sort(busiest)], most)
    return sets


def real_cases(folder, data_dir):
    for name, rows in sorted(real_sets(folder, data_dir).items()):
        for k in COMPONENTS:
            case = Case(name, k, rows, "real")
            if len(rows) >= case.parameters:
                yield case


def generated_cases():
    for n in (1000, 5000):
        for d in (3, 10):
            for separation in (0.5, 1, 2):
                for noise in (0, 0.1):
                    rows, _, truth = mixseed.generate(n, d, 20, separation=separation, noise=noise, random_state=1)
                    yield Case(f"n{n}-d{d}-c{separation}-noise{noise}", 20, rows, "generated", truth)


def cases(folder, data_dir, only):
    made = sorted([*real_cases(folder, data_dir), *generated_cases()], key=lambda case: case.rows.size * case.k)
    return [case for case in made if not only or any(word in case.key for word in only)]
