"""Gaussians of known classes, Bayes' rule and the costs of its decisions."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from ._arguments import COVARIANCES, LAYOUTS, threads_of
from ._gaussian_mixture import GaussianMixture
from ._mclust import LETTERS
from ._warnings import CollapseWarning, DataWarning


class LabelledRows(NamedTuple):
    """Rows with the number of the class of each, from 0; some of the `classes` may have no row."""

    X: np.ndarray
    codes: np.ndarray
    weights: np.ndarray | None
    classes: int

    def part(self, chosen: np.ndarray) -> LabelledRows:
        weights = None if self.weights is None else self.weights[chosen]
        return LabelledRows(self.X[chosen], self.codes[chosen], weights, self.classes)

    def class_rows(self) -> np.ndarray:
        return np.bincount(self.codes, minlength=self.classes)

    def class_shares(self) -> np.ndarray:
        sums = np.bincount(self.codes, self.weights, self.classes)
        return sums / sums.sum()


def quietly_fitted(mixture: GaussianMixture, data: LabelledRows) -> GaussianMixture:
    """Fits all rows without warnings, for candidates and intermediate results."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CollapseWarning)
        warnings.simplefilter("ignore", DataWarning)
        return mixture.fit(data.X, sample_weight=data.weights)


def joint_fit(data: LabelledRows, family: str, settings: dict[str, Any]) -> GaussianMixture:
    """The M-step from known labels, for all classes together: max_iter=0 returns it without a round of EM."""
    start = GaussianMixture(
        data.classes, covariance_type=family, labels_init=data.codes, max_iter=0, order="start", random_state=0, **settings
    )
    return quietly_fitted(start, data)


def parted(joint: GaussianMixture) -> list[GaussianMixture]:
    """Each component as a Gaussian of its own."""
    is_tied = LAYOUTS[joint.covariance_type] == "tied"
    gaussians = []
    for k, mean in enumerate(joint.means_):
        own = joint.covariances_ if is_tied else joint.covariances_[k : k + 1]
        parameters = {"missing": joint.missing, "n_jobs": joint.n_jobs}
        gaussians.append(GaussianMixture.from_parameters([1.0], [mean], own, joint.covariance_type, **parameters))
    return gaussians


def line_of(joint: GaussianMixture, data: LabelledRows) -> dict[str, Any]:
    """A candidate of EDDA: the likelihood is that of rows and labels."""
    each = class_log_densities(parted(joint), data.X, threads_of(joint.n_jobs), joint.missing)
    each = each[np.arange(len(data.X)), data.codes] + np.log(data.class_shares())[data.codes]
    rows = len(data.X) if data.weights is None else data.weights.sum()
    log_likelihood = float(np.average(each, weights=data.weights))
    parameters = joint._mixture().free_parameters()
    scarce = int((data.class_rows() < rows_needed(joint)).sum())
    return {
        "covariance": joint.covariance_type,
        "log_likelihood": log_likelihood,
        "parameters": parameters,
        "bic": float(-2 * rows * log_likelihood + parameters * np.log(rows)),
        "aic": float(-2 * rows * log_likelihood + 2 * parameters),
        "collapsed": max(joint.collapsed_, scarce),
    }


def rows_needed(joint: GaussianMixture) -> int:
    """The least number of rows of a class that determine what the family leaves to each class."""
    letters = LETTERS[COVARIANCES[joint.covariance_type]]
    return joint.n_features_in_ + 1 if letters[2] == "V" else 2 if "V" in letters else 1


def class_log_densities(mixtures: list[GaussianMixture], X: np.ndarray, threads: int, missing: str) -> np.ndarray:
    """log p(row | class), of shape (n_samples, n_classes)."""
    return np.column_stack([mixture._mixture().score_rows(X, threads, missing) for mixture in mixtures])


def log_posteriors(log_densities: np.ndarray, priors: np.ndarray) -> np.ndarray:
    """Bayes' rule; a row that has no density anywhere gets the priors."""
    with np.errstate(divide="ignore"):
        log_priors = np.log(priors)
    joint = log_densities + log_priors
    joint = np.where(np.isneginf(joint.max(axis=1, keepdims=True)), log_priors, joint)
    joint = joint - joint.max(axis=1, keepdims=True)
    return joint - np.log(np.exp(joint).sum(axis=1, keepdims=True))


def decided(log_chances: np.ndarray, costs: np.ndarray | None) -> np.ndarray:
    """The number of the class that is predicted for every row."""
    return log_chances.argmax(axis=1) if costs is None else (np.exp(log_chances) @ costs).argmin(axis=1)


def stratified_folds(codes: np.ndarray, count: int, generator: np.random.RandomState) -> np.ndarray:
    """The fold of every row: the rows of each class are dealt out in random order."""
    order = np.lexsort((generator.permutation(len(codes)), codes))
    fold = np.empty(len(codes), dtype=np.intp)
    fold[order] = np.arange(len(codes)) % count
    return fold


def given_priors(priors: Any, count: int) -> np.ndarray:
    given = np.asarray(priors, dtype=np.float64)
    if given.shape != (count,) or not (given >= 0).all() or abs(given.sum() - 1) > 1e-6:
        raise ValueError(f"priors: expected {count} numbers from 0 on that sum to 1, one for each class, got {priors!r}")
    return given / given.sum()


def checked_costs(costs: Any, count: int) -> np.ndarray | None:
    if costs is None:
        return None
    given = np.asarray(costs, dtype=np.float64)
    if given.shape != (count, count) or not np.isfinite(given).all():
        raise ValueError(
            f"costs: expected {count} x {count} finite numbers, a row for each true and a column for each predicted class, "
            f"got {costs!r}"
        )
    return given


def left_out_cost(
    data: LabelledRows,
    fold: np.ndarray,
    family: str,
    settings: dict[str, Any],
    priors: np.ndarray | None,
    costs: np.ndarray | None,
) -> float:
    """The mean cost of rows that were left out, fold by fold; without `costs` the error rate."""
    table = 1 - np.eye(data.classes) if costs is None else costs
    losses = np.empty(len(data.X))
    for number in np.unique(fold):
        kept, out = data.part(fold != number), fold == number
        joint = joint_fit(kept, family, settings)
        log_densities = class_log_densities(parted(joint), data.X[out], threads_of(joint.n_jobs), joint.missing)
        chances = log_posteriors(log_densities, kept.class_shares() if priors is None else priors)
        losses[out] = table[data.codes[out], decided(chances, costs)]
    return float(np.average(losses, weights=data.weights))
