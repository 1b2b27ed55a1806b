"""Distributions of some columns of a mixture given the others, for many rows at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _core
from ._arguments import COVARIANCES
from ._model import full_covariances

# Rows of one block, which bounds the memory for the means of all components.
BLOCK = 16384


class Conditional:
    """The mixture of the columns `wanted`, given that the columns `given` have the values of the rows of `X`.

    `weights` is of shape (rows, K), `means` of (K, rows, wanted). `factors`, of shape (K, wanted, wanted), are Cholesky
    factors of the covariances, which are the same for all rows. `X` has no missing values.
    """

    def __init__(self, model: Any, given: np.ndarray, wanted: np.ndarray, X: np.ndarray, threads: int):
        order = np.concatenate([given, wanted])
        split = len(given)
        covariances = full_covariances(model)[:, order[:, None], order]
        slopes, self.factors = regressions(covariances, split)
        self.weights = weights_given(model, given, X, threads)
        means = np.asarray(model.means_)
        deviations = X - means[:, None, given]
        self.means = means[:, None, wanted] + deviations @ slopes

    def mean(self) -> np.ndarray:
        """Of shape (rows, wanted)."""
        return np.einsum("nk,knq->nq", self.weights, self.means)

    def variance(self) -> np.ndarray:
        """The variance of each wanted column, of shape (rows, wanted)."""
        within = np.einsum("kqr,kqr->kq", self.factors, self.factors)
        between = np.einsum("nk,knq->nq", self.weights, (self.means - self.mean()) ** 2)
        return self.weights @ within + between

    def covariance(self) -> np.ndarray:
        """Of shape (rows, wanted, wanted): the mean within the components plus the covariance of their means."""
        within = self.factors @ self.factors.transpose(0, 2, 1)
        deviations = self.means - self.mean()
        total = np.einsum("nk,kqr->nqr", self.weights, within)
        for weights, deviation in zip(self.weights.T, deviations):
            total += (weights[:, None] * deviation)[:, :, None] * deviation[:, None, :]
        return total

    def draws(self, count: int, random: np.random.RandomState) -> np.ndarray:
        """Of shape (rows, count, wanted)."""
        rows = len(self.weights)
        uniform = random.random_sample((rows, count))
        chosen = np.zeros((rows, count), dtype=np.intp)
        for limit in np.cumsum(self.weights, axis=1)[:, :-1].T:
            chosen += uniform > limit[:, None]
        drawn = random.standard_normal((rows, count, self.means.shape[2]))
        for k, factor in enumerate(self.factors):
            drawn[chosen == k] = drawn[chosen == k] @ factor.T
        return self.means[chosen, np.arange(rows)[:, None]] + drawn


def regressions(covariances: np.ndarray, split: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each covariance, the slopes of the columns from `split` on given those before, and the factor of the rest.

    The factor of the correlations has both, so the result is positive definite in any units.
    """
    scale = np.sqrt(np.einsum("kjj->kj", covariances))
    try:
        factor = np.linalg.cholesky(covariances / scale[:, :, None] / scale[:, None, :])
    except np.linalg.LinAlgError:
        raise ValueError("conditional: a covariance is singular: raise reg_covar, or leave out a column") from None
    given, wanted = scale[:, :split], scale[:, split:]
    slopes = np.linalg.solve(factor[:, :split, :split].transpose(0, 2, 1), factor[:, split:, :split].transpose(0, 2, 1))
    return slopes / given[:, :, None] * wanted[:, None, :], factor[:, split:, split:] * wanted[:, :, None]


def weights_given(model: Any, given: np.ndarray, X: np.ndarray, threads: int) -> np.ndarray:
    """P(component | row), of shape (rows, K)."""
    mixture = components_of(model)
    if not len(given):
        return np.repeat(np.asarray(mixture.parts()["weights"])[None], len(X), axis=0)
    return mixture.marginal(given.tolist()).responsibilities(np.ascontiguousarray(X), threads)


def components_of(model: Any) -> _core.Mixture:
    """The mixture of the components alone, without a noise component."""
    weights = model.weights_ / np.sum(model.weights_)
    return _core.Mixture(COVARIANCES[model._family], weights, model.means_, model.covariances_)


def same_columns(X: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Blocks of rows that lack the same values: the numbers of the rows, and which columns they have."""
    present = ~np.isnan(X)
    if present.all():
        patterns, pattern_of = np.ones((1, X.shape[1]), dtype=bool), np.zeros(len(X), dtype=np.intp)
    else:
        patterns, pattern_of = np.unique(present, axis=0, return_inverse=True)
    order = np.argsort(pattern_of.reshape(-1), kind="stable")
    ends = np.cumsum(np.bincount(pattern_of.reshape(-1), minlength=len(patterns)))
    for pattern, rows in zip(patterns, np.split(order, ends[:-1])):
        for first in range(0, len(rows), BLOCK):
            yield rows[first : first + BLOCK], pattern


def imputations(model: Any, X: np.ndarray, count: int, random: np.random.RandomState, threads: int) -> np.ndarray:
    """`count` copies of the rows, each with draws in place of the missing values."""
    filled = np.repeat(X.astype(np.float64)[None], count, axis=0)
    for rows, present in same_columns(X):
        given, wanted = np.flatnonzero(present), np.flatnonzero(~present)
        if len(wanted):
            drawn = Conditional(model, given, wanted, X[rows][:, given], threads).draws(count, random)
            filled[:, rows[:, None], wanted] = drawn.transpose(1, 0, 2)
    return filled
