"""The start of a fit: init_params and the other *_init parameters, converted for the engine."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import numpy as np

from . import _core
from ._arguments import COVARIANCES, LAYOUTS, generator_of, seed_of, threads_of

# scikit-learn's words that are pipelines. Its k-means++ is the greedy one, with 2 + log K candidates. It takes the seed
# rows alone for groups, which leaves covariances of nothing but reg_covar; here the rows nearest to each seed are its group.
PIPELINES = {"kmeans": "kmeans++:trials=4/kmeans:rounds=300", "k-means++": "kmeans++:trials=4"}


class Start(NamedTuple):
    """A method with a seeder, or refiners and one state per restart; and parameters that replace those of the start."""

    method: str
    states: list[Any]
    known: dict[str, np.ndarray]
    seed: int
    restarts: int


def random_responsibilities(X: np.ndarray, K: int, generator: np.random.RandomState, weights: Any) -> np.ndarray:
    shares = generator.uniform(size=(len(X), K))
    return shares / shares.sum(axis=1, keepdims=True)


def random_rows(X: np.ndarray, K: int, generator: np.random.RandomState, weights: Any) -> np.ndarray:
    equal = weights is None or np.all(weights == weights[0])
    chances = None if equal else weights / weights.sum()
    rows = X[generator.choice(len(X), size=K, replace=False, p=chances)]
    gaps = np.isnan(rows)
    return np.where(gaps, np.nanmean(X, axis=0), rows) if gaps.any() else rows


# scikit-learn's words that are a draw of numpy's; with the same random_state the same rows are drawn.
DRAWN: dict[str, Callable[..., np.ndarray]] = {"random": random_responsibilities, "random_from_data": random_rows}


def is_drawn(estimator: Any) -> bool:
    """Whether the start depends on random draws, and with them on the order of the rows."""
    given = (estimator.means_init, estimator.labels_init, estimator.responsibilities_init)
    if estimator.n_components == 1 or any(one is not None for one in given):
        return False
    return not str(estimator.init_params).startswith("hac:s=1")


def start_of(estimator: Any, X: np.ndarray, weights: np.ndarray | None) -> Start:
    known = known_parts(estimator, X.shape[1])
    memberships = given_memberships(estimator)
    if estimator.warm_start and hasattr(estimator, "means_"):
        return given(estimator, fitted_model(estimator), {})
    if memberships is not None:
        return given(estimator, state_of(estimator, memberships, X, weights), known)
    if "means" in known:
        return given(estimator, known["means"], known)
    if callable(estimator.init_params) or estimator.init_params in DRAWN:
        return drawn(estimator, X, weights, known)
    if not isinstance(estimator.init_params, str):
        raise ValueError(f"init_params: expected a text or a callable, got {estimator.init_params!r}")
    return Start(pipeline_of(estimator), [], known, seed_of(estimator.random_state), int(estimator.n_init))


def engine_start_of(estimator: Any, width: Callable[[], int]) -> Start:
    """The start for rows outside this process: a method of the engine, or a model. `width` gives the number of columns."""
    for name in ("labels_init", "responsibilities_init"):
        if getattr(estimator, name) is not None:
            raise ValueError(f"{name}: expected rows in an array; start from a model or a method instead")
    if callable(estimator.init_params) or estimator.init_params in DRAWN:
        raise ValueError(
            f"init_params: expected a method of the engine for rows that are not in an array, got {estimator.init_params!r}"
        )
    is_given = any(getattr(estimator, f"{name}_init") is not None for name in ("weights", "means", "precisions"))
    return start_of(estimator, np.empty((0, width() if is_given else 0)), None)


def given(estimator: Any, state: Any, known: dict[str, np.ndarray]) -> Start:
    """One start; further restarts would repeat it."""
    return Start("em", [state], known, seed_of(estimator.random_state), 1)


def drawn(estimator: Any, X: np.ndarray, weights: np.ndarray | None, known: dict[str, np.ndarray]) -> Start:
    """`n_init` starts drawn in Python; the engine draws nothing."""
    generator = generator_of(estimator.random_state)
    states = []
    for _ in range(estimator.n_init):
        if callable(estimator.init_params):
            start = estimator.init_params(X, estimator.n_components, generator)
        else:
            start = DRAWN[estimator.init_params](X, estimator.n_components, generator, weights)
        states.append(state_of(estimator, start, X, weights))
    return Start("em", states, known, 0, len(states))


def pipeline_of(estimator: Any) -> str:
    method: str = PIPELINES.get(estimator.init_params, estimator.init_params)
    if not method.isprintable():  # also for other types than text
        raise ValueError(f"init_params: expected the text of a method, got {method!r}")
    return method


def given_memberships(estimator: Any) -> np.ndarray | None:
    labels, shares = estimator.labels_init, estimator.responsibilities_init
    if labels is not None and shares is not None:
        raise ValueError("labels_init and responsibilities_init are both given: expected one of them")
    if labels is not None:
        return np.asarray(labels)
    return None if shares is None else np.asarray(shares, dtype=np.float64)


def state_of(estimator: Any, start: Any, X: np.ndarray, weights: np.ndarray | None) -> Any:
    """Means [K, D], responsibilities [n, K], labels [n] or a fitted mixture, as the engine takes them."""
    if hasattr(start, "means_") and hasattr(start, "covariances_"):
        return fitted_model(start)
    start = np.asarray(start)
    K = estimator.n_components
    if start.shape == (K, X.shape[1]):
        means = start.astype(np.float64)
        if not np.isfinite(means).all():
            raise ValueError("a start: expected means that are finite numbers")
        return means
    if start.shape == (len(X),) and np.issubdtype(start.dtype, np.integer):
        if start.min() < 0:
            raise ValueError(f"labels: expected 0 to {K - 1}, got {start.min()}")
    elif start.shape != (len(X), K):
        raise ValueError(
            f"a start has shape {start.shape}: expected means {(K, X.shape[1])}, responsibilities {(len(X), K)} or "
            f"whole-number labels {(len(X),)}"
        )
    covariance, threads = COVARIANCES[estimator.covariance_type], threads_of(estimator.n_jobs)
    return _core.estimate(X, weights, start, K, covariance, threads, estimator.missing)


def fitted_model(mixture: Any) -> tuple[Any, ...]:
    if len(mixture.weights_) != mixture.n_components:
        raise ValueError(f"the model to start from has {len(mixture.weights_)} components, not {mixture.n_components}")
    return mixture.weights_, mixture.means_, mixture.covariances_, getattr(mixture, "noise_", None)


def known_parts(estimator: Any, dim: int) -> dict[str, np.ndarray]:
    """weights_init, means_init and precisions_init, checked, the last one as covariances."""
    K, kind = estimator.n_components, LAYOUTS[estimator.covariance_type]
    known = {}
    if estimator.weights_init is not None:
        known["weights"] = checked_weights(array_of("weights", estimator.weights_init, (K,)))
    if estimator.means_init is not None:
        known["means"] = array_of("means", estimator.means_init, (K, dim))
    if estimator.precisions_init is not None:
        shape = {"full": (K, dim, dim), "tied": (dim, dim), "diag": (K, dim), "spherical": (K,)}[kind]
        precisions = array_of(f"{kind} precision", estimator.precisions_init, shape)
        known["covariances"] = inverse(precisions, kind, K, dim)
    return known


def array_of(name: str, values: Any, shape: tuple[int, ...]) -> np.ndarray:
    array = np.ascontiguousarray(values, dtype=np.float64)
    if array.shape != shape:
        raise ValueError(f"The parameter '{name}' should have the shape of {shape}, but got {array.shape}")
    return array


def checked_weights(weights: np.ndarray) -> np.ndarray:
    if weights.min() < 0 or weights.max() > 1:
        raise ValueError(
            "The parameter 'weights' should be in the range [0, 1], but got "
            f"max value {weights.max():.5f}, min value {weights.min():.5f}"
        )
    if abs(weights.sum() - 1) > 1e-6:
        raise ValueError(f"The parameter 'weights' should be normalized, but got sum(weights) = {weights.sum():.5f}")
    return weights


def inverse(precisions: np.ndarray, kind: str, K: int, dim: int) -> np.ndarray:
    # The precisions of a mixture whose covariances are precisions are covariances.
    stand_in = _core.Mixture(COVARIANCES[kind], np.full(K, 1 / K), np.zeros((K, dim)), precisions)
    try:
        stand_in.check()
    except ValueError as error:
        quality = "positive" if kind in ("diag", "spherical") else "symmetric, positive-definite"
        raise ValueError(f"The parameter '{kind} precision' should be {quality}: {error}") from None
    return stand_in.precisions()
