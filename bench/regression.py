"""Conditional means and seconds of GaussianMixtureRegressor beside gmr, with the same mixtures.

    python3 bench/regression.py

Needs gmr (https://pypi.org/project/gmr). For faithful and scikit-learn's diabetes, mixseed fits a mixture of X and y;
both packages predict y from it. Reported: the largest difference of the means, and the least seconds of a prediction
of 100 times the rows and of a fit. Columns have standard deviation 1, because gmr replaces the root of a determinant
below 2.2e-16 by that number: with diabetes as it is, its weights of the components are wrong.
"""

import time
import warnings
from pathlib import Path

import numpy as np
from gmr import GMM
from sklearn.datasets import load_diabetes

import mixseed

REPEATS = 7


def least_seconds(work):
    seconds = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def line_of(X, y, K):
    ours = mixseed.GaussianMixtureRegressor(K, random_state=0).fit(X, y)
    joint, inputs = ours.mixture_, np.arange(X.shape[1])
    theirs = GMM(K, joint.weights_, joint.means_, joint.covariances_, random_state=0)
    many, rows = np.tile(X, (100, 1)), np.column_stack([X, y])
    works = [
        lambda: ours.predict(many),
        lambda: theirs.predict(inputs, many),
        lambda: mixseed.GaussianMixtureRegressor(K, random_state=0).fit(X, y),
        lambda: GMM(K, random_state=0).from_samples(rows, init_params="kmeans++"),
    ]
    difference = np.abs(ours.predict(X) - theirs.predict(inputs, X)[:, 0]).max()
    return f"{K:3}{difference:12.1e}" + "".join(f"{least_seconds(work):10.4f}" for work in works)


def main():
    faithful = np.loadtxt(Path(__file__).parents[1] / "data" / "faithful.csv", delimiter=",", skiprows=1)
    warnings.simplefilter("ignore")
    print(f"{'set':10}{'K':>3}{'difference':>12}{'predict':>10}{'gmr':>10}{'fit':>10}{'gmr':>10}")
    for name, (X, y) in {"faithful": np.split(faithful, 2, axis=1), "diabetes": load_diabetes(return_X_y=True)}.items():
        for K in (2, 3, 5):
            print(f"{name:10}" + line_of(X / X.std(axis=0), np.ravel(y), K))


if __name__ == "__main__":
    main()
