"""A selection as people read it, as the command line prints it: a line for each number of components, or, with several
families, the criterion by family and number."""

from __future__ import annotations

from typing import Any

from . import _table

COLUMNS = ["components", "covariance", "log_likelihood", "parameters", "bic", "aic", "icl", "collapsed"]
PLACES = {"components": None, "log_likelihood": 6, "bic": 2, "aic": 2, "icl": 2, "collapsed": None}
NAMED = 3


def text_of(selection: Any) -> str:
    families = list(dict.fromkeys(line["covariance"] for line in selection.table))
    best = selection.models.index(selection.best)
    return numbers_text(selection, best) if len(families) == 1 else grid_text(selection, families, best)


def numbers_text(selection: Any, best: int) -> str:
    lines = _table.text_of(selection.table, PLACES).splitlines()
    lines[1 + best] += f"  <- chosen by {selection.criterion}"
    return "\n".join(lines)


def grid_text(selection: Any, families: list[str], best: int) -> str:
    title = f"{selection.criterion.upper()} by covariance and number of components (smaller is better)"
    width = max(len(family) for family in families)
    numbers = list(dict.fromkeys(line["components"] for line in selection.table))
    lines = [title, " " * (width + 2) + " ".join(f"{number:>10} " for number in numbers)]
    cells = {
        (line["covariance"], line["components"]): f"{line[selection.criterion]:10.2f}" + mark(line, index == best)
        for index, line in enumerate(selection.table)
    }
    for family in families:
        lines.append(f"  {family:<{width}}" + " ".join(cells[family, number] for number in numbers))
    lines.append("  Best: " + ", ".join(words_of(line, selection.criterion) for line in best_lines(selection, best)))
    lines.append("  * chosen" + ("; c: components held up by the floor alone" if "c" in "".join(cells.values()) else ""))
    return "\n".join(line.rstrip() for line in lines)


def mark(line: dict[str, Any], is_chosen: bool) -> str:
    return "*" if is_chosen else "c" if line["collapsed"] else " "


def best_lines(selection: Any, best: int) -> list[dict[str, Any]]:
    standing = [line for i, line in enumerate(selection.table) if not line["collapsed"] or i == best]
    return sorted(standing, key=lambda line: line[selection.criterion])[:NAMED]


def words_of(line: dict[str, Any], criterion: str) -> str:
    return f"{line['covariance']} with {line['components']} ({line[criterion]:.2f})"
