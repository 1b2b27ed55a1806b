"""Colours that can be told apart, also by the colour-blind, for any number of components."""

from __future__ import annotations

from colorsys import hls_to_rgb

# Okabe and Ito's palette without black and yellow, which are hard to see on one of the grounds; as in the pages.
FIRST = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#8a6bd1", "#8c6d46"]
LIGHTNESS = (0.42, 0.58, 0.50)


def component_colour(k: int) -> str:
    """No two are the same; neighbours differ in lightness too, which every eye can see."""
    if k < len(FIRST):
        return FIRST[k]
    turn = k - len(FIRST)
    rgb = hls_to_rgb((turn * 137.508 + 20) % 360 / 360, LIGHTNESS[turn % 3], 0.62)
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)
