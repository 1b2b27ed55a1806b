"""Pictures, for those who have matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arguments import LAYOUTS
from ._colours import component_colour

MOST_POINTS = 20000  # more make a picture slow and no clearer
MOST_PAIRED = 10  # columns of a pairs plot
DEVIATIONS = (1, 2)
BINS = (30, 400)  # of a histogram, least and most


def axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def draw(mixture: Any, X: Any, what: str, columns: Any, ax: Any) -> Any:
    if what == "trace":
        return draw_trace(mixture, axes(ax))
    if what not in ("components", "pairs"):
        raise ValueError(f"what: expected 'components', 'pairs' or 'trace', got {what!r}")
    all_of_them = range(mixture.means_.shape[1])
    if columns is None:
        columns = all_of_them if what == "pairs" else all_of_them[:2]
    numbers = mixture._column_numbers(columns)
    most = MOST_PAIRED if what == "pairs" else 2
    if not 1 <= len(numbers) <= most:
        raise ValueError(f"columns: expected 1 to {most} for what={what!r}, got {len(numbers)}")
    labels = None if X is None else mixture.predict(X)
    points = None if X is None else np.asarray(X, dtype=float)
    if what == "pairs":
        return draw_pairs(mixture, points, labels, numbers, ax)
    return draw_columns(mixture, points, labels, numbers, axes(ax))


def draw_pairs(mixture: Any, points: np.ndarray | None, labels: np.ndarray | None, numbers: list[int], ax: Any) -> Any:
    """A grid of axes: densities on the diagonal, pairs of columns beside it."""
    if ax is None:
        import matplotlib.pyplot as plt

        size = 1 + 2 * len(numbers)
        ax = plt.subplots(len(numbers), len(numbers), figsize=(size, size), squeeze=False)[1]
    for i, row in enumerate(numbers):
        for j, column in enumerate(numbers):
            draw_columns(mixture, points, labels, [row] if i == j else [column, row], ax[i][j])
            ax[i][j].label_outer()
    share_limits(ax, len(numbers))
    ax[0][0].set_ylabel(names_of(mixture)[numbers[0]])
    return ax


def share_limits(ax: Any, count: int) -> None:
    """One scale for a column of the data, wherever it is drawn; densities, on the diagonal, have none that is shown."""
    for j in range(count):
        limits = np.array([ax[i][j].get_xlim() for i in range(count)])
        low, high = limits[:, 0].min(), limits[:, 1].max()
        for i in range(count):
            ax[i][j].set_xlim(low, high)
            if i != j:
                ax[j][i].set_ylim(low, high)
        ax[j][j].set_yticks([])
    if count > 1:
        ax[0][1].tick_params(labelleft=True)  # beside a density that has no scale


def names_of(mixture: Any) -> Any:
    return getattr(mixture, "feature_names_in_", [f"column {column}" for column in range(mixture.n_features_in_)])


def draw_columns(
    mixture: Any, points: np.ndarray | None, labels: np.ndarray | None, numbers: list[int], ax: Any
) -> Any:
    part = mixture.marginal(numbers)
    shown = None if points is None else points[:, numbers]
    ax.set_xlabel(names_of(mixture)[numbers[0]])
    if len(numbers) == 1:
        return draw_density(part, shown, ax)
    ax.set_ylabel(names_of(mixture)[numbers[1]])
    return draw_ellipses(part, shown, labels, ax)


def colours(K: int) -> list[str]:
    return [component_colour(k) for k in range(K)]


def draw_ellipses(mixture: Any, points: np.ndarray | None, labels: np.ndarray | None, ax: Any) -> Any:
    from matplotlib.patches import Ellipse
    from matplotlib.patheffects import withStroke

    palette = colours(len(mixture.weights_))
    if points is not None and labels is not None:
        step = -(-len(points) // MOST_POINTS)
        shown, shown_labels = points[::step], labels[::step]
        for k, colour in enumerate(palette):
            ax.plot(*shown[shown_labels == k].T, ".", color=colour, markersize=3, alpha=0.4, zorder=1)
    for k, colour in enumerate(palette):
        variances, directions = np.linalg.eigh(full_covariance(mixture, k))
        angle = np.degrees(np.arctan2(directions[1, 1], directions[0, 1]))
        for number in DEVIATIONS:
            height, width = 2 * number * np.sqrt(variances)
            edge = Ellipse(mixture.means_[k], width, height, angle=angle, fill=False, edgecolor=colour, linewidth=1.6)
            # A dark line below the coloured one sets it off from rows of the same colour.
            edge.set(zorder=2, path_effects=[withStroke(linewidth=2.6, foreground="black")])
            ax.add_patch(edge)
        ax.plot(*mixture.means_[k], "o", color="white", markeredgecolor=colour, markersize=11, zorder=3)
        # Numbers, because no hundred colours can be told apart by everybody.
        ax.annotate(str(k), mixture.means_[k], ha="center", va="center", fontsize=7, zorder=4)
    ax.autoscale_view()
    return ax


def full_covariance(mixture: Any, k: int) -> np.ndarray:
    covariance = mixture.covariances_
    if covariance.ndim == 3:
        return covariance[k]
    if LAYOUTS[mixture._family] == "tied":
        return covariance
    return np.diag(np.broadcast_to(covariance[k], 2))


def bins_for(values: np.ndarray, narrowest: float) -> int:
    """Half a deviation of the narrowest component each, within limits."""
    width = float(values.max() - values.min())
    return int(np.clip(2 * width / narrowest, *BINS)) if narrowest > 0 and np.isfinite(width) else BINS[0]


def draw_density(mixture: Any, points: np.ndarray | None, ax: Any) -> Any:
    spread = np.sqrt([full_covariance_1d(mixture, k) for k in range(len(mixture.weights_))])
    centers = mixture.means_[:, 0]
    if points is not None:
        ax.hist(points[:, 0], bins=bins_for(points[:, 0], spread.min()), density=True, color="lightgrey")
    x = np.linspace((centers - 4 * spread).min(), (centers + 4 * spread).max(), 1000)
    x = np.sort(np.concatenate([x, *(centers[k] + spread[k] * np.linspace(-4, 4, 41) for k in range(len(centers)))]))
    rows, engine = x[:, np.newaxis], mixture._mixture()
    density = np.exp(engine.score_rows(rows, 1))
    shares = engine.responsibilities(rows, 1)
    for k, colour in enumerate(colours(len(mixture.weights_))):
        ax.plot(x, shares[:, k] * density, color=colour, linewidth=1)
    ax.plot(x, density, color="black", linewidth=1)
    ax.set_ylabel("density")
    return ax


def full_covariance_1d(mixture: Any, k: int) -> float:
    return float(np.ravel(mixture.covariances_)[0 if LAYOUTS[mixture._family] == "tied" else k])


def draw_trace(mixture: Any, ax: Any) -> Any:
    if not hasattr(mixture, "trace_"):
        raise ValueError("this mixture was not fitted here: it has no trace")
    values = [line["objective"] for line in mixture.trace_ if line["stage"] == "em"]
    ax.plot(range(len(values)), values, "o-", markersize=3, linewidth=2.5, color=component_colour(0), zorder=3, label="best")
    others = [stages for i, stages in enumerate(mixture.traces_) if i != mixture._best_restart]
    for stages in others:
        for stage in stages:
            if stage["stage"] == "em":
                ax.plot(stage["rounds"], stage["objectives"], color="grey", linewidth=0.8, alpha=0.6)
    if others:
        ax.legend(title=f"{len(others) + 1} restarts", fontsize="small")
    ax.set_xlabel("round of EM")
    ax.locator_params(axis="x", integer=True)
    ax.set_ylabel("mean log-likelihood")
    return ax


def draw_uncertainty(mixture: Any, X: Any, columns: Any, ax: Any) -> Any:
    """Rows shaded by the probability that they belong to another component than their most probable one."""
    numbers = mixture._column_numbers(range(min(2, mixture.n_features_in_)) if columns is None else columns)
    if not 1 <= len(numbers) <= 2:
        raise ValueError(f"columns: expected 1 or 2, got {len(numbers)}")
    doubts = 1 - mixture.predict_proba(X).max(axis=1)
    points, ax = np.asarray(X, dtype=float), axes(ax)
    step = -(-len(points) // MOST_POINTS)
    shown, doubts = points[::step][:, numbers], doubts[::step]
    order = np.argsort(doubts, kind="stable")  # doubtful rows on top
    across, up = shown[order, 0], shown[order, 1] if len(numbers) == 2 else doubts[order]
    drawn = ax.scatter(across, up, c=doubts[order], s=10, cmap="cividis_r", vmin=0, vmax=max(0.5, doubts.max()))
    ax.figure.colorbar(drawn, ax=ax, label="doubt")
    names = names_of(mixture)
    ax.set_xlabel(names[numbers[0]])
    ax.set_ylabel(names[numbers[1]] if len(numbers) == 2 else "doubt")
    return ax


def draw_selection(selection: Any, ax: Any) -> Any:
    ax = axes(ax)
    families = list(dict.fromkeys(line["covariance"] for line in selection.table))
    for family, colour in zip(families, colours(len(families))):
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
