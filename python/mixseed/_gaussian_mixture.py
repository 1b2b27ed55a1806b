"""The estimator."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable
from typing import Any, Callable

import numpy as np

from . import _core, _notebook, _plot, _report
from ._arguments import check_parameters, em_settings, rows_of, threads_of, weights_of
from ._evaluation import Evaluation
from ._progress import Display
from ._sklearn import BaseEstimator, ConvergenceWarning, DensityMixin
from ._starts import engine_start_of, is_drawn, start_of
from ._team import is_chunks_or_team, team_for
from ._warnings import CollapseWarning, DataWarning

WEIGHTS_AND_DRAWS = "a start by random draws is not the same for weights and for repeated rows (docs/numerics.md)"


class GaussianMixture(Evaluation, DensityMixin, BaseEstimator):
    """A Gaussian mixture, with the names, shapes and signs of scikit-learn's.

    Parameters
    ----------
    n_components : int
    covariance_type : 'full', 'tied', 'diag', 'spherical', or mclust's letters
        One of the fourteen families EII VII EEI VEI EVI VVI EEE VEE EVE VVE EEV VEV EVV VVV (docs/families.md).
    tol : float
        EM stops when its mean log-likelihood per observation is estimated to be within `tol` of its limit. `tol` and
        `max_iter` have the defaults of the command line, so both give the same model. (scikit-learn compares the last
        step with 1e-3 and stops well before the optimum.)
    reg_covar : float from 0 to 1
        No covariance falls below this share of the data's covariance, in any direction. Unlike scikit-learn's it has no
        unit and does not change with the scale of the data. With 0, only 1e-12 of the columns' variances and the
        recording steps bound the covariances. Components at such a bound have collapsed: `collapsed_` counts them, a
        CollapseWarning reports them, and starts without them are preferred.
    max_iter : int
        Maximum number of rounds of EM; 0 returns the start, as a mixture of the `covariance_type`.
    n_init : int
        Number of starts; the best model without collapsed components is kept. `restarts_` has all of them.
    budget : str or None
        Replaces `n_init`: search until the time ('10s', '2min') or the passes over the rows ('500 passes', which give the
        same model on any machine) are used up, by new starts and by perturbations (kicks) of the best model. The first
        KeyboardInterrupt keeps the best model so far, with a warning. `budget_` reports the use of the budget.
    init_params : str or callable
        A method of the engine as text, such as 'auto', 'ad/cem' or 'spherical-gonzalez/kmeans'
        (``mixseed.methods()``); one of scikit-learn's words 'kmeans', 'k-means++', 'random', 'random_from_data'; or
        ``f(X, n_components, random_state)`` that returns means, responsibilities, labels or a fitted mixture.
    weights_init, means_init, precisions_init : array-like, optional
        Replace these parameters of the start. With `means_init` alone, the rows nearest to each mean determine the others.
    responsibilities_init : array-like of shape (n_samples, n_components), optional
    labels_init : array-like of shape (n_samples,), optional
        The component of every row at the start.
    noise : bool or float
        True: add a uniform component for rows that belong to no Gaussian; a number is its initial weight (docs/noise.md).
        Its rows have the label -1, as in DBSCAN, and its probabilities are the last column of `predict_proba`.
    prior : None, 'auto' or float
        Pseudo-rows per component, with the data's covariance / K^(2/D), against spurious components in small data sets
        (docs/numerics.md). 'auto' chooses their number from the rows per parameter; it is 0 for large data sets. None
        means 'auto' for the methods 'auto' and 'quick', and 0 for other methods. `lower_bound_` and the criteria exclude
        them.
    resolution : 'auto', float or array-like of shape (n_features,)
        The recording step of the columns: 1 for integers, 0.1 for one decimal, 0 for continuous values. No component is
        narrower than these steps allow (docs/integer-data.md). 'auto' estimates them from the data; see `resolution_`.
    missing : 'error' or 'marginal'
        'marginal': rows may have missing values (NaN); fits and predictions use their observed values (docs/missing.md).
        'error' refuses them, as scikit-learn does.
    random_state : int, numpy generator or None
        An int is the seed; the command line gives the same model with the same seed.
    warm_start : bool
        Start from the model of the previous fit.
    verbose, verbose_interval : int
        1: a progress bar in terminals and notebooks, otherwise a line every `verbose_interval` rounds; 2: always lines.
    n_jobs : int or None
        Number of threads; None means one, -1 one per processor. Results have the same bits for any number.
    order : 'weight', 'mean', 'start' or None
        Order of the components: by descending weight, by ascending mean, or that of the start. None means 'weight', or
        'start' with a given start.

    Attributes
    ----------
    weights_, means_, covariances_, precisions_, precisions_cholesky_ : ndarray
        In scikit-learn's shapes.
    noise_ : dict or None
        `weight` (which with `weights_` sums to 1), `log_volume`, and the box: `corner` and `edges`.
    converged_, n_iter_, lower_bound_, lower_bounds_
        Results of the best restart; `lower_bound_` is the mean log-likelihood of the final model, and `lower_bounds_` has
        one entry per round.
    restarts_ : list of dict
        Every restart: likelihood at the start and at the end, rounds, repairs, seconds. ``pandas.DataFrame(restarts_)``.
    share_at_best_ : float
        The share of the restarts that ended within 1e-4 nats per row of the best one.
    budget_ : dict or None
        Passes, seconds, starts, kicks, the number of starts that found the best optimum, and the reason for the end.
    repairs_ : dict
        Number of repairs of each kind in the best restart; `collapsed_`: number of components at a lower bound.
    trace_ : list of dict
        Every round of every stage of the best restart.
    traces_ : list of list of dict
        For every restart its stages, each with `stage`, `rounds` and `objectives`; long traces are thinned.
    method_, seed_, n_samples_
        Method, seed and number of rows of the fit.
    n_features_in_, feature_names_in_

    Examples
    --------
    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9)])
    >>> mixture = mixseed.GaussianMixture(2, init_params="ad/cem", n_init=5, random_state=0).fit(X)
    >>> sorted(mixture.means_[:, 0].round().astype(int).tolist())
    [0, 9]
    >>> mixture.method_
    'adaptive:alpha=1/cem:rounds=25/em:rounds=200,tol=1e-05'
    >>> len(mixture.restarts_), mixture.share_at_best_
    (5, 1.0)
    """

    def __init__(
        self,
        n_components: int = 1,
        *,
        covariance_type: str = "full",
        tol: float = 1e-5,
        reg_covar: float = 1e-6,
        max_iter: int = 200,
        n_init: int = 1,
        budget: str | None = None,
        init_params: str | Callable[..., Any] = "auto",
        weights_init: Any = None,
        means_init: Any = None,
        precisions_init: Any = None,
        responsibilities_init: Any = None,
        labels_init: Any = None,
        random_state: Any = None,
        warm_start: bool = False,
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
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.budget = budget
        self.init_params = init_params
        self.weights_init = weights_init
        self.means_init = means_init
        self.precisions_init = precisions_init
        self.responsibilities_init = responsibilities_init
        self.labels_init = labels_init
        self.random_state = random_state
        self.warm_start = warm_start
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
        return tags

    def _has_drawn_start(self) -> bool:
        return is_drawn(self)

    def _more_tags(self) -> dict[str, Any]:
        """The same for scikit-learn before 1.6, which also asks here for checks that cannot hold."""
        failing = {"check_sample_weights_invariance": WEIGHTS_AND_DRAWS} if self._has_drawn_start() else {}
        return {"allow_nan": self.missing == "marginal", "_xfail_checks": failing}

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> GaussianMixture:
        """Fits the mixture to rows: an array, `chunks` or a `team`.

        A `sample_weight` of 3 means the row three times: up to rounding from a start that is given, in distribution where
        the start is drawn (docs/numerics.md). `y` is ignored.
        """
        self._fit(X, sample_weight)
        return self

    def fit_predict(self, X: Any, y: Any = None, sample_weight: Any = None) -> np.ndarray:
        """Fits, and gives the most probable component of every row."""
        return self._said("assign", self._fit(X, sample_weight))

    def _fit(self, X: Any, sample_weight: Any) -> np.ndarray:
        """Whatever fails, the estimator is as it was before."""
        before = dict(vars(self))
        try:
            return self._fit_rows(X, sample_weight)
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def _fit_rows(self, X: Any, sample_weight: Any) -> np.ndarray:
        check_parameters(self)
        rows: _core.Team | np.ndarray
        columns: list[str] = []
        if is_chunks_or_team(X):
            rows = team = team_for(self, X, sample_weight)
            weights = None
            start = engine_start_of(self, team.columns)
        else:
            rows = X = rows_of(self, X, reset=True)
            columns = [str(name) for name in getattr(self, "feature_names_in_", [])]
            weights = weights_of(sample_weight, X)
            start = start_of(self, X, weights)
        with Display(self.verbose, self.verbose_interval) as tell:
            result = _core.fit(
                rows,
                weights=weights,
                components=int(self.n_components),
                method=start.method,
                em=em_settings(self),
                starts=start.states,
                known=start.known,
                seed=start.seed,
                restarts=start.restarts,
                threads=threads_of(self.n_jobs),
                order=self.order or "",
                budget=self.budget or "",
                tell=tell,
                missing=self.missing,
                columns=columns,
            )
        self._take_fit(result)
        self._warn_of_data(stacklevel=5)
        if self.budget_ and self.budget_["ended"] == "asked":
            warnings.warn(
                f"interrupted: this is the best model of {self.budget_['starts']} starts and "
                f"{self.budget_['kicks']} kicks in {self.budget_['passes']:.6g} passes.",
                RuntimeWarning,
                stacklevel=4,
            )
        self._warn_of_no_end(stacklevel=5)
        self._warn_of_single_find(stacklevel=5)
        return X

    def _warn_of_no_end(self, stacklevel: int) -> None:
        if self.converged_ or self.max_iter == 0:
            return
        short = f"its mean log-likelihood may still be tol={self.tol} or more below its limit"
        if self.budget_ and self.n_iter_ < self.max_iter:
            told = f"the budget was over after {self.n_iter_} rounds of em: {short}. Give it more, or go on with warm_start."
        else:
            told = (
                f"em did not converge in {self.n_iter_} rounds: {short}. Raise max_iter or tol, or try another init_params."
            )
        warnings.warn(told, ConvergenceWarning, stacklevel=stacklevel)

    def _warn_of_single_find(self, stacklevel: int) -> None:
        """More restarts may find a better optimum if only one of several reached the best; not if it has collapsed."""
        ended = sum(not restart["error"] for restart in self.restarts_)
        if self.budget_ or self.collapsed_ or ended < 2 or round(self.share_at_best_ * ended) != 1:
            return
        told = f"1 of {ended} restarts reached the best optimum: a larger n_init may find a better one."
        warnings.warn(told, ConvergenceWarning, stacklevel=stacklevel)

    def _warn_of_data(self, stacklevel: int) -> None:
        for told in self._advice:
            warnings.warn(told, DataWarning, stacklevel=stacklevel)
        for told in self._collapse_advice:
            warnings.warn(told, CollapseWarning, stacklevel=stacklevel)

    def _take_fit(self, result: dict[str, Any]) -> None:
        self._take_model(result["model"])
        self.converged_: bool = result["converged"]
        self.n_iter_: int = result["n_iter"]
        self.lower_bound_: float = result["log_likelihood"]
        em = [line["objective"] for line in result["trace"] if line["stage"] == "em"]
        self.lower_bounds_: list[float] = em[len(em) - self.n_iter_ :]
        self.restarts_: list[dict[str, Any]] = result["restarts"]
        self.share_at_best_: float = result["share_at_best"]
        self.budget_: dict[str, Any] | None = result["spent"]
        self.repairs_: dict[str, int] = result["repairs"]
        self.collapsed_: int = result["collapsed"]
        self.resolution_: np.ndarray = result["resolution"]
        self._advice: list[str] = result["advice"]
        self._collapse_advice: list[str] = result["collapse_advice"]
        self._observations: float = result["observations"]
        self.trace_: list[dict[str, Any]] = result["trace"]
        self.traces_: list[list[dict[str, Any]]] = result["traces"]
        self._best_restart: int = result["best"]
        self._repairs_by_restart: list[dict[str, int]] = result["repairs_by_restart"]
        self.method_: str = result["method"]
        self.seed_: int = result["seed"]
        self.n_samples_: int = result["rows"]

    def report(
        self,
        path: str | os.PathLike[str],
        X: Any = None,
        *,
        sample_weight: Any = None,
        title: str = "Gaussian mixture",
    ) -> None:
        """Writes a page with the pictures of the fit, which opens in any browser, without a network.

        With `X`, the page shows the rows and has BIC, AIC and ICL; the estimator does not keep the rows of its fit. Raises
        ValueError for a mixture that this object did not fit.
        """
        _report.write(self, path, X, sample_weight, title)

    def _repr_html_(self) -> str:
        """A summary, a small picture and the components, for notebooks."""
        return _notebook.html_of(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def plot(
        self, X: Any = None, *, what: str = "components", columns: Iterable[int | str] | None = None, ax: Any = None
    ) -> Any:
        """Draws with matplotlib and returns the axes.

        ``what='components'``: two columns (the first ones, unless `columns` says otherwise) of the components as
        ellipses of one and two standard deviations, over the rows if given; one column as a density over a
        histogram. ``what='pairs'``: every pair of columns, in a grid of axes. ``what='trace'``: the likelihood by
        rounds.
        """
        return _plot.draw(self, X, what, columns, ax)

    def plot_pairs(self, X: Any = None, *, columns: Iterable[int | str] | None = None, ax: Any = None) -> Any:
        """Every pair of columns (at most ten), with the densities of single ones; returns a grid of matplotlib's axes."""
        return _plot.draw(self, X, "pairs", columns, ax)

    def plot_trace(self, ax: Any = None) -> Any:
        """The likelihood by rounds of EM, of every restart, the best one thick; returns matplotlib's axes."""
        return _plot.draw(self, None, "trace", None, ax)

    def plot_uncertainty(self, X: Any, *, columns: Iterable[int | str] | None = None, ax: Any = None) -> Any:
        """The rows, shaded by the probability that they belong to another component than their most probable one.

        In two columns (default: the first ones), or one column against the uncertainty. Returns matplotlib's
        axes.
        """
        return _plot.draw_uncertainty(self, X, columns, ax)
