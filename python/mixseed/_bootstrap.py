"""Uncertainty of the parameters and of the number of components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._arguments import em_settings, rows_of, seed_of, threads_of, weights_of, whole_number
from ._gaussian_mixture import GaussianMixture


@dataclass(repr=False)
class Bootstrap:
    """The result of `bootstrap`. Each of the dictionaries has `weights` [K], `means` [K, D] and `covariances` [K, D, D]."""

    standard_errors: dict[str, np.ndarray]
    lower: dict[str, np.ndarray]
    upper: dict[str, np.ndarray]
    mean: dict[str, np.ndarray]
    replications: dict[str, np.ndarray]  # with one axis more, the first
    failed: int  # replications without a fit, or with collapsed components; they count nowhere
    level: float

    def __repr__(self) -> str:
        count = len(self.replications["weights"])
        return f"<Bootstrap of {count} replications ({self.failed} failed), intervals of {self.level:g}>"


@dataclass
class RatioTest:
    """The result of `ratio_test`."""

    statistic: float
    p_value: float
    replications: np.ndarray
    failed: int


def expect_mixture(name: str, X: Any, mixture: Any) -> None:
    """Raises TypeError unless the second argument is a `GaussianMixture`."""
    if isinstance(mixture, GaussianMixture):
        return
    swapped = "; the arguments are swapped" if isinstance(X, GaussianMixture) else ""
    raise TypeError(
        f"{name}(X, mixture): expected a fitted mixseed.GaussianMixture as mixture, got {type(mixture).__name__}{swapped}"
    )


def bootstrap(
    X: Any,
    mixture: GaussianMixture,
    n: int = 999,
    kind: str = "rows",
    *,
    level: float = 0.95,
    sample_weight: Any = None,
    random_state: Any = None,
    n_jobs: int | None = None,
) -> Bootstrap:
    """Standard errors and intervals of a fitted mixture, from fits to resampled data that start at the mixture.

    `kind`: 'rows' with replacement, random 'weights' of the rows (the weighted likelihood bootstrap), or rows from the
    'model'. The components of every replication are matched with the mixture's.

    >>> import numpy as np, mixseed
    >>> X = np.random.RandomState(0).normal(size=(400, 1))
    >>> mixture = mixseed.GaussianMixture(1, random_state=0).fit(X)
    >>> found = mixseed.bootstrap(X, mixture, n=200, random_state=0)
    >>> bool(abs(found.standard_errors["means"][0, 0] - X.std() / 20) < 0.01)
    True
    """
    expect_mixture("bootstrap", X, mixture)
    rows = rows_of(mixture, X, reset=False, allow_nan=False)
    result = _core.bootstrap(
        rows,
        weights=weights_of(sample_weight, rows),
        model=mixture._mixture(),
        em=em_settings(mixture),
        replications=whole_number("n", n, 1),
        kind=kind,
        level=float(level),
        seed=seed_of(random_state),
        threads=threads_of(n_jobs),
    )
    names = ("weights", "means", "covariances")
    replications = {name: np.stack([one[name] for one in result["replications"]]) for name in names}
    return Bootstrap(
        result["standard_errors"],
        result["lower"],
        result["upper"],
        result["mean"],
        replications,
        result["failed"],
        float(level),
    )


def ratio_test(
    X: Any,
    mixture: GaussianMixture,
    n: int = 999,
    method: str = "auto",
    *,
    n_init: int = 2,
    sample_weight: Any = None,
    random_state: Any = None,
    n_jobs: int | None = None,
) -> RatioTest:
    """The likelihood-ratio test of the mixture's number of components against one more, by data drawn from the mixture.

    `method` and `n_init` apply to the fits of both numbers of components, to `X` and to each of `n` replications
    (docs/uncertainty.md).

    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(60, 1)) + center for center in (0, 8)])
    >>> one = mixseed.GaussianMixture(1, random_state=0).fit(X)
    >>> mixseed.ratio_test(X, one, n=39, random_state=0).p_value < 0.05
    True
    """
    expect_mixture("ratio_test", X, mixture)
    rows = rows_of(mixture, X, reset=False, allow_nan=False)
    result = _core.ratio_test(
        rows,
        weights=weights_of(sample_weight, rows),
        model=mixture._mixture(),
        method=method,
        em=em_settings(mixture),
        replications=whole_number("n", n, 1),
        restarts=whole_number("n_init", n_init, 1),
        seed=seed_of(random_state),
        threads=threads_of(n_jobs),
    )
    return RatioTest(result["statistic"], result["p_value"], result["replications"], result["failed"])
