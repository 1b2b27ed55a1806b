"""How often fits of rows with missing values end below the best of six simple strategies.

    python3 bench/missing_starts.py DATA_DIR [--many 20] [--starts 1] [--prior 0] [--only iris] [--csv FILE]

192 cases: twelve data sets, four covariance families, and four pairs of a share of missing values (5 to 40 %) and a
number of components (2 to 5). Each strategy gives STARTS starts; EM on the observed values goes on from each, by the
same program with the same prior. The objective is the total log-likelihood of the observed values plus the log density
of the prior's rows. Strategies that end with collapsed components do not count unless every fit does. Reported: in
how many cases the default and `n_init` = MANY end more than 1 nat below the best strategy, in how many MANY ends
below the default, and the seconds of each.
"""

import argparse
import csv
import sys
import time
import warnings
import zlib
from pathlib import Path

import numpy as np
from families import rows_of
from sklearn.cluster import KMeans
from sklearn.impute import KNNImputer

import mixseed

FAMILIES = ("VVV", "VVI", "EEE", "VII")
SHARES = (0.05, 0.15, 0.3, 0.4)
REAL = ("iris", "wine", "crabs", "olive", "diabetes", "banknote", "faithful")
GENERATED = {"215x5": (215, 5, 3, 3.0), "215x5near": (215, 5, 3, 1.5), "400x3": (400, 3, 4, 2.0), "120x8": (120, 8, 2, 2.0),
             "600x4": (600, 4, 5, 2.0)}


def generated(n, D, K, separation, rng):
    """Groups with random covariances and unequal weights, columns in different units."""
    labels = rng.choice(K, size=n, p=rng.dirichlet(np.full(K, 5.0)))
    means = rng.normal(scale=separation, size=(K, D))
    roots = rng.normal(scale=0.5, size=(K, D, D)) + np.eye(D)
    rows = means[labels] + np.einsum("nij,nj->ni", roots[labels], rng.normal(size=(n, D)))
    return rows * 10.0 ** rng.integers(-1, 2, size=D)


def cases(folder, only, seed):
    for place, name in enumerate([*REAL, *GENERATED]):
        if only and name not in only:
            continue
        rng = np.random.default_rng(zlib.crc32(name.encode()) + seed)
        X = generated(*GENERATED[name], rng) if name in GENERATED else rows_of(f"{folder}/{name}.csv.gz")
        for line, family in enumerate(FAMILIES):
            for number, share in enumerate(SHARES):
                gaps = np.where(rng.uniform(size=X.shape) < share, np.nan, X)
                gaps = gaps[~np.isnan(gaps).all(axis=1)]
                yield name, family, share, 2 + (place + line + number) % 4, gaps


def labels_by_kmeans(rows, K, seed):
    scale = rows.std(axis=0)
    return KMeans(K, n_init=1, random_state=seed).fit_predict(rows / np.where(scale > 0, scale, 1))


def conditional_means(gaps):
    alone = mixseed.GaussianMixture(1, missing="marginal", prior=0, random_state=0).fit(gaps)
    return alone.impute(gaps)


def partitions(gaps, K, starts):
    """For each strategy its filled rows and some partitions of them."""
    there = ~np.isnan(gaps)
    means = np.where(there, gaps, np.nanmean(gaps, axis=0))
    medians = np.where(there, gaps, np.nanmedian(gaps, axis=0))
    gaussian = conditional_means(gaps)
    scale = np.nanstd(gaps, axis=0)
    near = KNNImputer(n_neighbors=5).fit_transform(gaps / scale) * scale
    whole = there.all(axis=1)
    rng = np.random.default_rng(1)
    for seed in range(starts):
        yield "mean", means, labels_by_kmeans(means, K, seed)
        yield "gaussian", gaussian, labels_by_kmeans(gaussian, K, seed)
        yield "neighbours", near, labels_by_kmeans(near, K, seed)
        if whole.sum() >= 3 * K:
            yield "whole", gaps[whole], labels_by_kmeans(gaps[whole], K, seed)
        centers = medians[rng.choice(len(medians), size=K, replace=False)] / scale
        yield "rows", medians, np.square(medians[:, None] / scale - centers[None]).sum(axis=2).argmin(axis=1)
        yield "partition", gaussian, rng.integers(K, size=len(gaussian))


