"""Whole default fits beside scikit-learn's, on real sets: the call that a user compares.

    ./dev bench fits --data-dir DIR                 all sets, K = 3 and 8; writes build/bench/whole_fits.json
    ./dev bench fits --only letter,wine:8           some
    ./dev bench fits --compare OLD.json NEW.json    cases whose ratio to scikit-learn fell by more than a tenth

`auto`, `quick` and scikit-learn with its defaults fit the same rows in one process on one thread, in turns. Seconds are of
the processor, the least of three fits with one seed, and of one fit where it takes more than five seconds. Columns are
standardised, as in scikit-learn's own advice. Log-likelihoods are per row, evaluated by scikit-learn.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL", "BLIS"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # before numpy starts its threads

import numpy as np  # noqa: E402
import sklearn  # noqa: E402
from sklearn import datasets  # noqa: E402
from sklearn.mixture import GaussianMixture as Theirs  # noqa: E402

import mixseed  # noqa: E402

COMPONENTS = (3, 8)
REPEATS, LONG_SECONDS = 3, 5
KEPT = Path(__file__).resolve().parent.parent / "build" / "bench" / "whole_fits.json"
FROM_R = {
    "datasets": ("faithful", "quakes"),
    "MASS": ("crabs",),
    "mclust": ("banknote", "diabetes", "wreath", "GvHD.pos"),
    "mlbench": ("Vehicle", "Satellite", "LetterRecognition", "Shuttle", "PimaIndiansDiabetes"),
}
OF_PACKAGE = {"GvHD.pos": "GvHD"}
# Of the folder: the step between the rows that are used.
FROM_FOLDER = {"olive": 1, "spambase": 1, "covertype10": 10, "cities_2013": 1, "aloi27_rgb_50000": 5}


def from_r():
    with tempfile.TemporaryDirectory() as folder:
        for package, names in FROM_R.items():
            for name in names:
                script = (
                    f"data({OF_PACKAGE.get(name, name)}, package='{package}'); X <- as.data.frame({name});"
                    "X <- X[complete.cases(X), sapply(X, is.numeric), drop = FALSE];"
                    "X <- X[, !(names(X) %in% c('index')), drop = FALSE];"
                    f"write.csv(X, '{folder}/{name}.csv', row.names = FALSE)"
                )
                subprocess.run(["Rscript", "-e", script], check=True, capture_output=True)
                yield name, np.loadtxt(Path(folder, f"{name}.csv"), delimiter=",", skiprows=1, ndmin=2)


def from_scikit_learn():
    digits = datasets.load_digits().data
    centred = digits - digits.mean(axis=0)
    yield "iris", datasets.load_iris().data
    yield "wine", datasets.load_wine().data
    yield "breast cancer", datasets.load_breast_cancer().data
    yield "digits, 6 axes", centred @ np.linalg.svd(centred, full_matrices=False)[2][:6].T


def from_folder(folder):
    for name, step in FROM_FOLDER.items():
        rows = np.loadtxt(Path(folder, f"{name}.csv.gz"), delimiter=",", skiprows=1, ndmin=2)[::step]
        yield name, rows


def real_sets(data_dir):
    sets = [*from_scikit_learn(), *from_r(), *(from_folder(data_dir) if data_dir else ())]
    for name, rows in sets:
        rows = rows[:, rows.std(axis=0) > 0]
        yield name, np.ascontiguousarray((rows - rows.mean(axis=0)) / rows.std(axis=0))


def contenders(k):
    return {
        "auto": lambda: mixseed.GaussianMixture(k, random_state=0),
        "quick": lambda: mixseed.GaussianMixture(k, init_params="quick", random_state=0),
        "scikit-learn": lambda: Theirs(k, random_state=0),
    }


def measure(rows, k):
    made = contenders(k)
    seconds, models = dict.fromkeys(made, np.inf), {}
    for repeat in range(REPEATS):
        for name, estimator in made.items():
            if repeat > 0 and seconds[name] > LONG_SECONDS:
                continue
            begin = time.process_time()
            models[name] = estimator().fit(rows)
            seconds[name] = min(seconds[name], time.process_time() - begin)
    scores = {name: (m.to_sklearn() if hasattr(m, "to_sklearn") else m).score(rows) for name, m in models.items()}
    return {"seconds": seconds, "scores": scores}


def ratios(cases, name):
    return {key: case["seconds"]["scikit-learn"] / case["seconds"][name] for key, case in cases.items()}


def print_summary(cases):
    print(f"\nmixseed {mixseed.__version__}, scikit-learn {sklearn.__version__}, {len(cases)} cases")
    for name in ("auto", "quick"):
        of = ratios(cases, name)
        worst = min(of, key=of.get)
        print(f"scikit-learn / {name}: median {np.median(list(of.values())):.2f}, worst {of[worst]:.2f} ({worst})")


def compare(old, new):
    before, after = (json.loads(Path(path).read_text()) for path in (old, new))
    slower = 0
    for name in ("auto", "quick"):
        was, now = ratios(before, name), ratios(after, name)
        for key in sorted(was.keys() & now.keys()):
            if now[key] < 0.9 * was[key]:
                slower += 1
                print(f"{name} {key}: {was[key]:.2f} times scikit-learn's speed before, {now[key]:.2f} now")
    print(f"{slower} slower by more than a tenth")


def main():
    parser = argparse.ArgumentParser(prog="./dev bench fits", description=__doc__.split("\n")[0])
    parser.add_argument("--data-dir", help="a folder with further sets, NAME.csv.gz")
    parser.add_argument("--only", type=lambda text: text.split(","), help="cases with one of these words in NAME:K")
    parser.add_argument("--out", type=Path, default=KEPT, help="where the measurements go, as JSON")
    parser.add_argument("--compare", nargs=2, metavar=("OLD", "NEW"), help="measure nothing; which cases became slower")
    options = parser.parse_args()
    if options.compare:
        compare(*options.compare)
        return
    warnings.simplefilter("ignore")
    cases = {}
    print(f"{'case':28} {'rows':>13} {'auto':>9} {'quick':>9} {'sklearn':>9} {'/auto':>6} {'/quick':>6} {'gain':>8}")
    for name, rows in sorted(real_sets(options.data_dir), key=lambda pair: pair[1].size):
        for k in COMPONENTS:
            key = f"{name}:{k}"
            if options.only and not any(word in key for word in options.only):
                continue
            case = cases[key] = measure(rows, k)
            s, gain = case["seconds"], case["scores"]["auto"] - case["scores"]["scikit-learn"]
            print(
                f"{key:28} {rows.shape[0]:>7} x {rows.shape[1]:<3} {s['auto']:9.4f} {s['quick']:9.4f}"
                f" {s['scikit-learn']:9.4f} {s['scikit-learn'] / s['auto']:6.2f} {s['scikit-learn'] / s['quick']:6.2f}"
                f" {gain:+8.3f}",
                flush=True,
            )
            options.out.parent.mkdir(parents=True, exist_ok=True)
            options.out.write_text(json.dumps(cases, indent=1) + "\n")
    print_summary(cases)


if __name__ == "__main__":
    sys.exit(main())
