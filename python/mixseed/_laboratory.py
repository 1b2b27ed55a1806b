"""Test data with known truth, and which start to use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._arguments import rows_of, seed_of, threads_of, weights_of, whole_number
from ._gaussian_mixture import GaussianMixture
from ._progress import Display
from ._table import frame_of, text_of


def generate(
    n_samples: int = 1000,
    n_features: int = 10,
    n_components: int = 20,
    *,
    separation: float = 1.0,
    weight_skew: float = 0.0,
    sizes: str = "equal",
    eccentricity: float | tuple[float, float] = (1.0, 10.0),
    noise: float = 0.0,
    random_state: Any = None,
) -> tuple[np.ndarray, np.ndarray, GaussianMixture]:
    """Rows of a random mixture, their components (-1: noise) and the mixture itself, as `mixseed generate` makes them.

    >>> import mixseed
    >>> X, labels, truth = mixseed.generate(500, 3, 4, separation=2, noise=0.1, random_state=1)
    >>> X.shape, int((labels == -1).sum()), truth.n_components
    ((500, 3), 50, 4)
    """
    least, most = eccentricity if isinstance(eccentricity, (tuple, list)) else (eccentricity, eccentricity)
    X, labels, parts = _core.generate(
        whole_number("n_samples", n_samples, 1),
        whole_number("n_features", n_features, 1),
        whole_number("n_components", n_components, 1),
        float(separation),
        float(weight_skew),
        sizes,
        float(least),
        float(most),
        float(noise),
        seed_of(random_state),
    )
    return X, labels, GaussianMixture._from_parts(parts)


@dataclass
class Comparison:
    """Starts by the mean log-likelihood per row in which their fits end, the best first.

    `table` has a dict for each method: ``pandas.DataFrame(comparison.table)``. `recommended` is the label of the method
    to use; `pipeline` is its text, for ``GaussianMixture(init_params=...)``.
    """

    table: list[dict[str, Any]]
    recommended: str
    pipeline: str

    def __str__(self) -> str:
        names = ("mean", "sd", "best", "behind", "share_at_best", "degenerate", "seconds")
        return text_of(self.table, {"method": None, **dict.fromkeys(names, 4)}) + f"\nuse {self.recommended}"

    def to_frame(self) -> Any:
        """`table` as a pandas.DataFrame."""
        return frame_of(self.table)


def compare(
    X: Any,
    k: int,
    methods: Iterable[str] | None = None,
    seeds: int = 30,
    *,
    sample_weight: Any = None,
    rules: str = "default",
    n_jobs: int | None = None,
    verbose: int = 0,
) -> Comparison:
    """Fits `k` components from every method with seeds 1 to `seeds`, and says which start to use.

    `methods` are pipelines or labels of the paper; without them its ten methods and 'auto' are compared. The same as
    `mixseed lab compare`.

    >>> import mixseed
    >>> X, _, _ = mixseed.generate(300, 2, 5, separation=4, random_state=1)
    >>> comparison = mixseed.compare(X, 5, ["uniform/em", "gonzalez/kmeans"], seeds=10)
    >>> comparison.recommended
    'gonzalez/kmeans'
    """
    texts = list(methods) if methods is not None else []
    rows = rows_of(GaussianMixture(k), X, reset=True)
    with Display(verbose, 1) as tell:
        table, best = _core.compare(
            rows, weights_of(sample_weight, rows), k, texts, seeds, rules, threads_of(n_jobs), tell
        )
    pipeline = table[best]["pipeline"]
    return Comparison(table, table[best]["method"], pipeline.rsplit("/em", 1)[0])
