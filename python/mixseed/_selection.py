"""The result of choosing the number of components."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _plot
from ._gaussian_mixture import GaussianMixture
from ._table import frame_of, text_of

# Ends that are no further apart, in nats per row, are the same optimum: EM stops before its end.
SAME_OPTIMUM = 1e-4


@dataclass(repr=False)
class Selection:
    """Fits of several numbers of components.

    `best` is the fit with the smallest criterion among those without collapsed components, if there are any. `table` has
    a dict for each number of components, in the order of `models`; it prints as a table.
    """

    criterion: str
    best: GaussianMixture
    models: list[GaussianMixture]
    table: list[dict[str, Any]]

    @property
    def n_components(self) -> int:
        """The number of components that was chosen."""
        return self.best.n_components

    @property
    def poorer_than_fewer(self) -> list[int]:
        """Numbers of components whose likelihood is lower than that of a smaller number: a better fit exists."""
        found, highest = [], float("-inf")
        for line in self.table:
            if line["log_likelihood"] < highest - SAME_OPTIMUM:
                found.append(line["n_components"])
            highest = max(highest, line["log_likelihood"])
        return found

    def __str__(self) -> str:
        places = {"n_components": None, "log_likelihood": 6, "bic": 2, "aic": 2, "icl": 2, "collapsed": None}
        lines = text_of(self.table, places).splitlines()
        chosen = 1 + self.models.index(self.best)
        lines[chosen] += f"  <- chosen by {self.criterion}"
        if self.poorer_than_fewer:
            numbers = ", ".join(map(str, self.poorer_than_fewer))
            lines.append(
                f"The likelihood with {numbers} components is lower than with fewer: a better fit exists, try more "
                "restarts (n_init)."
            )
        return "\n".join(lines)

    __repr__ = __str__

    def to_frame(self) -> Any:
        """`table` as a pandas.DataFrame."""
        return frame_of(self.table)

    def plot(self, ax: Any = None) -> Any:
        """Draws the criterion by the number of components with matplotlib and returns the axes."""
        return _plot.draw_selection(self, ax)
