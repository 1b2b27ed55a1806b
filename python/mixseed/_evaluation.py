"""Predictions, scores and derived mixtures of a fitted mixture."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any, TypeVar

import numpy as np

from . import _core
from ._arguments import generator_of, rows_of, seed_of, threads_of, weights_of, whole_number
from ._chunks import Chunks, checked_pieces, no_other_weights
from ._conditional import imputations
from ._model import Model

Self = TypeVar("Self", bound="Evaluation")


class Evaluation(Model):
    """Methods of a fitted mixture, computed by the engine."""

    def predict(self, X: Any) -> np.ndarray:
        """The most probable component of every row, from 0; -1 for noise."""
        return self._said("assign", X)

    def predict_proba(self, X: Any) -> np.ndarray:
        """P(component | row), of shape (n_samples, n_components); with noise, its probability is the last column.

        >>> import numpy as np, mixseed
        >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
        >>> mixseed.GaussianMixture(2, random_state=0).fit(X).predict_proba(X).sum(axis=1).round(12)
        array([1., 1., 1., 1., 1., 1.])
        """
        return self._said("responsibilities", X)

    def score_samples(self, X: Any) -> np.ndarray:
        """The log density of every row."""
        return self._said("score_rows", X)

    def _said(self, what: str, X: Any) -> np.ndarray:
        """One of the engine's evaluations of rows, as `missing` says."""
        mixture = self._mixture()
        ask = getattr(mixture, what)
        threads = threads_of(self.n_jobs)
        if isinstance(X, Chunks):
            return np.concatenate([ask(rows, threads, self.missing) for rows, _ in checked_pieces(self, X)])
        return ask(rows_of(self, X, reset=False), threads, self.missing)

    def impute(self, X: Any, n_draws: int | None = None, random_state: Any = None) -> np.ndarray:
        """The rows with every missing value (NaN) replaced by its mean given the observed values.

        With `n_draws`, an array of shape (n_draws, n_samples, n_features): copies of the rows with random draws given the
        observed values, for multiple imputation (docs/missing.md). `random_state` is by default that of the mixture.

        >>> import numpy as np, mixseed
        >>> mixture = mixseed.GaussianMixture.from_parameters([1.0], [[0.0, 1.0]], [[[1.0, 0.5], [0.5, 1.0]]])
        >>> mixture.impute([[2.0, np.nan], [np.nan, np.nan]])
        array([[2., 2.],
               [0., 1.]])
        >>> mixture.impute([[2.0, np.nan], [np.nan, np.nan]], n_draws=5, random_state=0).shape
        (5, 2, 2)
        """
        mixture = self._mixture()
        X = rows_of(self, X, reset=False, allow_nan=True)
        threads = threads_of(self.n_jobs)
        if n_draws is None:
            return mixture.impute(X, threads)
        if getattr(self, "noise_", None) is not None:
            raise ValueError("missing values: expected a mixture without noise")
        random = generator_of(self.random_state if random_state is None else random_state)
        return imputations(self, X, whole_number("n_draws", n_draws, 1), random, threads)

    def _criteria(self, X: Any, sample_weight: Any) -> dict[str, float]:
        mixture = self._mixture()
        threads = threads_of(self.n_jobs)
        if isinstance(X, Chunks):
            no_other_weights(sample_weight)
            pieces = checked_pieces(self, X)
            each = [mixture.criteria(rows, weights, threads, self.missing) for rows, weights in pieces]
            return summed(each, mixture.free_parameters())
        X = rows_of(self, X, reset=False)
        return mixture.criteria(X, weights_of(sample_weight, X), threads, self.missing)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The mean log density per observation: larger is better."""
        all_of_them = self._criteria(X, sample_weight)
        return all_of_them["log_likelihood"] / all_of_them["observations"]

    def bic(self, X: Any, sample_weight: Any = None) -> float:
        """The Bayesian information criterion: smaller is better (mclust prints the negative)."""
        return self._criteria(X, sample_weight)["bic"]

    def aic(self, X: Any, sample_weight: Any = None) -> float:
        """The Akaike information criterion: smaller is better."""
        return self._criteria(X, sample_weight)["aic"]

    def icl(self, X: Any, sample_weight: Any = None) -> float:
        """The integrated completed likelihood, BIC plus the uncertainty of the labels: smaller is better."""
        return self._criteria(X, sample_weight)["icl"]

    def sample(self, n_samples: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Random rows and the component of each. The same `random_state` gives the same rows.

        >>> import numpy as np, mixseed
        >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
        >>> rows, labels = mixseed.GaussianMixture(2, random_state=0).fit(X).sample(4)
        >>> rows.shape, labels.shape
        ((4, 1), (4,))
        """
        mixture = self._mixture()
        if not isinstance(n_samples, Integral) or n_samples < 1:
            raise ValueError(f"Invalid value for 'n_samples': expected a whole number of at least 1, got {n_samples!r}")
        if n_samples >= 2**63:
            raise ValueError(f"n_samples: {n_samples} rows are more than any memory holds")
        return mixture.sample(int(n_samples), seed_of(self.random_state))

    def marginal(self: Self, columns: Iterable[int | str]) -> Self:
        """The mixture of these columns alone, by number or name, in this order.

        >>> import numpy as np, mixseed
        >>> X = np.random.RandomState(0).normal(size=(50, 3))
        >>> mixture = mixseed.GaussianMixture(2, random_state=0).fit(X)
        >>> mixture.marginal([2, 0]).means_.shape
        (2, 2)
        """
        mixture = self._mixture()
        numbers = self._column_numbers(columns)
        return self._like(mixture.marginal(numbers), numbers)

    def conditional(self: Self, columns: Iterable[int | str], values: Iterable[float]) -> Self:
        """The mixture of the other columns, given that `columns` have `values`: its mean is a regression.

        `GaussianMixtureRegressor.from_mixture` does this for many rows at once.

        >>> import numpy as np, mixseed
        >>> x = np.linspace(-1, 1, 200)
        >>> mixture = mixseed.GaussianMixture(1).fit(np.column_stack([x, 3 * x + 1]))
        >>> mixture.conditional([0], [0.5]).means_.round(3)
        array([[2.5]])
        """
        mixture = self._mixture()
        numbers = self._column_numbers(columns)
        others = [column for column in range(self.n_features_in_) if column not in numbers]
        return self._like(mixture.conditional(numbers, [float(value) for value in values]), others)

    def _column_numbers(self, columns: Iterable[int | str]) -> list[int]:
        names = list(getattr(self, "feature_names_in_", []))
        numbers = []
        for column in columns:
            if isinstance(column, str) and column not in names:
                raise ValueError(f"no column is named {column!r}")
            number = names.index(column) if isinstance(column, str) else int(column)
            if not 0 <= number < self.n_features_in_:
                raise ValueError(f"column {column!r}: expected 0 to {self.n_features_in_ - 1}")
            numbers.append(number)
        return numbers

    def _like(self: Self, mixture: _core.Mixture, columns: list[int]) -> Self:
        """A model of some of the columns."""
        other: Any = self._from_parts(mixture.parts(), random_state=self.random_state, n_jobs=self.n_jobs)
        names = getattr(self, "feature_names_in_", None)
        if names is not None:
            other.feature_names_in_ = names[columns]
        return other

    def _n_parameters(self) -> int:
        return self._mixture().free_parameters()


def summed(pieces: list[dict[str, float]], parameters: int) -> dict[str, float]:
    """The criteria of all rows from those of their pieces: only the price of a parameter is not a sum."""
    observations, likelihood = (sum(piece[name] for piece in pieces) for name in ("observations", "log_likelihood"))
    bic = parameters * float(np.log(observations)) - 2 * likelihood
    doubt = sum(piece["icl"] - piece["bic"] for piece in pieces)
    aic = 2 * (parameters - likelihood)
    return {"log_likelihood": likelihood, "observations": observations, "bic": bic, "aic": aic, "icl": bic + doubt}
