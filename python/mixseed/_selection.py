"""The result of choosing the number of components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _plot
from ._gaussian_mixture import GaussianMixture


@dataclass
class Selection:
    """Fits of several numbers of components.

    `best` is the fit with the smallest criterion among those without collapsed components, if there are any. `table` has
    a dict for each number of components, in the order of `models`: ``pandas.DataFrame(selection.table)``.
    """

    criterion: str
    best: GaussianMixture
    models: list[GaussianMixture]
    table: list[dict[str, Any]]

    @property
    def n_components(self) -> int:
        """The number of components that was chosen."""
        return self.best.n_components

    def plot(self, ax: Any = None) -> Any:
        """Draws the criterion by the number of components with matplotlib and returns the axes."""
        return _plot.draw_selection(self, ax)
