"""Who is compared in `./dev bench optima`: a contender makes a mixture of rows, a number of components and a seed."""

import inspect
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

FOLDS = 5
MOST_FOR_MCLUST = 2000  # its hierarchical start compares all pairs of rows
TIMES_AUTO = 5  # what restarts and budget may take, in seconds of the default fit beside them
A_MOMENT = 0.25  # seconds
PAPER = {
    "SG(s=1/10)": "spherical-gonzalez:s=0.1",
    "SG(s=1)": "spherical-gonzalez:s=1",
    "KG(s=1)": "kwedlo:s=1",
    "Unif_km": "uniform/kmeans",
    "G_km": "gonzalez/kmeans",
    "KM++_km": "kmeans++/kmeans",
    "SG(s=1/10)_cem": "spherical-gonzalez:s=0.1/cem",
    "SG(s=1)_cem": "spherical-gonzalez:s=1/cem",
    "Ad(alpha=1)_cem": "adaptive:alpha=1/cem",
    "Ad(alpha=1/2)_cem": "adaptive:alpha=0.5/cem",
}


@dataclass
class Made:
    model: object  # has `score`
    seconds: float  # of the processor
    restarts: int = 1


def timed(fit):
    """With the least seconds of three times: what takes a moment is disturbed by what ran before it."""
    least = np.inf
    for _ in range(3):
        begin = time.process_time()
        model = fit()
        least = min(least, time.process_time() - begin)
        if least > A_MOMENT:
            break
    return model, least


def ours(method, rows, k, seed, **settings):
    """Without a prior: every contender maximises the likelihood."""
    return timed(lambda: mixseed.GaussianMixture(k, init_params=method, prior=0, random_state=seed, **settings).fit(rows))


def default(rows, k, seed):
    return Made(*ours("auto", rows, k, seed))


def quick(rows, k, seed):
    return Made(*ours("quick", rows, k, seed))


def hunt(rows, k, seed):
    """Not to be compared: looks for what the others missed."""
    return Made(*ours("auto", rows, k, 1000 + seed, n_init=6, tol=1e-7, max_iter=1000), restarts=6)


def budget(rows, k, seed):
    """In passes, which other work on the machine does not disturb; a probe tells what a pass costs."""
    _, once = ours("auto", rows, k, seed)
    probe, spent = ours("auto", rows, k, seed, budget="300 passes")
    passes = TIMES_AUTO * once * probe.budget_["passes"] / spent
    model, seconds = ours("auto", rows, k, seed, budget=f"{max(1, passes):.0f} passes")
    return Made(model, seconds, model.budget_["starts"] + model.budget_["kicks"])


def restarts_of(method):
    def fit(rows, k, seed):
        _, allowed = ours("auto", rows, k, seed)
        _, once = ours(method, rows, k, seed)
        count = int(np.clip(round(TIMES_AUTO * allowed / max(once, 1e-4)), 1, 200))
        model, seconds = ours(method, rows, k, seed, n_init=count)
        return Made(model, seconds, count)

    return fit


def scikit_learn(n_init):
    def fit(rows, k, seed):
        model, seconds = timed(lambda: Theirs(k, n_init=n_init, random_state=seed).fit(rows))
        return Made(model, seconds, n_init)

    return fit


MCLUST = """suppressPackageStartupMessages(library(mclust))
a <- commandArgs(trailingOnly = TRUE)
X <- as.matrix(read.csv(a[1], header = FALSE))
used <- system.time(fit <- Mclust(X, G = as.integer(a[2]), modelNames = if (ncol(X) == 1) "V" else "VVV", verbose = FALSE))
p <- fit$parameters
s <- if (ncol(X) == 1) p$variance$sigmasq else p$variance$sigma
cat(format(c(used[["user.self"]], p$pro, p$mean, s), digits = 17), sep = "\\n")
"""


def mclust(rows, k, seed):
    if len(rows) > MOST_FOR_MCLUST:
        return None
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "rows.csv")
        np.savetxt(data, rows, delimiter=",", fmt="%.17g")
        try:
            words = ["Rscript", "-e", MCLUST, data, str(k)]
            said = subprocess.run(words, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return None
    if said.returncode != 0:
        return None
    numbers = np.array(said.stdout.split(), dtype=float)
    d = rows.shape[1]
    if len(numbers) != 1 + k * (1 + d + d * d):  # no such mixture was found
        return None
    weights, rest = numbers[1 : 1 + k], numbers[1 + k :]
    means, covariances = rest[: k * d].reshape(k, d), rest[k * d :].reshape(k, d, d)
    return Made(as_theirs(weights, means, covariances), numbers[0])


def as_theirs(weights, means, covariances):
    """A model that was found elsewhere, in scikit-learn's clothes."""
    model = Theirs(len(weights))
    model.weights_, model.means_, model.covariances_ = weights / weights.sum(), means, covariances
    factors = np.linalg.cholesky(covariances)
    model.precisions_cholesky_ = np.array([np.linalg.inv(factor).T for factor in factors])
    return model


def from_model(rows, model, **settings):
    """EM by mixseed from a model, without a prior, which is then judged by mixseed's rules."""
    inverses = np.linalg.inv(np.asarray(model.covariances_))
    start = dict(
        weights_init=model.weights_, means_init=model.means_, precisions_init=(inverses + inverses.transpose(0, 2, 1)) / 2
    )
    return mixseed.GaussianMixture(len(model.weights_), prior=0, **start, **settings).fit(rows)


@dataclass(frozen=True)
class Contender:
    name: str
    make: object
    seeds: int
    has_folds: bool = False
    is_listed: bool = True
    is_timed: bool = False  # beside the others that are, in turns


def contenders():
    """In the order in which they run."""
    found = [
        Contender("auto", default, 3, has_folds=True, is_timed=True),
        Contender("hunt", hunt, 1, is_listed=False),
        Contender("scikit-learn, n_init=10", scikit_learn(10), 2, has_folds=True, is_timed=True),
        Contender("quick", quick, 3),
        Contender("scikit-learn, default", scikit_learn(1), 3),
        Contender("mclust", mclust, 1),
    ]
    if "budget" in inspect.signature(mixseed.GaussianMixture).parameters:
        found.append(Contender("budget", budget, 2))
    found += [Contender(f"restarts of {label}", restarts_of(method), 1) for label, method in PAPER.items()]
    return found
