"""The grid of BIC over 14 covariance families and 1 to 9 components, beside mclust's: cells, seconds, the chosen model.

    python3 bench/families.py wine.csv.gz:wine.labels.csv.gz faithful.csv.gz covertype10.csv.gz@193 [--restarts 20] [--tight]
    PYTHONPATH=build/release/python:bench python3 bench/families.py --suite --data-dir DIR [--seeds 5]

Rows are CSV files with a header, plain or .gz, each followed by a file of true labels if there is one, or by @193 for
every 193rd row. Seconds are those of the processor for the whole grid inside the process, one thread (set
OPENBLAS_NUM_THREADS=1), both in the same run; --tight sets the tolerance of both to 1e-9.

--suite fits the 13 small sets of families_suite.py with several seeds and prints a table of them.
"""

import argparse
import csv
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import mixseed

FLOOR, SLACK = 1e-6, 1e-6
WORDS = {"VVV": "full", "EEE": "tied", "VVI": "diag", "VII": "spherical"}


def rows_of(path):
    return np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)


def labels_of(path):
    words = np.loadtxt(path, delimiter=",", skiprows=1, dtype=str, ndmin=2)
    return np.unique([" ".join(row) for row in words], return_inverse=True)[1]


def adjusted_rand(a, b):
    table = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(table, (a, b), 1)

    def pairs(counts):
        return (counts * (counts - 1) / 2).sum()

    both, left, right = pairs(table), pairs(table.sum(1)), pairs(table.sum(0))
    expected = left * right / pairs(np.array([len(a)]))
    return (both - expected) / ((left + right) / 2 - expected)


def theirs(X, tight):
    with tempfile.TemporaryDirectory() as folder:
        rows, out = Path(folder, "rows.csv"), Path(folder, "out.csv")
        np.savetxt(rows, X, delimiter=",", fmt="%.17g")
        words = ["Rscript", Path(__file__).with_suffix(".R"), rows, out, "yes" if tight else "no"]
        printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
        cells = {(m, int(k)): (float(bic), float(least)) for m, k, bic, least in csv.reader(out.open())}
    return float(printed[0]), cells, f"{printed[1]} with {printed[2]}", np.array(printed[3:], dtype=int) - 1


def ours(X, restarts, tight, **more):
    settings = dict(tol=1e-9, max_iter=10000) if tight else dict(tol=1e-5, max_iter=200)
    settings = dict(random_state=0, n_init=restarts, n_jobs=1) | settings | more
    begin = time.process_time()
    chosen = mixseed.select(X, range(1, 10), covariance_type="all", **settings)
    return time.process_time() - begin, chosen


def gaps(chosen, cells):
    """By how much our BIC is above mclust's, in the cells in which its covariances lie above our floor."""
    own = {(line["covariance"], line["components"]): -line["bic"] for line in chosen.table}
    inside = {key: bic for key, (bic, least) in cells.items() if least > FLOOR}
    return {key: own[WORDS.get(key[0], key[0]), key[1]] - bic for key, bic in inside.items()}


def compare(words, restarts, tight):
    words, _, step = words.partition("@")
    path, _, truth = words.partition(":")
    X = rows_of(path)[:: int(step or 1)]
    our_seconds, chosen = ours(X, restarts, tight)
    their_seconds, cells, their_choice, their_labels = theirs(X, tight)
    found = gaps(chosen, cells)
    below = {key: gap for key, gap in found.items() if gap < -SLACK * abs(cells[key][0])}
    print(f"{Path(path).name}: {X.shape[0]} x {X.shape[1]}")
    sizes = f"ours {len(chosen.table)}, mclust's {len(cells)}, above the floor {len(found)}"
    print(f"  cells: {sizes}, ours below in {len(below)}")
    for (model, k), gap in sorted(below.items(), key=lambda item: item[1])[:10]:
        print(f"    {model} {k}: {gap:.3f}")
    print(f"  seconds: ours {our_seconds:.2f}, mclust {their_seconds:.2f}, {their_seconds / our_seconds:.1f} times as fast")
    print(f"  chosen: {chosen.best.covariance_type} with {chosen.n_components}; mclust: {their_choice}")
    if truth:
        labels = labels_of(truth)[:: int(step or 1)]
        rand = [adjusted_rand(labels, found) for found in (chosen.best.predict(X), their_labels)]
        print(f"  adjusted Rand index: {rand[0]:.3f}; mclust: {rand[1]:.3f}")
    return our_seconds, their_seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", metavar="ROWS[:LABELS][@STEP]")
    parser.add_argument("--restarts", type=int, default=1)
    parser.add_argument("--tight", action="store_true")
    parser.add_argument("--suite", action="store_true", help="the 13 small sets, several seeds")
    parser.add_argument("--data-dir", help="folder with further sets of the suite")
    parser.add_argument("--seeds", type=int, default=5, help="of the suite")
    arguments = parser.parse_args()
    if arguments.suite:
        import families_suite  # which imports this file

        return families_suite.run(arguments.data_dir, arguments.seeds)
    seconds = [compare(words, arguments.restarts, arguments.tight) for words in arguments.sets]
    left, right = (sum(column) for column in zip(*seconds))
    print(f"all: ours {left:.2f} s, mclust {right:.2f} s, {right / left:.1f} times as fast")


if __name__ == "__main__":
    main()