def start(rows, labels, K, family):
    """Weights, means and precisions of a partition, with a little of the whole covariance in every group."""
    weights, means, covariances = [], [], []
    whole = np.cov(rows.T, bias=True) + 1e-9 * np.diag(rows.var(axis=0))
    for k in range(K):
        own = rows[labels == k]
        if not len(own):
            own = rows
        weights.append(max((labels == k).mean(), 1e-3))
        means.append(own.mean(axis=0))
        covariances.append(np.cov(own.T, bias=True).reshape(whole.shape) + 0.01 * whole)
    weights, covariances = np.array(weights) / np.sum(weights), np.array(covariances)
    if family == "VVV":
        precisions = np.linalg.inv(covariances)
    elif family == "EEE":
        precisions = np.linalg.inv(np.einsum("k,kij->ij", weights, covariances))
    else:
        diagonals = np.einsum("kii->ki", covariances)
        precisions = 1 / (diagonals if family == "VVI" else diagonals.mean(axis=1))
    return {"weights_init": weights, "means_init": np.array(means), "precisions_init": precisions}


def fitted(gaps, K, family, prior, **options):
    begin = time.process_time()
    mixture = mixseed.GaussianMixture(K, covariance_type=family, missing="marginal", prior=prior, random_state=0, **options)
    mixture.fit(gaps)
    seconds = time.process_time() - begin
    total = mixture.score(gaps)
    if prior != 0:
        best = mixture.restarts_[mixture._best_restart]
        total += best["final_penalised"] - best["final_log_likelihood"]
    return total * len(gaps), mixture.collapsed_, seconds


def best_strategy(gaps, K, family, prior, starts):
    ends = []
    for name, rows, labels in partitions(gaps, K, starts):
        try:
            total, collapsed, _ = fitted(gaps, K, family, prior, max_iter=1000, **start(rows, labels, K, family))
            ends.append((collapsed == 0, total, name))
        except ValueError as error:
            print(name, error, file=sys.stderr)
    return max(ends)


def below(end, other):
    """How many nats the first end is below the other; a collapsed one is below any other."""
    if (end[1] == 0) != (other[1] == 0):
        return 0.0 if end[1] == 0 else 1e9
    return other[0] - end[0]


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--many", type=int, default=20)
    parser.add_argument("--starts", type=int, default=1)
    parser.add_argument("--prior", type=float)
    parser.add_argument("--seed", type=int, default=0, help="of the generated rows and of the missing values")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--strategies", type=Path, help="a file to keep what the strategies reached, for the next run")
    arguments = parser.parse_args()
    kept = {}
    if arguments.strategies and arguments.strategies.exists():
        kept = {tuple(row[:4]): row[4:] for row in csv.reader(arguments.strategies.open())}
    count, short, short_many, fell, seconds, lines = 0, 0, 0, 0, [0.0, 0.0], []
    for name, family, share, K, gaps in cases(arguments.folder, arguments.only, arguments.seed):
        key = (name, family, str(share), str(K))
        if key not in kept:
            kept[key] = [str(part) for part in best_strategy(gaps, K, family, arguments.prior, arguments.starts)]
            if arguments.strategies:
                with arguments.strategies.open("a", newline="") as file:
                    csv.writer(file).writerow([*key, *kept[key]])
        strategy = (float(kept[key][1]), 0 if kept[key][0] == "True" else 1)
        once = fitted(gaps, K, family, arguments.prior)
        many = fitted(gaps, K, family, arguments.prior, n_init=arguments.many) if arguments.many > 1 else once
        gaps_of = below(once, strategy), below(many, strategy), below(many, once)
        count += 1
        short += gaps_of[0] > 1
        short_many += gaps_of[1] > 1
        fell += gaps_of[2] > 1e-6 * abs(once[0])
        seconds = [seconds[0] + once[2], seconds[1] + many[2]]
        lines.append([*key, len(gaps), kept[key][2], strategy[0], once[0], many[0], *gaps_of, once[2], many[2]])
        print(*key, kept[key][2], *(f"{number:.2f}" for number in lines[-1][6:]), flush=True)
    print(f"{count} cases: the default is more than 1 nat below the best strategy in {short}, n_init={arguments.many} in "
          f"{short_many}; n_init={arguments.many} is below the default in {fell}; "
          f"seconds {seconds[0]:.1f}, {seconds[1]:.1f}")
    if arguments.csv:
        with arguments.csv.open("w", newline="") as file:
            csv.writer(file).writerows(lines)


if __name__ == "__main__":
    main()
