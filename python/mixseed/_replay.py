"""The start in slow motion, as a page."""

from __future__ import annotations

import html
import os
from typing import Any

from . import _core
from ._arguments import rows_of, seed_of, threads_of, weights_of
from ._gaussian_mixture import GaussianMixture


class Replay:
    """A page that plays how a start was found; notebooks show it, `save` writes it to a file."""

    def __init__(self, page: str) -> None:
        self.html = page

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page; it opens in any browser, without a network."""
        _core.write_file(os.fsencode(path), self.html)

    def _repr_html_(self) -> str:
        inside = html.escape(self.html, quote=True)
        style = "width:100%;height:900px;border:0"
        sandbox = "allow-scripts allow-downloads"
        return f'<iframe title="Replay" sandbox="{sandbox}" style="{style}" srcdoc="{inside}"></iframe>'


def replay(
    X: Any,
    k: int,
    method: str | list[str] | tuple[str, ...] = "auto",
    random_state: Any = None,
    *,
    sample_weight: Any = None,
    title: str = "replay",
    n_jobs: int | None = None,
) -> Replay:
    """How `method` finds its start, step by step, then its rounds; several methods are shown side by side.

    >>> import numpy as np, mixseed
    >>> X = np.random.RandomState(0).normal(size=(100, 2))
    >>> shown = mixseed.replay(X, 3, ["adaptive/em", "kmeans++/em"], random_state=1)
    >>> "kmeans++" in shown.html
    True
    """
    methods = [method] if isinstance(method, str) else list(method)
    if not methods:
        raise ValueError("method: expected at least one")
    model = GaussianMixture(k, random_state=random_state, n_jobs=n_jobs)
    rows = rows_of(model, X, reset=True)
    names = [str(name) for name in getattr(model, "feature_names_in_", [])]
    weights = weights_of(sample_weight, rows)
    seed, threads = seed_of(random_state), threads_of(n_jobs)
    return Replay(_core.replay_page(rows, weights, int(k), methods, seed, threads, title, names))
