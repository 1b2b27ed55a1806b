"""Pictures, for those who have matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arguments import LAYOUTS

MOST_POINTS = 20000  # more make a picture slow and no clearer
DEVIATIONS = (1, 2)


def axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def draw(mixture: Any, X: Any, what: str, columns: tuple[int, ...], ax: Any) -> Any:
    if what == "trace":
        return draw_trace(mixture, axes(ax))
    if what != "components":
        raise ValueError(f"what: expected 'components' or 'trace', got {what!r}")
    columns = tuple(columns)[: mixture.means_.shape[1]]
    if len(columns) not in (1, 2):
        raise ValueError(f"columns: expected one or two, got {len(columns)}")
    ax = axes(ax)
    labels = None if X is None else mixture.predict(X)
    numbers = mixture._column_numbers(columns)
    points = None if X is None else np.asarray(X, dtype=float)[:, numbers]
    part = mixture.marginal(columns)
    names = getattr(mixture, "feature_names_in_", [f"column {column}" for column in range(mixture.n_features_in_)])
    ax.set_xlabel(names[numbers[0]])
    if len(columns) == 1:
        return draw_density(part, points, ax)
    ax.set_ylabel(names[numbers[1]])
    return draw_ellipses(part, points, labels, ax)


def colours(K: int) -> list[Any]:
    import matplotlib.pyplot as plt

    return [plt.get_cmap("tab10" if K <= 10 else "tab20")(k % 20) for k in range(K)]


def draw_ellipses(mixture: Any, points: np.ndarray | None, labels: np.ndarray | None, ax: Any) -> Any:
    from matplotlib.patches import Ellipse

    palette = colours(mixture.n_components)
    if points is not None and labels is not None:
        step = -(-len(points) // MOST_POINTS)
        shown, shown_labels = points[::step], labels[::step]
        for k, colour in enumerate(palette):
            ax.plot(*shown[shown_labels == k].T, ".", color=colour, markersize=3, alpha=0.6, zorder=1)
    for k, colour in enumerate(palette):
        variances, directions = np.linalg.eigh(full_covariance(mixture, k))
        angle = np.degrees(np.arctan2(directions[1, 1], directions[0, 1]))
        for number in DEVIATIONS:
            height, width = 2 * number * np.sqrt(variances)
            edge = Ellipse(mixture.means_[k], width, height, angle=angle, fill=False, edgecolor="black", zorder=2)
            ax.add_patch(edge)
        ax.plot(*mixture.means_[k], "o", color=colour, markeredgecolor="black", zorder=3)
    ax.autoscale_view()
    return ax


def full_covariance(mixture: Any, k: int) -> np.ndarray:
    covariance = mixture.covariances_
    if covariance.ndim == 3:
        return covariance[k]
    if LAYOUTS[mixture.covariance_type] == "tied":
        return covariance
    return np.diag(np.broadcast_to(covariance[k], 2))


def draw_density(mixture: Any, points: np.ndarray | None, ax: Any) -> Any:
    if points is not None:
        ax.hist(points[:, 0], bins="auto", density=True, color="lightgrey")
    spread = np.sqrt([full_covariance_1d(mixture, k) for k in range(mixture.n_components)])
    centers = mixture.means_[:, 0]
    x = np.linspace((centers - 4 * spread).min(), (centers + 4 * spread).max(), 1000)
    rows = x[:, np.newaxis]
    density = np.exp(mixture.score_samples(rows))
    ax.plot(x, mixture.predict_proba(rows) * density[:, np.newaxis], linewidth=1)
    ax.plot(x, density, color="black")
    ax.set_ylabel("density")
    return ax


def full_covariance_1d(mixture: Any, k: int) -> float:
    return float(np.ravel(mixture.covariances_)[0 if LAYOUTS[mixture.covariance_type] == "tied" else k])


def draw_trace(mixture: Any, ax: Any) -> Any:
    if not hasattr(mixture, "trace_"):
        raise ValueError("this mixture was not fitted here: it has no trace")
    values = [line["objective"] for line in mixture.trace_ if line["stage"] == "em"]
    ax.plot(range(len(values)), values, "o-", markersize=3)
    ax.set_xlabel("round of EM")
    ax.locator_params(axis="x", integer=True)
    ax.set_ylabel("mean log-likelihood")
    return ax


def draw_selection(selection: Any, ax: Any) -> Any:
    ax = axes(ax)
    families = list(dict.fromkeys(line["covariance"] for line in selection.table))
    for family, colour in zip(families, colours(20 if len(families) > 10 else 10)):
        lines = [line for line in selection.table if line["covariance"] == family]
        ax.plot([line["components"] for line in lines], [line[selection.criterion] for line in lines], "o-",
                markersize=4, color=colour, label=family)
    best = selection.table[selection.models.index(selection.best)]
    ax.plot([best["components"]], [best[selection.criterion]], "o", markersize=12, fillstyle="none", color="black")
    if len(families) > 1:
        ax.legend(fontsize="small", ncol=2)
    ax.set_xlabel("components")
    ax.set_ylabel(selection.criterion.upper())
    ax.locator_params(axis="x", integer=True)
    return ax
