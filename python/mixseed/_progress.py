"""What ``verbose`` shows while the engine works."""

from __future__ import annotations

import shutil
import sys
from typing import Any, TextIO

Event = tuple[int, int, int, str, int, int, float]  # components, restart, restarts, stage, round, rounds, objective
BAR = 24


def in_notebook() -> bool:
    shell = sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()
    return type(shell).__name__ == "ZMQInteractiveShell"


class Display:
    """A bar that is drawn over itself where that is possible, otherwise a line every `interval` rounds of EM.

    ``verbose=1`` chooses, more always prints lines. Used as a context manager around a fit; what it gives is to be told
    of every round, or None when there is nothing to show.
    """

    def __init__(self, verbose: int, interval: int, out: TextIO | None = None):
        self.verbose, self.interval = int(verbose), interval
        self.out = out or sys.stdout
        self.draws = self.verbose == 1 and (self.out.isatty() or in_notebook())
        self.width = 0

    def __enter__(self) -> Any:
        return self.tell if self.verbose else None

    def __exit__(self, *_: Any) -> None:
        self.draw("")

    def tell(self, events: list[Event]) -> None:
        if self.draws:
            self.draw(bar_line(events[-1]))
            return
        for event in events:
            if event[3] == "em" and event[4] % self.interval == 0:
                print(text_line(event), file=self.out)

    def draw(self, line: str) -> None:
        if not self.draws:
            return
        line = line[: shutil.get_terminal_size().columns - 1]
        self.out.write("\r" + line.ljust(self.width) + ("\r" if not line else ""))
        self.out.flush()
        self.width = len(line)


def text_line(event: Event) -> str:
    components, restart, restarts, stage, round_, _, objective = event
    return f"{components} components, start {restart + 1} of {restarts}: {stage} {round_}, log-likelihood {objective:.6f}"


def bar_line(event: Event) -> str:
    components, restart, restarts, stage, round_, rounds, objective = event
    done = round(BAR * round_ / max(rounds, 1))
    bar = "#" * done + "." * (BAR - done)
    value = f"  {objective:.5f}" if objective == objective else ""
    return f"{components} components  start {restart + 1}/{restarts}  {stage} {round_}/{rounds}  [{bar}]{value}"
