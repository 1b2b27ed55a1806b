"""What a noise component gives on the paper's noisy test sets, as a table in Markdown.

    python3 bench/noise.py [--data-sets 3] > docs/results/noise.md

1000 rows, 20 components, a tenth of the rows uniform over a box 1.2 times as wide as that of the others. `auto` with
and without noise, one restart each. The adjusted Rand index over all rows (the noise is a class of its own) and over
the rows that are no noise; the mean log-likelihood per row of the rows that were fitted.
"""

import argparse

import numpy as np
from families import adjusted_rand

import mixseed

SHAPES = {"spherical": dict(eccentricity=1), "elliptical": dict(eccentricity=(1, 10))}


def measured(X, truth, seed, noise):
    mixture = mixseed.GaussianMixture(20, noise=noise, random_state=seed).fit(X)
    labels, real = mixture.predict(X) + 1, truth >= 0
    found = mixture.noise_["weight"] if noise else 0.0
    return adjusted_rand(truth + 1, labels), adjusted_rand(truth[real], labels[real]), mixture.lower_bound_, found


def line(dim, separation, shape, data_sets):
    results = {False: [], True: []}
    for seed in range(data_sets):
        X, truth, _ = mixseed.generate(
            1000, dim, 20, separation=separation, sizes="different", noise=0.1, random_state=seed, **SHAPES[shape]
        )
        for noise in results:
            results[noise].append(measured(X, truth, seed, noise))
    plain, noisy = (np.mean(results[noise], axis=0) for noise in (False, True))
    cells = [f"{before:.3f} | {after:.3f}" for before, after in zip(plain[:3], noisy[:3])]
    print(f"| {dim} | {separation:g} | {shape} | {' | '.join(cells)} | {noisy[3]:.3f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-sets", type=int, default=3)
    arguments = parser.parse_args()
    print("# A noise component on the paper's noisy test sets\n")
    print(
        f"Made by `bench/noise.py --data-sets {arguments.data_sets}`, which says what is measured; "
        "means over the data sets.\n"
    )
    print("| D | separation | components | index, all rows | with noise | without the noise's rows | with noise "
          "| log-likelihood | with noise | weight found |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for dim in (3, 10):
        for separation in (0.5, 1.0, 2.0):
            for shape in SHAPES:
                line(dim, separation, shape, arguments.data_sets)


if __name__ == "__main__":
    main()
