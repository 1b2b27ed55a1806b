"""Whole fits of scikit-learn's GaussianMixture and of mixseed's, both with their defaults, side by side.

    ./dev python bench/python_fits.py A B              sizes of bench/data.py, 20 seeds
    ./dev python bench/python_fits.py rows.csv.gz:10 --seeds 3      a file of yours, ten components

Both use one thread and see the same rows in the same process, one after the other, seed by seed. Prints seconds, by the
clock and of the processor (which other work on the machine disturbs less), and the mean log-likelihood per row that the
final models have, both evaluated by scikit-learn.
"""

import argparse
import os
import sys
import time
import warnings
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL", "BLIS"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # before numpy starts its threads

import numpy as np  # noqa: E402
import sklearn  # noqa: E402
import sklearn.mixture  # noqa: E402

import mixseed  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parent))
from data import rows_of_mixture  # noqa: E402

SIZES = {"A": (1000, 10, 20), "B": (100000, 10, 20)}


def rows_and_components(name):
    if name in SIZES:
        return rows_of_mixture(*SIZES[name])[0], SIZES[name][2]
    path, components = name.rsplit(":", 1)
    rows = np.load(path) if path.endswith(".npy") else np.loadtxt(path, delimiter=",", skiprows=1)
    return np.ascontiguousarray(rows), int(components)


def fit(estimator, rows):
    """Seconds by the clock and of the processor, and the mixture as scikit-learn's."""
    start, work = time.perf_counter(), time.process_time()
    estimator.fit(rows)
    seconds = time.perf_counter() - start, time.process_time() - work
    return seconds, estimator.to_sklearn() if hasattr(estimator, "to_sklearn") else estimator


def measure(name, seeds):
    rows, components = rows_and_components(name)
    print(f"\n{name}: {rows.shape[0]} x {rows.shape[1]}, {components} components, {seeds} seeds", flush=True)
    seconds, scores = np.zeros((2, seeds, 2)), np.zeros((2, seeds))
    for seed in range(seeds):
        theirs = sklearn.mixture.GaussianMixture(components, random_state=seed)
        ours = mixseed.GaussianMixture(components, random_state=seed, tol=1e-3, max_iter=100)
        for side, estimator in enumerate((theirs, ours)):
            seconds[side, seed], model = fit(estimator, rows)
            scores[side, seed] = model.score(rows)
        if seed == 0:
            print(f"  method of mixseed: {ours.method_}")
        print(f"  seed {seed}:", *(f"{s:.4f} s {score:.5f}" for (s, _), score in zip(seconds[:, seed], scores[:, seed])),
              file=sys.stderr, flush=True)
    for side, label in enumerate((f"scikit-learn {sklearn.__version__}", f"mixseed {mixseed.__version__}")):
        best, worst = scores[side].max(), scores[side].min()
        spread = f"(best {best:.5f}, worst {worst:.5f})"
        clock, processor = seconds[side].mean(axis=0)
        print(f"  {label:20} {clock:9.4f} s, of the processor {processor:9.4f} s   ll {scores[side].mean():.5f} {spread}")
    gain = scores[1].mean() - scores[0].mean()
    clock, processor = seconds[0].mean(axis=0) / seconds[1].mean(axis=0)
    print(f"  {clock:.1f} times as fast ({processor:.1f} by processor time), log-likelihood {gain:+.5f} per row", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", nargs="+", help="A, B, or FILE:COMPONENTS (.npy, or .csv with a header)")
    parser.add_argument("--seeds", type=int, default=20)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # both say when 100 rounds did not suffice
    for name in arguments.data:
        measure(name, arguments.seeds)
