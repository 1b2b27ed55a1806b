"""Rows in pieces, which are read again for every pass."""

from __future__ import annotations

import numbers
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Callable

import numpy as np

from . import _sources

# Bytes of labels and bounds that a fit may cache between passes.
MEMORY = 256 << 20
Piece = tuple[np.ndarray, "np.ndarray | None"]


class Chunks:
    """Rows in pieces of any length, in a fixed order. Made by `chunks`; every pass reads the source again.

    Iterating gives arrays of rows; `pieces()` gives (rows, weights or None). `columns` are the names of the columns, or None
    if the source has none, and `width` is their number.
    """

    def __init__(self, read: Callable[[], Iterator[Any]], columns: list[str] | None, memory: int):
        self._read = read
        self.columns = columns
        self.memory = memory
        self._width: int | None = None

    @property
    def width(self) -> int:
        """The number of columns; the first call reads a piece."""
        if self._width is None:
            rows, _ = next(self.pieces(), (None, None))
            if rows is None:
                raise ValueError("chunks: the source has no rows")
            self._width = rows.shape[1]
        return self._width

    def pieces(self) -> Iterator[Piece]:
        for number, item in enumerate(self._read()):
            try:
                rows, weights = piece_of(item)
            except (TypeError, ValueError) as error:
                raise ValueError(f"chunk {number}: {error}") from None
            if self._width is None:
                self._width = rows.shape[1]
            if rows.shape[1] != self._width:
                raise ValueError(f"chunk {number}: expected {self._width} columns as in the first, got {rows.shape[1]}")
            if len(rows):
                yield rows, weights

    def __iter__(self) -> Iterator[np.ndarray]:
        return (rows for rows, _ in self.pieces())


def piece_of(item: Any) -> Piece:
    """An array of rows that the engine can read, and its weights, from an array, a frame, or a pair of rows and weights."""
    rows, weights = item if isinstance(item, tuple) and len(item) == 2 else (item, None)
    rows = np.asarray(rows.to_numpy() if hasattr(rows, "to_numpy") else rows)
    if np.iscomplexobj(rows):
        raise ValueError("expected real numbers, got complex ones")
    if rows.dtype not in (np.float64, np.float32) or not rows.dtype.isnative:
        rows = rows.astype(np.float64)
    if rows.ndim != 2:
        raise ValueError(f"expected rows and columns, got an array of {rows.ndim} dimension(s)")
    if weights is not None:
        weights = np.require(weights, np.float64, ["C", "A"])
        if weights.shape != (len(rows),):
            raise ValueError(f"expected {len(rows)} weights, one per row, got shape {weights.shape}")
    # Arrays received over a network may start at any byte.
    return np.require(rows, requirements=["C", "A"]), weights


def checked_pieces(model: Any, rows: Chunks) -> Iterator[Piece]:
    """The pieces with the columns of a fitted model. Missing values are an error unless missing="marginal"."""
    names = list(getattr(model, "feature_names_in_", rows.columns or []))
    if rows.columns is not None and rows.columns != names:
        raise ValueError(f"expected the columns {names} in this order, got {rows.columns}")
    if rows.width != model.n_features_in_:
        raise ValueError(f"expected {model.n_features_in_} columns, got {rows.width}")
    first = 0
    for piece, weights in rows.pieces():
        unusable = np.isinf(piece) if model.missing == "marginal" else ~np.isfinite(piece)
        if unusable.any():
            i, j = np.argwhere(unusable)[0]
            raise ValueError(f"row {first + i}, column {j}: expected a finite number, got {piece[i, j]}")
        first += len(piece)
        yield piece, weights


def no_other_weights(sample_weight: Any) -> None:
    if sample_weight is not None:
        raise ValueError("sample_weight: the weights come with the chunks, as pairs or as a column that `weight` names")


def chunks(
    source: Any, *, columns: Sequence[Any] | None = None, weight: str | None = None, memory: int = MEMORY
) -> Chunks:
    """Rows that need not fit into memory, for `fit`, `predict`, `score` and `select`: the same models, to the last bit.

    `source` is one of

    - a path, a pattern such as 'data/*.parquet' or a folder, or a list of paths: .npy or Parquet files (Parquet needs
      pyarrow), in the order of their names, in which part-2 comes before part-10;
    - a list of arrays or frames;
    - an array that is read by slices: numpy's, also mapped, HDF5's or zarr's;
    - a table with Arrow's C stream (`__arrow_c_stream__`): pyarrow's, polars', duckdb's;
    - a callable that returns a fresh iterator over arrays, or over pairs of rows and weights.

    `columns` are those that are wanted, by name, or by number where there are no names; `weight` is the name of the column
    with the weights of the rows. A fit keeps up to `memory` bytes of what it found out about rows from one pass to the
    next, 20 per row; with less it takes longer, and gives the same model.

    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9)])
    >>> pieces = mixseed.chunks([X[:70], X[70:71], X[71:]])
    >>> [len(rows) for rows in pieces], pieces.width
    ([70, 1, 129], 2)
    """
    if isinstance(source, Chunks):
        return source
    if not isinstance(memory, numbers.Integral) or memory < 0:
        raise ValueError(f"memory: expected bytes, a whole number of at least 0, got {memory!r}")
    wanted = None if columns is None else list(columns)
    return Chunks(*_sources.open_source(source, wanted, weight), memory=min(int(memory), sys.maxsize))
