"""Fits long, thin, parallel clusters, where starts by Euclidean distance fail (scikit-learn's issues 34842 and 34845).

    ./dev python examples/anisotropic.py [--quick] [picture.png]

Three clusters lie side by side along one direction and are 60 times as wide in the others. The data sets:
- `aligned`: the directions are the columns.
- `turned`: the data are rotated, so that no single column separates the clusters.
- `whitened`: 30 columns, scaled to mean 0 and identity covariance, so that no direction is wider than another.

For several starts and 10 seeds the script prints how often the clusters were found (adjusted Rand index above 0.9), the
mean index, and how many components BIC chooses. `--quick` leaves out the 30 columns and takes two seeds.
"""

import sys
import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

GAP, WIDTH = 6.0, 60.0  # between neighbouring clusters and across them, in deviations of one cluster


def clusters(columns, n=1500, seed=0):
    random = np.random.RandomState(seed)
    labels = np.arange(n) % 3
    rows = random.normal(size=(n, columns)) * ([1.0] + [WIDTH] * (columns - 1))
    rows[:, 0] += GAP * labels
    return rows, labels


def turned(rows, seed=1):
    columns = rows.shape[1]
    if columns == 2:
        return rows @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2)
    return rows @ np.linalg.qr(np.random.RandomState(seed).normal(size=(columns, columns)))[0]


def whitened(rows):
    centered = rows - rows.mean(axis=0)
    return centered @ np.linalg.inv(np.linalg.cholesky(np.cov(centered.T, bias=True))).T


def data_sets():
    flat, labels = clusters(2)
    high, high_labels = clusters(30, n=3000)
    return {
        "aligned, 2 columns": (flat, labels),
        "turned, 2 columns": (turned(flat), labels),
        "aligned, 30 columns": (high, high_labels),
        "whitened, 30 columns": (whitened(turned(high)), high_labels),
    }


def starts():
    def ours(**parameters):
        return lambda k, seed: mixseed.GaussianMixture(k, random_state=seed, **parameters)

    return {
        "scikit-learn, default": lambda k, seed: Theirs(k, random_state=seed),
        "scikit-learn, n_init=10": lambda k, seed: Theirs(k, n_init=10, random_state=seed),
        "mixseed, default": ours(),
        "mixseed, ad/cem, n_init=10": ours(init_params="ad/cem", n_init=10),
        "mixseed, std/unif, n_init=10": ours(init_params="std/unif", n_init=10),
        "mixseed, whiten/unif, n_init=10": ours(init_params="whiten/unif", n_init=10),
    }


def chosen_by_bic(start, rows):
    return min(range(1, 6), key=lambda k: start(k, 0).fit(rows).bic(rows))


def main(quick):
    warnings.simplefilter("ignore", ConvergenceWarning)
    seeds = range(2 if quick else 10)
    for name, (rows, labels) in data_sets().items():
        if quick and rows.shape[1] > 2:
            continue
        print(f"\n{name} ({len(rows)} rows)")
        print(f"  {'start':32} found  mean index  components by BIC (true: 3)")
        for label, start in starts().items():
            scores = [adjusted_rand_score(labels, start(3, seed).fit(rows).predict(rows)) for seed in seeds]
            found = sum(score > 0.9 for score in scores)
            chosen = chosen_by_bic(start, rows)
            print(f"  {label:32} {found:2}/{len(seeds)}  {np.mean(scores):10.2f}  {chosen}", flush=True)


def picture(path):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows, _ = data_sets()["turned, 2 columns"]
    figure, axes = plt.subplots(1, 2, figsize=(11, 5))
    both = [("scikit-learn, default", mixseed.GaussianMixture.from_sklearn(Theirs(3, random_state=0).fit(rows)))]
    whitened_start = mixseed.GaussianMixture(3, init_params="whiten/unif", n_init=10, random_state=0)
    both.append(("mixseed, whitened start", whitened_start.fit(rows)))
    for ax, (title, mixture) in zip(axes, both):
        mixture.plot(rows, ax=ax)
        ax.set_title(f"{title}: mean log-likelihood {mixture.score(rows):.2f}")
        ax.set_aspect("equal")
    figure.tight_layout()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--quick"]
    main("--quick" in sys.argv)
    if words:
        picture(words[0])
