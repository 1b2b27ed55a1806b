"""What a notebook shows of a mixture: static HTML with one small picture, no script."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from ._arguments import LAYOUTS
from ._colours import component_colour

WIDTH, HEIGHT, MARGIN = 320, 220, 12
MOST_COMPONENTS, MOST_MEANS = 20, 6  # of the table
STEPS = 72


def html_of(mixture: Any) -> str:
    if not hasattr(mixture, "means_"):
        return f"<pre>{escape(repr(mixture))}</pre>"
    picture = density_picture(mixture) if mixture.n_features_in_ == 1 else ellipses_picture(mixture)
    style = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
    narrow = "max-width:640px;overflow-x:auto;overflow-wrap:anywhere"
    return (
        f'<div style="{style}"><div style="{narrow}">{words_of(mixture)}{table_of(mixture)}</div><div>{picture}</div></div>'
    )


def names_of(mixture: Any) -> list[str]:
    given = getattr(mixture, "feature_names_in_", None)
    return [str(name) for name in given] if given is not None else [f"column {j}" for j in range(mixture.n_features_in_)]


def counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def words_of(mixture: Any) -> str:
    lines = [
        f"<b>{escape(type(mixture).__name__)}</b>: {counted(len(mixture.weights_), 'component')}, "
        f"{escape(mixture._family)} covariance, {counted(mixture.n_features_in_, 'column')}"
    ]
    if hasattr(mixture, "lower_bound_") and hasattr(mixture, "n_samples_"):
        lines.append(f"mean log-likelihood of {counted(mixture.n_samples_, 'row')}: {mixture.lower_bound_:.6g}")
    if hasattr(mixture, "restarts_"):
        ended = sum(not one["error"] for one in mixture.restarts_)
        if ended > 1:
            lines.append(f"{round(mixture.share_at_best_ * ended)} of {ended:,} restarts reached the best optimum")
        lines.append(
            f"EM {'converged' if mixture.converged_ else 'did not converge'} in {counted(mixture.n_iter_, 'round')}"
        )
    if getattr(mixture, "collapsed_", 0):
        lines.append(f"<b>{counted(mixture.collapsed_, 'component')} collapsed</b>")
    if hasattr(mixture, "method_"):
        lines.append(f"<code>{escape(str(mixture.method_))}</code>")
    return "<p style='margin:0 0 6px'>" + "<br>".join(lines) + "</p>"


def number(value: float) -> str:
    return f"{value:.4g}"


def table_of(mixture: Any) -> str:
    names, shown = names_of(mixture), min(mixture.n_features_in_, MOST_MEANS)
    observations = getattr(mixture, "_observations", 0)
    heads = ["component", "weight", *(["rows"] if observations else []), *(f"mean of {name}" for name in names[:shown])]
    cell_style = 'style="padding:1px 8px;text-align:right"'
    lines = ["<tr>" + "".join(f'<th scope="col" {cell_style}>{escape(head)}</th>' for head in heads) + "</tr>"]
    for k in range(min(len(mixture.weights_), MOST_COMPONENTS)):
        box = f'<span style="display:inline-block;width:.8em;height:.8em;background:{component_colour(k)}"></span>'
        rows = [f"{mixture.weights_[k] * observations:,.1f}"] if observations else []
        cells = [number(mixture.weights_[k]), *rows, *(number(value) for value in mixture.means_[k][:shown])]
        lines.append(
            f'<tr><th scope="row">{box} {k}</th>' + "".join(f"<td {cell_style}>{cell}</td>" for cell in cells) + "</tr>"
        )
    more = []
    if len(mixture.weights_) > MOST_COMPONENTS:
        more.append(counted(len(mixture.weights_) - MOST_COMPONENTS, "more component"))
    if mixture.n_features_in_ > shown:
        more.append(counted(mixture.n_features_in_ - shown, "more column"))
    rest = f"<p style='margin:4px 0'>and {' and '.join(more)}</p>" if more else ""
    return f"<table>{''.join(lines)}</table>{rest}"


def covariance_of(mixture: Any, k: int) -> np.ndarray:
    """Of the first two columns, or of the one there is."""
    layout, given = LAYOUTS[mixture._family], mixture.covariances_
    if layout in ("full", "tied"):
        return (given[k] if layout == "full" else given)[:2, :2]
    return np.diag(np.broadcast_to(given[k], mixture.n_features_in_)[:2])


def outline(mean: np.ndarray, covariance: np.ndarray, deviations: float) -> np.ndarray:
    values, vectors = np.linalg.eigh(covariance)
    angles = np.linspace(0, 2 * np.pi, STEPS + 1)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return mean + deviations * (circle * np.sqrt(np.maximum(values, 0))) @ vectors.T


def scaled(curves: list[np.ndarray]) -> list[np.ndarray]:
    """From the curves' own numbers to those of the picture."""
    every = np.concatenate(curves)
    low, high = every.min(axis=0), every.max(axis=0)
    wide = np.where(high > low, high - low, 1)
    size = np.array([WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN - 16])
    places = [(curve - low) / wide * size + MARGIN for curve in curves]
    return [np.stack([place[:, 0], HEIGHT - 16 - place[:, 1]], axis=1) for place in places]


def path(points: np.ndarray, colour: str, extra: str = "") -> str:
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="1.8"{extra}/>'


def svg(parts: list[str], label: str, below: str) -> str:
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    frame = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 20}" fill="none" stroke="currentColor" opacity="0.4"/>'
    place = f'x="{WIDTH / 2}" y="{HEIGHT - 4}" font-size="12" text-anchor="middle" fill="currentColor"'
    words = f"<text {place}>{escape(below)}</text>"
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" {size}>'
    return f"{opening}{frame}{''.join(parts)}{words}</svg>"


def ellipses_picture(mixture: Any) -> str:
    names, count = names_of(mixture), len(mixture.weights_)
    means = [mixture.means_[k][:2] for k in range(count)]
    rings = [outline(means[k], covariance_of(mixture, k), d) for d in (1, 2) for k in range(count)]
    places = scaled([*rings, np.array(means)])
    parts = [
        path(ring, component_colour(i % count), "" if i < count else ' stroke-dasharray="5 3"')
        for i, ring in enumerate(places[:-1])
    ]
    for k, (x, y) in enumerate(places[-1]):
        words = 'font-size="11" font-weight="bold" text-anchor="middle" fill="currentColor"'
        parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" {words}>{k}</text>')
    across = f"{names[0]} (across) and {names[1]} (upwards)"
    return svg(parts, f"Ellipses of one and two standard deviations, {across}", across)


def density_picture(mixture: Any) -> str:
    deviations = np.sqrt([covariance_of(mixture, k)[0, 0] for k in range(len(mixture.weights_))])
    centers = mixture.means_[:, 0]
    x = np.linspace((centers - 3.5 * deviations).min(), (centers + 3.5 * deviations).max(), 300)
    heights = mixture.weights_ / (deviations * np.sqrt(2 * np.pi))
    curves = heights * np.exp(-0.5 * ((x[:, np.newaxis] - centers) / deviations) ** 2)
    every = [np.stack([x, curve], axis=1) for curve in [*curves.T, curves.sum(axis=1)]]
    places = scaled(every)
    parts = [path(place, component_colour(k)) for k, place in enumerate(places[:-1])]
    name = names_of(mixture)[0]
    return svg([path(places[-1], "currentColor"), *parts], f"The density of {name} and its components", name)
