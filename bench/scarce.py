"""What a longer search gives rows that were not fitted, where there are fewer than five rows for every parameter.

    OPENBLAS_NUM_THREADS=1 ./dev python bench/scarce.py [FOLDER]

The cases are those of `./dev bench optima` that are not ample (FOLDER: further sets, as its --data-dir). Printed are
means over five folds: the log-likelihood of the left-out rows, per row, above scikit-learn's with n_init = 10, and
seconds of the processor of one fit.
"""

import sys
import time
import warnings
from pathlib import Path

import numpy as np
from optima_contenders import FOLDS
from optima_sets import cases
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

BUILD = Path(__file__).resolve().parent.parent / "build" / "bench" / "optima"
MOST = 5.0  # nats per row; what is farther from scikit-learn counts as so far
ADAPTIVE, PROJECTIONS = "/or/adaptive/cem/search", "/or/projections"


def plenty(case):
    """A longer search than the default makes, whatever the number of rows."""
    few = case.k <= 4
    d = case.rows.shape[1]
    rows = max(500, 5 * (d + 1) * (d + 2), 4000 // case.k)
    tries = "tries=3,agree=2,kicks=1" if few else "tries=2,kicks=4"
    start = f"kmeans++:trials={2 + int(np.log(case.k))}/kmeans:rounds=10/search"
    return f"rehearse:{tries},rounds=2,rows={rows}/standardise/{start}{ADAPTIVE}{PROJECTIONS if few else ''}/em"


def one_start(case):
    """A single search."""
    return (
        plenty(case)
        .replace(ADAPTIVE, "")
        .replace(PROJECTIONS, "")
        .replace("tries=3,agree=2,kicks=1", "tries=1")
        .replace("tries=2,kicks=4", "tries=1")
    )


def two_starts(case):
    """Two, without kicks."""
    return plenty(case).replace(PROJECTIONS, "").replace("tries=3,agree=2,kicks=1", "tries=2").replace(",kicks=4", "")


METHODS = {
    "as if plenty": plenty,
    "two starts": two_starts,
    "one start": one_start,
    "auto": lambda case: "auto",
    "quick": lambda case: "quick",
}


def measure(case):
    fold_of = np.random.RandomState(0).permutation(len(case.rows)) % FOLDS
    scores, seconds = {name: [] for name in [*METHODS, "theirs"]}, dict.fromkeys(METHODS, 0.0)
    for fold in range(FOLDS):
        train, test = case.rows[fold_of != fold], case.rows[fold_of == fold]
        for name, method in METHODS.items():
            begin = time.process_time()
            model = mixseed.GaussianMixture(case.k, init_params=method(case), random_state=0).fit(train)
            seconds[name] += (time.process_time() - begin) / FOLDS
            scores[name].append(model.score(test))
        scores["theirs"].append(Theirs(case.k, n_init=10, random_state=0).fit(train).score(test))
    return {name: np.mean(scores[name]) - np.mean(scores["theirs"]) for name in METHODS}, seconds


def main(folder):
    warnings.simplefilter("ignore")
    scarce = [case for case in cases(BUILD, folder, None) if not case.is_ample]
    for group in ("real", "generated"):
        measured = [measure(case) for case in scarce if case.group == group]
        print(f"{group}: {len(measured)} cases")
        for name in METHODS:
            above = np.array([gains[name] for gains, _ in measured])
            total = sum(seconds[name] for _, seconds in measured)
            print(
                f"  {name:14} mean {np.clip(above, -MOST, MOST).mean():+.3f}, median {np.median(above):+.3f}, {total:.2f} s"
            )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
