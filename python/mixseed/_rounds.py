"""EM by hand, a round at a time, over pieces of the rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _core
from ._arguments import rows_of, threads_of, weights_of
from ._gaussian_mixture import GaussianMixture


def summarize(X: Any, model: GaussianMixture, sample_weight: Any = None) -> bytes:
    """What the next model needs of these rows under this one: a few numbers per component, as bytes.

    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9)])
    >>> model = mixseed.seed(X, 2, "uniform", random_state=0)
    >>> for _ in range(20):
    ...     pieces = [mixseed.summarize(rows, model) for rows in (X[:150], X[150:])]   # wherever the rows are
    ...     model = mixseed.update(model, mixseed.merge(pieces))
    >>> sorted(model.means_[:, 0].round().astype(int).tolist())
    [0, 9]
    """
    mixture = model._mixture()
    rows = rows_of(model, X, reset=False, allow_nan=False)
    return _core.summarize(mixture, rows, weights_of(sample_weight, rows), threads_of(model.n_jobs))


def merge(summaries: Iterable[bytes]) -> bytes:
    """The summary of all rows from those of pieces without common rows, under one model.

    Summaries may be merged in any order and in several steps; other orders give the same but for rounding.
    """
    return _core.merge(list(summaries))


def update(model: GaussianMixture, summary: bytes) -> GaussianMixture:
    """The next model: exact EM, in which the likelihood never falls, not learning from a stream.

    `summary` is of all rows under `model`, which stays as it is; every round needs every row again. The new model has
    `lower_bound_`, the mean log-likelihood of the one before, and no covariance below `reg_covar` of the rows' own.
    """
    said = _core.update(summary, float(model.reg_covar))
    following = model._from_parts(said["model"])
    if following.means_.shape != model.means_.shape:
        expected, got = model.means_.shape, following.means_.shape
        raise ValueError(f"update: expected a summary under this model, of {expected} means, got one of {got}")
    following.set_params(**{**model.get_params(), "covariance_type": following.covariance_type})
    if hasattr(model, "feature_names_in_"):
        following.feature_names_in_ = model.feature_names_in_
    following.lower_bound_ = said["log_likelihood"] / said["observations"]
    return following
