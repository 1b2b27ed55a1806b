"""The estimator that chooses the number of components and the covariance family."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from ._arguments import rows_of, whole_number
from ._functions import numbers_of, selected
from ._gaussian_mixture import GaussianMixture
from ._model import KINDS
from ._team import is_chunks_or_team

# Parameters that say what to choose from; all others are passed on to every candidate.
CHOICE = ("n_components", "criterion")


class AutoGaussianMixture(GaussianMixture):
    """A Gaussian mixture whose `fit` chooses the number of components and the covariance family.

    `fit` does what `select` does. After it the estimator is the chosen mixture: it has every method and attribute of a
    fitted `GaussianMixture`.

    Parameters
    ----------
    n_components : int or iterable of int
        The numbers of components to choose from. Numbers above the number of rows are left out, unless all are.
    covariance_type : str or iterable of str
        'all' fourteen families, one of them, or a list of them (docs/families.md).
    criterion : 'bic', 'icl' or 'aic'
        The candidate with the smallest criterion is chosen, among those without collapsed components if there are any.
    init_params : str
        A method of the engine. Starts that fix the number of components are not parameters of this class.
    tol, reg_covar, max_iter, n_init, random_state, verbose, verbose_interval, n_jobs, order
    noise, prior, resolution, missing
        As in `GaussianMixture`, for every candidate.

    Attributes
    ----------
    n_components_, covariance_type_
        The number of components and the family that were chosen.
    criterion_ : float
        The criterion of the chosen candidate; smaller is better.
    candidates_ : list of dict
        Every candidate: `n_components`, `covariance`, `log_likelihood` (mean per row), `parameters`, `bic`, `aic`, `icl`,
        `collapsed`, `n_iter` and `converged`, the table of `select`.
    best_estimator_ : GaussianMixture
        The chosen mixture as a `GaussianMixture` with these parameters.
    weights_, means_, covariances_, ...
        All attributes of `GaussianMixture`.

    Examples
    --------
    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9, 18)])
    >>> chosen = mixseed.AutoGaussianMixture(n_components=range(1, 6), random_state=0).fit(X)
    >>> chosen.n_components_, chosen.covariance_type_
    (3, 'EII')
    >>> len(chosen.candidates_), chosen.means_.shape
    (70, (3, 2))
    """

    def __init__(
        self,
        n_components: int | Iterable[int] = (1, 2, 3, 4, 5, 6, 7, 8, 9),
        *,
        covariance_type: str | Iterable[str] = "all",
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

    def _has_drawn_start(self) -> bool:
        return not (isinstance(self.n_components, Integral) and self.n_components == 1)

    @property
    def _family(self) -> str:
        return self.covariance_type_

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> AutoGaussianMixture:
        """Fits every number of components with every family to rows (an array, `chunks` or a `team`) and keeps the best.

        `sample_weight` as in `GaussianMixture.fit`; `y` is ignored.
        """
        self._fit(X, sample_weight)
        return self

    def _fit_rows(self, X: Any, sample_weight: Any) -> Any:
        numbers = self._numbers()
        is_array = not is_chunks_or_team(X)
        if is_array:
            X = rows_of(self, X, reset=True)
            numbers = [k for k in numbers if k <= len(X)] or numbers
        shared = {name: value for name, value in self.get_params(deep=False).items() if name not in CHOICE}
        chosen, result = selected(X, numbers, self.criterion, sample_weight, shared)
        self._take_fit(result)
        self.best_estimator_: GaussianMixture = chosen.best
        if is_array:
            copy_names(self, chosen.best)
        else:  # chunks name their columns
            copy_names(chosen.best, self)
        self.candidates_: list[dict[str, Any]] = chosen.table
        self.criterion_: float = chosen.table[chosen.models.index(chosen.best)][self.criterion]
        self._warn_of_data(stacklevel=5)
        self._warn_of_no_end(stacklevel=5)
        return X

    def _numbers(self) -> list[int]:
        if isinstance(self.n_components, Integral):
            return [whole_number("n_components", self.n_components, 1)]
        if not isinstance(self.n_components, Iterable):
            raise ValueError(f"n_components: expected a whole number or several of them, got {self.n_components!r}")
        return numbers_of("n_components", self.n_components)

    def _take_model(self, parts: dict[str, Any]) -> None:
        super()._take_model(parts)
        self.n_components_: int = len(parts["weights"])
        self.covariance_type_: str = KINDS[parts["family"]]


def copy_names(source: GaussianMixture, target: GaussianMixture) -> None:
    """Gives `target` the names of the columns that `source` has, or none."""
    target.__dict__.pop("feature_names_in_", None)
    if hasattr(source, "feature_names_in_"):
        target.feature_names_in_ = source.feature_names_in_
