"""Makes the data of one size, and the start model that every program begins with.

The generator is that of Bloemer & Bujna 2016 with components of equal size, eccentricity uniform on [1, 10], separation
1, equal weights and no noise: moderate overlap. Command: data.py FOLDER NAME ROWS COLUMNS COMPONENTS
START_SEED PROGRAM.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np

SEED = 1
SMALLEST_DEVIATION = 50.0
LARGEST_ECCENTRICITY = 10.0
SEPARATION = 1.0


def rotation(random, D):
    """A uniformly distributed orthogonal matrix."""
    Q, R = np.linalg.qr(random.normal(size=(D, D)))
    return Q * np.sign(np.diag(R))


def covariance(random, D):
    least = SMALLEST_DEVIATION**2
    most = least * random.uniform(1, LARGEST_ECCENTRICITY) ** 2
    variances = random.uniform(least, most, size=D)
    variances[0], variances[-1] = least, most
    Q = rotation(random, D)
    return Q.T @ np.diag(variances) @ Q


def separated_means(random, covariances):
    """Scaled so that the smallest distance, in units of the larger of the two spreads, is SEPARATION exactly."""
    K, D = covariances.shape[:2]
    means = random.uniform(size=(K, D))
    spread = np.trace(covariances, axis1=1, axis2=2)
    distance = np.linalg.norm(means[:, None] - means[None], axis=2) / np.sqrt(np.maximum(spread[:, None], spread))
    return means * (SEPARATION / distance[~np.eye(K, dtype=bool)].min())


def share_of_doubtful(rows, means, covariances):
    """The share of rows of which no component of the true mixture has 99 per cent: how much they overlap."""
    terms = []
    for mean, covariance in zip(means, covariances):
        factor = np.linalg.cholesky(covariance)
        distances = np.linalg.solve(factor, (rows - mean).T)
        terms.append(-0.5 * (distances**2).sum(axis=0) - np.log(np.diag(factor)).sum())
    terms = np.array(terms)
    largest = 1 / np.exp(terms - terms.max(axis=0)).sum(axis=0)
    return float((largest < 0.99).mean())


def rows_of_mixture(n, D, K):
    """The rows, and the share of the doubtful ones among some of them."""
    random = np.random.default_rng([SEED, n, D, K])
    covariances = np.array([covariance(random, D) for _ in range(K)])
    means = separated_means(random, covariances)
    counts = random.multinomial(n, np.full(K, 1 / K))
    groups = [
        means[k] + random.normal(size=(counts[k], D)) @ np.linalg.cholesky(covariances[k]).T for k in range(K)
    ]
    rows = random.permutation(np.concatenate(groups))
    return rows, share_of_doubtful(rows[:5000], means, covariances)


def flat(model):
    """One line per component: weight, mean, covariance by rows."""
    K = len(model["weights"])
    parts = [np.array(model[key]).reshape(K, -1) for key in ("weights", "means", "covariances")]
    return np.ascontiguousarray(np.hstack(parts))


def make(folder, name, n, D, K, start_seed, program):
    data, start = folder / f"{name}.npy", folder / f"{name}.start.npy"
    if not data.exists():
        rows, doubtful = rows_of_mixture(n, D, K)
        (folder / f"{name}.doubtful.json").write_text(json.dumps(doubtful))
        np.save(data, rows)
    if not start.exists():
        model = folder / f"{name}.start.json"
        method = ["--method", "uniform/em:rounds=0", "--seed", str(start_seed)]
        subprocess.run([program, "fit", data, "-k", str(K), *method, "--quiet", "-o", model], check=True)
        np.save(start, flat(json.loads(model.read_text())))


if __name__ == "__main__":
    folder, name, *numbers, program = sys.argv[1:]
    make(Path(folder), name, *map(int, numbers), program)
