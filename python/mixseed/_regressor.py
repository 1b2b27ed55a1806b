"""The estimator that predicts some columns of a mixture from the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import Any, TypeVar

import numpy as np

from ._arguments import generator_of, rows_of, threads_of, whole_number
from ._auto_gaussian_mixture import AutoGaussianMixture
from ._conditional import Conditional, components_of, same_columns
from ._gaussian_mixture import WEIGHTS_AND_DRAWS, GaussianMixture
from ._sklearn import BaseEstimator, RegressorMixin, check_is_fitted
from ._team import is_chunks_or_team

Self = TypeVar("Self", bound="GaussianMixtureRegressor")


class GaussianMixtureRegressor(RegressorMixin, BaseEstimator):
    """Gaussian mixture regression: a mixture of the columns of X and y, and the distribution of y given X under it.

    Parameters
    ----------
    n_components : int or iterable of int
        The number of components, or several to choose from by `criterion`. One component is linear regression.
    covariance_type : str or iterable of str
        A family, a list of families to choose from, or 'all' (docs/families.md). Diagonal and spherical families give
        means of y that depend on X through the weights alone.
    criterion : 'bic', 'icl' or 'aic'
        The criterion of the mixture of X and y that chooses.
    noise : bool or float
        A uniform component for outliers, as in `GaussianMixture`. Predictions are for rows that are not noise: they use
        the Gaussian components alone.
    missing : 'error' or 'marginal'
        'marginal': X may have missing values (NaN) in `fit` and in predictions, and y in `fit` and `log_density`. The
        observed values determine the result.
    tol, reg_covar, max_iter, n_init, init_params, random_state, verbose, verbose_interval, n_jobs, order
    prior, resolution
        As in `AutoGaussianMixture`. A `resolution` for each column names the columns of X, then those of y.

    Attributes
    ----------
    mixture_ : GaussianMixture
        The mixture of the columns of X, followed by those of y.
    n_components_, covariance_type_
        Its number of components and its family.
    candidates_ : list of dict
        Every candidate, as in `AutoGaussianMixture`; `criterion_`: the criterion of the one that was chosen.
    n_iter_, converged_
        Those of `mixture_`, which has everything else about the fit.
    n_outputs_, n_features_in_, feature_names_in_

    Examples
    --------
    >>> import numpy as np, mixseed
    >>> x = np.linspace(-1, 1, 300)[:, None]
    >>> y = np.abs(x[:, 0])
    >>> regressor = mixseed.GaussianMixtureRegressor(2, random_state=0).fit(x, y)
    >>> regressor.predict([[-0.5], [0.5]]).round(2)
    array([0.5, 0.5])
    """

    def __init__(
        self,
        n_components: int | Iterable[int] = (1, 2, 3, 4, 5, 6, 7, 8, 9),
        *,
        covariance_type: str | Iterable[str] = "full",
        criterion: str = "bic",
        tol: float = 1e-5,
        reg_covar: float = 1e-6,
        max_iter: int = 200,
        n_init: int = 1,
        init_params: str = "auto",
        random_state: Any = None,
        verbose: int = 0,
        verbose_interval: int = 10,
        n_jobs: int | None = None,
        order: str | None = None,
        noise: bool | float = False,
        prior: float | str | None = None,
        resolution: float | str | Any = "auto",
        missing: str = "error",
    ):
        self.n_components = n_components
        self.covariance_type = covariance_type
        self.criterion = criterion
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.init_params = init_params
        self.random_state = random_state
        self.verbose = verbose
        self.verbose_interval = verbose_interval
        self.n_jobs = n_jobs
        self.order = order
        self.noise = noise
        self.prior = prior
        self.resolution = resolution
        self.missing = missing

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn from 1.6 on may assume of this estimator."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing == "marginal"
        tags.target_tags.multi_output = True
        return tags

    def _more_tags(self) -> dict[str, Any]:
        """The same for scikit-learn before 1.6, which also asks here for checks that cannot hold."""
        one = isinstance(self.n_components, Integral) and self.n_components == 1
        failing = {} if one else {"check_sample_weights_invariance": WEIGHTS_AND_DRAWS}
        return {"allow_nan": self.missing == "marginal", "multioutput": True, "_xfail_checks": failing}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> GaussianMixtureRegressor:
        """Fits a mixture to the columns of X and y.

        `y` is of shape (n_samples,) or (n_samples, n_outputs); predictions have the same number of dimensions.
        """
        self._fit(X, y, sample_weight)
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        """Whatever fails, the estimator is as it was before."""
        before = dict(vars(self))
        try:
            if is_chunks_or_team(X):
                raise ValueError("X: expected an array. Fit a GaussianMixture to chunks that have y, then use from_mixture")
            joint = AutoGaussianMixture(**self.get_params(deep=False))
            rows = rows_of(self, X, reset=True)
            targets = self._targets_of(y, len(rows))
            # Not `fit`: the warnings name the caller's line.
            joint._fit_rows(np.column_stack([rows, targets]), sample_weight)
            self._take(joint.best_estimator_, np.arange(targets.shape[1]) + rows.shape[1], np.asarray(y).ndim == 1)
            self.candidates_: list[dict[str, Any]] = joint.candidates_
            self.criterion_: float = joint.criterion_
            self.n_iter_, self.converged_ = joint.n_iter_, joint.converged_
            if hasattr(self, "feature_names_in_"):
                names = [*self.feature_names_in_, *names_of(y, targets.shape[1])]
                if len(set(names)) == len(names):
                    self.mixture_.feature_names_in_ = np.array(names, dtype=object)
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def _take(self, mixture: GaussianMixture, targets: np.ndarray, is_flat: bool) -> None:
        self.mixture_ = mixture
        self.n_components_: int = len(mixture.weights_)
        self.covariance_type_: str = mixture._family
        self.n_outputs_: int = len(targets)
        self._targets, self._is_flat = targets, is_flat
        self._given = np.setdiff1d(np.arange(mixture.n_features_in_), targets)

    @classmethod
    def from_mixture(cls: type[Self], mixture: GaussianMixture, targets: int | str | Iterable[int | str]) -> Self:
        """The regressor of the columns `targets` of a fitted mixture, given its other columns in their order.

        A single number or name gives predictions of shape (n_samples,).

        >>> import mixseed
        >>> mixture = mixseed.GaussianMixture.from_parameters([1.0], [[0.0, 1.0]], [[[1.0, 0.5], [0.5, 1.0]]])
        >>> mixseed.GaussianMixtureRegressor.from_mixture(mixture, targets=0).predict([[3.0]])
        array([1.])
        """
        check_is_fitted(mixture)
        is_flat = isinstance(targets, (str, Integral))
        columns: Any = [targets] if is_flat else targets
        numbers = np.array(mixture._column_numbers(columns), dtype=np.intp)
        if len(set(numbers)) < len(numbers) or not 0 < len(numbers) < mixture.n_features_in_:
            raise ValueError(
                f"targets: expected at least one of the {mixture.n_features_in_} columns, none of them twice and not all, "
                f"got {targets!r}"
            )
        shared = {name: getattr(mixture, name) for name in ("missing", "noise", "random_state", "n_jobs")}
        made = cls(len(mixture.weights_), covariance_type=mixture._family, **shared)
        made._take(mixture, numbers, is_flat)
        made.n_features_in_ = len(made._given)
        if hasattr(mixture, "feature_names_in_"):
            made.feature_names_in_ = mixture.feature_names_in_[made._given]
        return made

    def predict(self, X: Any, return_std: bool = False, return_cov: bool = False) -> Any:
        """The conditional mean of y for every row; with `return_std` or `return_cov`, a pair.

        The second of the pair describes single new observations of y: their standard deviations, in the shape of the
        means, or the covariances of the outputs, of shape (n_samples, n_outputs, n_outputs).
        """
        if return_std and return_cov:
            raise ValueError("predict: expected return_std or return_cov, got both")
        X = self._checked(X)
        means = np.empty((len(X), self.n_outputs_))
        spread = np.empty((*means.shape, self.n_outputs_) if return_cov else means.shape)
        for rows, given in self._conditionals(X):
            means[rows] = given.mean()
            if return_cov:
                spread[rows] = given.covariance()
            elif return_std:
                spread[rows] = np.sqrt(given.variance())
        means = self._shaped(means)
        if return_cov:
            return means, spread
        return (means, self._shaped(spread)) if return_std else means

    def sample_y(self, X: Any, n_samples: int = 1, random_state: Any = None) -> np.ndarray:
        """Draws of y given X, of shape (n_samples_X, n_samples), or (n_samples_X, n_outputs, n_samples) for a matrix y.

        `random_state` is by default that of the estimator.
        """
        X = self._checked(X)
        count = whole_number("n_samples", n_samples, 1)
        random = generator_of(self.random_state if random_state is None else random_state)
        drawn = np.empty((len(X), self.n_outputs_, count))
        for rows, given in self._conditionals(X):
            drawn[rows] = given.draws(count, random).transpose(0, 2, 1)
        return drawn[:, 0] if self._is_flat else drawn

    def log_density(self, X: Any, y: Any) -> np.ndarray:
        """The log density of y given X, for every row.

        With ``missing='marginal'`` it is that of the outputs that are observed.
        """
        X = self._checked(X)
        targets = self._targets_of(y, len(X))
        if targets.shape[1] != self.n_outputs_:
            raise ValueError(f"y: expected {self.n_outputs_} column(s), got {targets.shape[1]}")
        rows = np.empty((len(X), self.mixture_.n_features_in_))
        rows[:, self._given], rows[:, self._targets] = X, targets
        mixture, threads = components_of(self.mixture_), threads_of(self.n_jobs)
        given = mixture.marginal(self._given.tolist()).score_rows(X, threads, self.missing)
        return mixture.score_rows(rows, threads, self.missing) - given

    def _checked(self, X: Any) -> np.ndarray:
        check_is_fitted(self)
        return rows_of(self, X, reset=False).astype(np.float64, copy=False)

    def _conditionals(self, X: np.ndarray) -> Iterator[tuple[np.ndarray, Conditional]]:
        """The distributions of y for blocks of rows, with the numbers of these rows."""
        threads = threads_of(self.n_jobs)
        for rows, present in same_columns(X):
            yield rows, Conditional(self.mixture_, self._given[present], self._targets, X[rows][:, present], threads)

    def _shaped(self, values: np.ndarray) -> np.ndarray:
        return values[:, 0] if self._is_flat else values

    def _targets_of(self, y: Any, count: int) -> np.ndarray:
        """y as a matrix of doubles with `count` rows."""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        targets = np.asarray(y, dtype=np.float64)
        if targets.ndim not in (1, 2) or targets.size == 0:
            raise ValueError(f"y: expected a value or several values for each row, got shape {targets.shape}")
        if len(targets) != count:
            raise ValueError(f"y: expected as many rows as X has ({count}), got {len(targets)}")
        if np.isinf(targets).any():
            raise ValueError("Input y contains infinity or a value too large for dtype('float64').")
        if self.missing != "marginal" and np.isnan(targets).any():
            raise ValueError("Input y contains NaN. missing='marginal' uses the other values of such rows.")
        return targets.reshape(count, -1)


def names_of(y: Any, count: int) -> list[str]:
    """The names of the columns of y: its own, or y, or y0, y1 and so on."""
    names = getattr(y, "columns", [getattr(y, "name", None)])
    if len(names) == count and all(isinstance(name, str) for name in names):
        return list(names)
    return ["y"] if count == 1 else [f"y{column}" for column in range(count)]
