"""Conversion of parameters and arrays for the engine."""

from __future__ import annotations

import os
from numbers import Integral, Real
from typing import Any

import numpy as np

from . import _core
from ._sklearn import validate

# Every word for a covariance family, scikit-learn's and mclust's among them, and the engine's name for it.
COVARIANCES = {word: family["name"] for family in _core.families() for word in family["words"]}
# How the covariances of a family are stored, in scikit-learn's word.
LAYOUTS = {word: family["covariance"].replace("diagonal", "diag") for family in _core.families() for word in family["words"]}
# Whole-number parameters and what each may be.
WHOLE = {
    "n_components": (1, 2**62),
    "max_iter": (0, 10**9),
    "n_init": (1, 10**6),
    "verbose_interval": (1, 2**62),
}

MOST_THREADS = 1024


def whole_number(name: str, value: Any, least: int, most: int = 2**62) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}: expected a whole number of at least {least}, got {value!r}")
    if int(value) > most:
        raise ValueError(f"{name}: expected a whole number of at most {most}, got a larger one")
    return int(value)


def check_parameters(estimator: Any) -> None:
    """Raises ValueError for an invalid parameter; the engine checks the rest."""
    for name, (least, most) in WHOLE.items():
        whole_number(name, getattr(estimator, name), least, most)
    for name, limit in {"tol": np.inf, "reg_covar": 1}.items():
        value = getattr(estimator, name)
        if not isinstance(value, Real) or not 0 <= float(value) <= limit:
            raise ValueError(f"{name}: expected a number from 0 to {limit}, got {value!r}")
    noise_share(estimator.noise)
    prior_rows(estimator.prior)
    recording_steps(estimator.resolution)
    if estimator.missing not in ("error", "marginal"):
        raise ValueError(f"missing: expected 'error' or 'marginal', got {estimator.missing!r}")
    if estimator.order not in (None, "weight", "mean", "start"):
        raise ValueError(f"order: expected None, 'weight', 'mean' or 'start', got {estimator.order!r}")
    if not (estimator.budget is None or isinstance(estimator.budget, str) and estimator.budget):
        raise ValueError(f"budget: expected None or a text such as '10s' or '500 passes', got {estimator.budget!r}")
    if estimator.budget is not None and estimator.n_init != 1:
        raise ValueError(f"budget: it decides how many starts there are, expected n_init=1, got n_init={estimator.n_init}")
    if not isinstance(estimator.covariance_type, str) or estimator.covariance_type not in COVARIANCES:
        raise ValueError(f"covariance_type: expected one of {list(COVARIANCES)}, got {estimator.covariance_type!r}")


def em_settings(estimator: Any) -> _core.EmSettings:
    prior = estimator.prior
    if prior is None and estimator.init_params in ("auto", "quick"):
        prior = "auto"  # from a given start too
    return _core.EmSettings(
        covariance=COVARIANCES[estimator._family],
        rounds=int(estimator.max_iter),
        tol=float(estimator.tol),
        floor=float(estimator.reg_covar),
        noise=noise_share(estimator.noise),
        prior=prior_rows(prior),
        resolution=recording_steps(estimator.resolution),
    )


def noise_share(noise: Any) -> float:
    """The initial weight of the noise: 0 for False, the default of the engine for True."""
    if isinstance(noise, (bool, np.bool_)):
        return _core.NOISE_SHARE if noise else 0.0
    if isinstance(noise, Real) and 0 <= float(noise) < 1:
        return float(noise)
    raise ValueError(f"noise: expected True, False or a share below 1, got {noise!r}")


def prior_rows(prior: Any) -> float:
    """The pseudo-rows of the prior, or one of the engine's two rules."""
    if prior is None:
        return _core.PRIOR_BY_METHOD
    if isinstance(prior, str) and prior == "auto":
        return _core.PRIOR_BY_RULE
    if isinstance(prior, Real) and not isinstance(prior, bool) and 0 <= float(prior) <= 1e9:
        return float(prior)
    raise ValueError(f"prior: expected None, 'auto' or a number from 0 to 1e9, got {prior!r}")


def recording_steps(resolution: Any) -> list[float]:
    """The steps of the columns, one for all or one for each; empty to estimate them from the data."""
    if isinstance(resolution, str) and resolution == "auto":
        return []
    try:
        steps = np.atleast_1d(np.asarray(resolution, dtype=np.float64))
    except (TypeError, ValueError):
        steps = np.empty((0, 0))
    if steps.ndim != 1 or not steps.size or not np.all(np.isfinite(steps)) or (steps < 0).any():
        raise ValueError(
            f"resolution: expected 'auto', a number of at least 0, or one for each column, got {resolution!r}"
        )
    return [float(step) for step in steps]


def rows_of(estimator: Any, X: Any, *, reset: bool, allow_nan: bool | None = None) -> np.ndarray:
    """The rows as float64 or float32, copied only if the engine cannot read them in place."""
    can_be_marginal = allow_nan is None
    if allow_nan is None:
        allow_nan = estimator.missing == "marginal"
    try:
        X = validate(
            estimator,
            X,
            dtype=[np.float64, np.float32],
            reset=reset,
            ensure_min_samples=2 if reset else 1,
            allow_nan=allow_nan,
        )
    except ValueError as error:
        if "contains NaN" not in str(error):
            raise
        way = " missing='marginal' uses what such rows have, and" if can_be_marginal else ""
        raise ValueError(f"Input X contains NaN.{way} X[~np.isnan(X).any(axis=1)] leaves them out.") from None
    usable = X.flags.aligned and all(stride >= 0 and stride % X.itemsize == 0 for stride in X.strides)
    return X if usable else np.require(X, requirements=["C", "A"])


def weights_of(sample_weight: Any, X: np.ndarray) -> np.ndarray | None:
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.ndim == 0:
        weights = np.full(len(X), float(weights))
    weights = np.require(weights, requirements=["C", "A"])
    if weights.shape != (len(X),):
        raise ValueError(f"sample_weight: expected shape {(len(X),)}, got {weights.shape}")
    if not weights.any():
        raise ValueError("sample_weight: expected a weight above zero, all are zero")
    return weights


def seed_of(random_state: Any) -> int:
    """An integer is the engine's seed itself; a generator gives its next number."""
    if random_state is None:
        return int(np.random.randint(2**31 - 1))
    if isinstance(random_state, Integral) and 0 <= int(random_state) < 2**64:
        return int(random_state)
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(2**63))
    raise ValueError(f"random_state: expected None, a seed from 0 on, or a numpy generator, got {random_state!r}")


def generator_of(random_state: Any) -> np.random.RandomState:
    """The generator that scikit-learn would use, for starts drawn in Python."""
    if isinstance(random_state, np.random.RandomState):
        return random_state
    return np.random.RandomState(seed_of(random_state) % 2**32)


def threads_of(n_jobs: Any) -> int:
    """None is one thread, as in scikit-learn; -1 all processors that this process may use, -2 one less, and so on."""
    if n_jobs is None:
        return 1
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    if not isinstance(n_jobs, Integral) or n_jobs == 0:
        raise ValueError(f"n_jobs: expected None or a whole number other than 0, got {n_jobs!r}")
    wanted = max(int(n_jobs), -processors)
    if wanted > MOST_THREADS:
        raise ValueError(f"n_jobs: expected at most {MOST_THREADS}, got {n_jobs}")
    return wanted if wanted > 0 else max(1, processors + 1 + wanted)
