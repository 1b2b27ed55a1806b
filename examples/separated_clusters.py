"""Compares scikit-learn and mixseed on three well separated clusters, in two cases where scikit-learn often fails.

    ./dev python examples/separated_clusters.py

The rows are 100 from each of three unit Gaussians around (0, 0), (10, 0) and (0, 10). The first case is
`covariance_type='tied'`, the second full covariances with the rows multiplied by 1e-4. The script prints the mean
log-likelihood per unscaled row over 20 seeds, the worst one, and how many fits report convergence.
"""

import warnings

import numpy as np
import sklearn
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

SEEDS = range(20)


def rows_of_three():
    random = np.random.RandomState(0)
    return np.concatenate([random.normal(size=(100, 2)) + center for center in ([0, 0], [10, 0], [0, 10])])


def mean_end(estimator, scale=1.0, **parameters):
    """The mean and the worst log-likelihood in the units of rows_of_three(), and the number of fits that converged."""
    rows = rows_of_three() * scale
    ends, converged = [], 0
    for seed in SEEDS:
        mixture = estimator(3, random_state=seed, **parameters).fit(rows)
        ends.append(mixture.score(rows) + rows.shape[1] * np.log(scale))
        converged += mixture.converged_
    return np.mean(ends), np.min(ends), converged


def main():
    warnings.simplefilter("ignore")
    cases = {
        "tied, k-means++": dict(covariance_type="tied", init_params="k-means++"),
        "tied, random_from_data": dict(covariance_type="tied", init_params="random_from_data"),
        "tied, kmeans": dict(covariance_type="tied", init_params="kmeans"),
        "full, k-means++, times 1e-4": dict(init_params="k-means++", scale=1e-4),
        "full, kmeans, times 1e-4": dict(init_params="kmeans", scale=1e-4),
    }
    print(f"{'case':30} scikit-learn {sklearn.__version__:12} mixseed {mixseed.__version__}")
    for name, parameters in cases.items():
        cells = []
        for estimator in (Theirs, mixseed.GaussianMixture):
            mean, worst, converged = mean_end(estimator, **parameters)
            cells.append(f"{mean:.2f} (worst {worst:.2f}, {converged}/{len(SEEDS)})")
        print(f"{name:30} {cells[0]:25} {cells[1]}")


if __name__ == "__main__":
    main()
