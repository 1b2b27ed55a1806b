"""Components of one mixture matched with those of another.

The assignment is the Hungarian method by shortest augmenting paths (Jonker & Volgenant, Computing 38, 1987)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ._gaussian_mixture import GaussianMixture
from ._model import full_covariances


@dataclass(repr=False)
class Matching:
    """The result of `match`.

    Attributes
    ----------
    pairs : ndarray of shape (m, 2)
        Matched components of `a` and `b`, by ascending component of `a`; m is the smaller number of components.
    distances : ndarray of shape (m,)
        The distance of each pair.
    matrix : ndarray of shape (K of a, K of b)
        All distances.
    """

    pairs: np.ndarray
    distances: np.ndarray
    matrix: np.ndarray

    @property
    def in_b(self) -> np.ndarray:
        """For each component of `a` the matched one of `b`, or -1."""
        return self._partners(0)

    @property
    def in_a(self) -> np.ndarray:
        """For each component of `b` the matched one of `a`, or -1."""
        return self._partners(1)

    def _partners(self, side: int) -> np.ndarray:
        found = np.full(self.matrix.shape[side], -1)
        found[self.pairs[:, side]] = self.pairs[:, 1 - side]
        return found

    def relabel(self, labels: Any) -> np.ndarray:
        """Labels of `b` (from 0 on) as labels of `a`; components of `b` without a partner get K of a, K of a + 1, ...

        Noise (-1) stays -1.
        """
        labels = np.asarray(labels)
        names = self.in_a
        is_whole = np.issubdtype(labels.dtype, np.integer)
        if not is_whole or ((labels < -1) | (labels >= len(names))).any():
            raise ValueError(f"labels: expected whole numbers from -1 (noise) to {len(names) - 1}, components of b")
        alone = names == -1
        names[alone] = len(self.matrix) + np.arange(alone.sum())
        return np.append(names, -1)[labels]  # the label -1 is the last place

    def __repr__(self) -> str:
        said = ", ".join(f"{i}-{j} ({gap:.3g})" for (i, j), gap in zip(self.pairs, self.distances))
        return f"<Matching of {len(self.pairs)} components: {said}>"


def match(a: Any, b: Any, distance: str = "hellinger") -> Matching:
    """Pairs the components of two mixtures so that the sum of the distances of the pairs is as small as possible.

    The mixtures may have different families and numbers of components; then the surplus components stay without a partner.
    Weights and noise are not compared.

    Parameters
    ----------
    a, b : fitted mixtures
        Of mixseed or of scikit-learn, with the same columns.
    distance : 'hellinger', 'bhattacharyya' or 'means'
        The Hellinger distance of two Gaussians, from 0 (equal) to 1 (far apart); the Bhattacharyya distance, which goes on
        growing where Hellinger's is 1; or the Euclidean distance of the means.

    >>> import mixseed
    >>> a = mixseed.GaussianMixture.from_parameters([0.5, 0.5], [[0.0], [4.0]], [1.0, 1.0], "spherical")
    >>> b = mixseed.GaussianMixture.from_parameters([0.2, 0.3, 0.5], [[4.1], [9.0], [0.0]], [1.0, 1.0, 1.0], "spherical")
    >>> found = mixseed.match(a, b)
    >>> found.in_b.tolist(), found.relabel([0, 1, 2]).tolist()
    ([2, 0], [1, 2, 0])
    """
    if distance not in ("hellinger", "bhattacharyya", "means"):
        raise ValueError(f"distance: expected 'hellinger', 'bhattacharyya' or 'means', got {distance!r}")
    first, second = gaussians_of("a", a), gaussians_of("b", b)
    columns = [means.shape[1] for means, _ in (first, second)]
    if columns[0] != columns[1]:
        raise ValueError(f"match: expected mixtures of the same columns, got {columns[0]} and {columns[1]} columns")
    if distance == "means":
        matrix = np.linalg.norm(first[0][:, np.newaxis] - second[0], axis=2)
    else:
        matrix = bhattacharyya(first, second)
    costs = np.sqrt(-np.expm1(-matrix)) if distance == "hellinger" else matrix
    pairs = assignment(costs)
    return Matching(pairs, costs[pairs[:, 0], pairs[:, 1]], costs)


def gaussians_of(name: str, mixture: Any) -> tuple[np.ndarray, np.ndarray]:
    """Means [K, D] and covariances [K, D, D]."""
    if not isinstance(mixture, GaussianMixture):
        if not hasattr(mixture, "covariances_") or not isinstance(getattr(mixture, "covariance_type", None), str):
            raise TypeError(f"{name}: expected a fitted GaussianMixture, got {type(mixture).__name__}")
        mixture = GaussianMixture.from_sklearn(mixture)
    mixture._mixture().check()
    return np.asarray(mixture.means_, dtype=np.float64), full_covariances(mixture)


def bhattacharyya(first: tuple[np.ndarray, np.ndarray], second: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """d' S^-1 d / 8 + log(det S / sqrt(det S1 det S2)) / 2 with S = (S1 + S2) / 2, for all pairs."""
    means, covariances = second
    logs = np.linalg.slogdet(covariances)[1]
    distances = np.empty((len(first[0]), len(means)))
    for i, (mean, covariance) in enumerate(zip(*first)):
        between = (covariance + covariances) / 2
        gaps = mean - means
        solved = np.linalg.solve(between, gaps[..., np.newaxis])[..., 0]
        spread = np.linalg.slogdet(between)[1] - (np.linalg.slogdet(covariance)[1] + logs) / 2
        distances[i] = (gaps * solved).sum(axis=1) / 8 + spread / 2
    return np.maximum(distances, 0)


def assignment(costs: np.ndarray) -> np.ndarray:
    """Pairs of rows and columns, by ascending row, with the smallest sum of costs; each row and column at most once."""
    if costs.shape[0] > costs.shape[1]:
        pairs = assignment(costs.T)[:, ::-1]
        return pairs[np.argsort(pairs[:, 0])]
    row_of = np.full(costs.shape[1], -1)
    prices = np.zeros(costs.shape[1]), np.zeros(costs.shape[0])
    for row in range(costs.shape[0]):
        augment(costs, row, row_of, *prices)
    columns = np.flatnonzero(row_of >= 0)
    pairs = np.column_stack([row_of[columns], columns])
    return pairs[np.argsort(pairs[:, 0])]


def augment(costs: np.ndarray, new_row: int, row_of: np.ndarray, column_prices: np.ndarray, row_prices: np.ndarray) -> None:
    """Assigns one more row along the shortest path of reduced costs, and updates the prices."""
    lengths = np.full(len(row_of), np.inf)
    before = np.full(len(row_of), -1)  # the column that precedes on the path; -1: the new row
    is_done = np.zeros(len(row_of), dtype=bool)
    row, column, length = new_row, -1, 0.0
    while row >= 0:
        through = length + costs[row] - row_prices[row] - column_prices
        is_shorter = ~is_done & (through < lengths)
        lengths[is_shorter], before[is_shorter] = through[is_shorter], column
        column = int(np.where(is_done, np.inf, lengths).argmin())
        length = float(lengths[column])
        is_done[column] = True
        row = int(row_of[column])
    row_prices[new_row] += length
    for other in np.flatnonzero(is_done):
        column_prices[other] += lengths[other] - length
        if row_of[other] >= 0:
            row_prices[row_of[other]] += length - lengths[other]
    while column >= 0:
        previous = int(before[column])
        row_of[column] = new_row if previous < 0 else row_of[previous]
        column = previous
