"""Lists of dicts as text and as data frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def text_of(table: Sequence[dict[str, Any]], places: dict[str, int | None]) -> str:
    """A text table of the entries named in `places`, which gives their decimals; None writes the value unchanged."""
    lines = [list(places)]
    for line in table:
        lines.append([str(line[name]) if digits is None else f"{line[name]:.{digits}f}" for name, digits in places.items()])
    widths = [max(len(line[column]) for line in lines) for column in range(len(places))]
    return "\n".join("  ".join(word.rjust(width) for word, width in zip(line, widths)) for line in lines)


def frame_of(table: Sequence[dict[str, Any]]) -> Any:
    import pandas

    return pandas.DataFrame(list(table))
