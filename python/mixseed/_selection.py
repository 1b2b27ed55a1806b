"""The result of choosing the number of components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _plot
from ._gaussian_mixture import GaussianMixture
from ._selection_text import COLUMNS, text_of
from ._table import frame_of


@dataclass(repr=False)
class Selection:
    """Fits of several numbers of components, or covariance families, or both.

    `best` is the fit with the smallest criterion among those without collapsed components, if there are any. `table` has
    a dict for each fit, in the order of `models`; ``print(selection)`` shows it, `to_frame` makes a DataFrame of it.
    """

    criterion: str
    best: GaussianMixture
    models: list[GaussianMixture]
    table: list[dict[str, Any]]

    @property
    def n_components(self) -> int:
        """The number of components that was chosen."""
        return self.best.n_components

    def to_frame(self) -> Any:
        """The table as a pandas.DataFrame."""
        return frame_of(self.table)[COLUMNS]

    def __repr__(self) -> str:
        return text_of(self)

    __str__ = __repr__

    def plot(self, ax: Any = None) -> Any:
        """Draws the criterion by the number of components, a curve for each family, and returns matplotlib's axes."""
        return _plot.draw_selection(self, ax)

    plot_selection = plot
