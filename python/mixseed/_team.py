"""Rows held by other processes: parts that answer questions, and teams that ask them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Callable, NamedTuple

import numpy as np

from . import _core
from ._arguments import threads_of, whole_number
from ._chunks import Chunks, no_other_weights, piece_of

WINDOW: int = _core.WINDOW


class Part:
    """Consecutive rows of the whole data, with cached results.

    `first_row` is the number of the first one among all rows: a multiple of `mixseed.WINDOW`, as is the number of rows,
    except in the last part. An answer depends on the question and the rows alone, so a lost part can be rebuilt on
    another worker. Parts can be pickled; a part answers one question at a time.
    """

    def __init__(self, rows: Any, weights: Any = None, first_row: int = 0, n_jobs: int | None = None):
        self.rows, self.weights = piece_of(rows if weights is None else (rows, weights))
        self.first_row, self.n_jobs = whole_number("first_row", first_row, 0), n_jobs
        self._native = _core.Part(self.rows, self.weights, self.first_row, threads_of(n_jobs))
        self._lock = threading.Lock()

    def answer(self, question: bytes) -> bytes:
        with self._lock:
            return self._native.answer(question)

    def __reduce__(self) -> Any:
        return Part, (self.rows, self.weights, self.first_row, self.n_jobs)

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self.rows.nbytes + (0 if self.weights is None else self.weights.nbytes)


class Team:
    """The holders of the rows, made by `team`; an argument of `GaussianMixture.fit`, `seed` and `select`."""

    def __init__(self, ask: Callable[[bytes], Sequence[bytes]], columns: list[str] | None):
        self.ask, self.columns = ask, columns


def team(ask: Callable[[bytes], Sequence[bytes]], *, columns: Sequence[str] | None = None) -> Team:
    """A team from a function that sends a question to every part and returns their answers, in any order.

    `columns` are the names of the columns. The model has the same bits as a fit of all rows in one array.

    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(30000, 2)) + center for center in (0, 9)])
    >>> parts = [mixseed.Part(X[i : i + mixseed.WINDOW], first_row=i) for i in range(0, len(X), mixseed.WINDOW)]
    >>> rows = mixseed.team(lambda question: [part.answer(question) for part in parts])
    >>> spread = mixseed.GaussianMixture(2, random_state=0).fit(rows)
    >>> bool((spread.means_ == mixseed.GaussianMixture(2, random_state=0).fit(X).means_).all())
    True
    """
    if not callable(ask):
        raise ValueError(f"team: expected a function from a question to the answers of all parts, got {ask!r}")
    return Team(ask, None if columns is None else [str(name) for name in columns])


def is_chunks_or_team(X: Any) -> bool:
    """Whether the rows are chunks or a team, not an array."""
    return isinstance(X, (Chunks, Team))


def team_for(estimator: Any, X: Any, sample_weight: Any) -> _core.Team:
    """The engine's team for these rows; sets the names of the columns in the estimator."""
    no_other_weights(sample_weight)
    if estimator.missing != "error":
        raise ValueError("missing: expected 'error' for rows that are not in an array, 'marginal' needs one")
    vars(estimator).pop("feature_names_in_", None)
    if X.columns is not None:
        estimator.feature_names_in_ = np.array(X.columns, dtype=object)
    threads = threads_of(estimator.n_jobs)
    return _core.Team.from_chunks(X.pieces, threads, X.memory) if isinstance(X, Chunks) else _core.Team(X.ask, threads)


class Share(NamedTuple):
    """The rows of a part: `slices` are (block, first, last), with rows counted within the block."""

    first_row: int
    slices: list[tuple[int, int, int]]

    def home(self) -> int:
        """The block that most of the rows come from."""
        return max(self.slices, key=lambda piece: piece[2] - piece[1])[0]


def shares(lengths: Sequence[int], parts: int | None = None) -> list[Share]:
    """Divides blocks of these lengths into parts of whole windows.

    Without `parts` there is one part per block, and few rows move between blocks; otherwise the parts have equal lengths.
    """
    ends = list(accumulate(lengths))
    total = ends[-1] if ends else 0
    if total == 0:
        raise ValueError("expected rows, got none")
    cuts = ends if parts is None else [total * (part + 1) / parts for part in range(parts)]
    edges = sorted({0, *(min(total, round(cut / WINDOW) * WINDOW) for cut in cuts[:-1]), total})
    starts = [end - length for end, length in zip(ends, lengths)]
    return [
        Share(
            left,
            [
                (block, max(left, start) - start, min(right, end) - start)
                for block, (start, end) in enumerate(zip(starts, ends))
                if max(left, start) < min(right, end)
            ],
        )
        for left, right in zip(edges, edges[1:])
    ]
