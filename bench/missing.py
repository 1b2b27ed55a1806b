"""Parameters from rows with missing values, as a table in Markdown.

    python3 bench/missing.py iris.csv.gz:3 faithful.csv.gz:2 banknote.csv.gz:2 [--tries 10] > docs/results/missing.md

Each file is followed by the number of components. 10 % and 30 % of the numbers are taken away at random; the model of
the whole data is the measure: the root of the mean squared error of the means and of the covariances, in units of the
columns' deviations, components matched by their means; and how many of the whole data's labels come back (of all rows,
those with gaps too).
"""

import argparse
import itertools
import warnings
from pathlib import Path

import numpy as np
from families import rows_of

import mixseed


def fitted(X, K, missing="error"):
    return mixseed.GaussianMixture(K, missing=missing, random_state=0, n_init=5, tol=1e-7, max_iter=2000).fit(X)


def matched(found, whole):
    K = whole.n_components
    cost = np.square(found.means_[:, None] - whole.means_[None]).sum(axis=2)
    return list(min(itertools.permutations(range(K)), key=lambda order: sum(cost[order[k], k] for k in range(K))))


def errors(found, whole, X, gaps):
    order = matched(found, whole)
    means = np.sqrt(np.square(found.means_[order] - whole.means_).mean())
    covariances = np.sqrt(np.square(found.covariances_[order] - whole.covariances_).mean())
    labels = mixseed.GaussianMixture.from_parameters(
        found.weights_[order], found.means_[order], found.covariances_[order], missing="marginal"
    ).predict(gaps)
    return means, covariances, np.mean(labels == whole.predict(X))


def line(path, K, share, tries):
    X = rows_of(path)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    whole, rng, all_of_them, left = fitted(X, K), np.random.default_rng(0), {"drop": [], "marginal": []}, []
    for _ in range(tries):
        gaps = np.where(rng.uniform(size=X.shape) < share, np.nan, X)
        complete = gaps[~np.isnan(gaps).any(axis=1)]
        left.append(len(complete))
        all_of_them["drop"].append(errors(fitted(complete, K), whole, X, gaps))
        all_of_them["marginal"].append(errors(fitted(gaps, K, "marginal"), whole, X, gaps))
    dropped, used = (np.median(all_of_them[name], axis=0) for name in ("drop", "marginal"))
    cells = " | ".join(f"{a:.3f} | {b:.3f}" for a, b in zip(dropped, used))
    name = Path(path).name.partition(".")[0]
    print(f"| {name}, {len(X)} x {X.shape[1]}, K = {K} | {share:.0%} | {np.mean(left):.0f} | {cells} |", flush=True)


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", metavar="ROWS:K")
    parser.add_argument("--tries", type=int, default=10)
    arguments = parser.parse_args()
    print("# Rows with missing values\n")
    print(f"Made by `bench/missing.py` with {arguments.tries} tries, which says what is measured; medians over the tries, "
          "columns of standard deviation 1.\n")
    print("| data | missing | whole rows | error of means, `drop` | `marginal` | of covariances, `drop` | `marginal` "
          "| labels as in the whole data, `drop` | `marginal` |")
    print("|---|---|---|---|---|---|---|---|---|")
    for words in arguments.sets:
        path, _, K = words.rpartition(":")
        for share in (0.1, 0.3):
            line(path, int(K), share, arguments.tries)


if __name__ == "__main__":
    main()
