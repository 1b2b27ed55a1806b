"""What ``verbose`` shows while the engine works."""

from __future__ import annotations

import math
import shutil
import sys
from typing import Any, NamedTuple, TextIO

BAR = 20


class Event(NamedTuple):
    """A step of the engine, and where it stands in the whole work."""

    components: int
    restart: int
    restarts: int
    stage: str
    round: int
    rounds: int
    objective: float  # NaN while seeding
    share: float  # of all the work; never falls
    seconds_left: float  # NaN while nothing is known
    ended: int
    runs: int
    passes: float = 0.0  # above 0 with a budget, and only then the next two
    best: float = math.nan  # NaN before the first end
    found: int = 0  # starts that ended there


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

    def tell(self, events: list[tuple[Any, ...]]) -> None:
        if self.draws:
            self.draw(bar_line(Event(*events[-1]), shutil.get_terminal_size().columns - 1))
            return
        for event in (Event(*one) for one in events):
            if event.stage == "em" and event.round % self.interval == 0:
                print(text_line(event), file=self.out)

    def draw(self, line: str) -> None:
        if not self.draws:
            return
        self.out.write("\r" + line.ljust(self.width) + ("\r" if not line else ""))
        self.out.flush()
        self.width = len(line)


def text_line(event: Event) -> str:
    of = f" of {event.restarts}" if event.restarts else ""
    return (
        f"{event.components} components, start {event.restart + 1}{of}: {event.stage} {event.round}, "
        f"log-likelihood {event.objective:.6f}"
    )


def bar_line(event: Event, width: int) -> str:
    """The bar and after it the facts in their order, as far as each fits whole."""
    done = int(BAR * event.share)
    line = f"[{'#' * done}{'.' * (BAR - done)}]"
    for fact in facts_of(event):
        if fact and len(line) + 2 + len(fact) <= width:
            line += "  " + fact
    return line[:width]


def facts_of(event: Event) -> list[str]:
    stage, components = f"{event.stage} {event.round}/{event.rounds}", f"K={event.components}"
    if event.passes > 0:
        best = "first start" if event.best != event.best else f"best {event.best:.5f}, found {event.found}x in {event.ended}"
        return [best, time_left(event), components, stage]
    if event.runs > 1:
        return [f"{event.ended} of {event.runs} fits", time_left(event), components, stage]
    value = f"{event.objective:.5f}" if event.objective == event.objective else ""
    return [stage, time_left(event), components, value]


def time_left(event: Event) -> str:
    """Before a run has ended only a bound is known, because EM may converge long before its last round."""
    if event.seconds_left != event.seconds_left:
        return ""
    minutes, seconds = divmod(math.ceil(event.seconds_left), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{'about' if event.ended and not event.passes else 'at most'} {clock} left"
