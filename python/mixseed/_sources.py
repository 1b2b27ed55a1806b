"""The sources of `chunks`. Each becomes a function that returns a new iterator, and the names of the columns."""

from __future__ import annotations

import glob
import itertools
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Callable

import numpy as np

from . import _core

Opened = tuple[Callable[[], Iterator[Any]], "list[str] | None"]

# Bytes of a file or an array that are read at once, but at least one window of rows.
BYTES_AT_ONCE = 8 << 20
DIGITS = "0123456789"
KINDS = "files, a list of arrays, an array, a table with Arrow's C stream, or a callable that returns a fresh iterator"


def open_source(source: Any, columns: list[Any] | None, weight: str | None) -> Opened:
    if isinstance(source, (str, os.PathLike)):
        return open_files(files_of(source), columns, weight)
    if callable(source) and not hasattr(source, "shape"):
        return called(source, columns, weight)
    if iter_of(source) is source:
        raise ValueError(
            f"chunks: a {type(source).__name__} can be read once only, and a fit reads the rows many times: pass a callable "
            "that returns a fresh one, chunks(lambda: ...), or a list"
        )
    if hasattr(source, "iloc"):
        return open_frame(source, columns, weight)
    if hasattr(source, "__arrow_c_stream__"):
        return open_arrow(source.__arrow_c_stream__, columns, weight)
    if hasattr(source, "shape") and hasattr(source, "__getitem__"):
        return open_array(source, columns, weight)
    if isinstance(source, (list, tuple)):
        return open_list(list(source), columns, weight)
    if iter_of(source) is not None:
        return called(lambda: iter(source), columns, weight)
    raise ValueError(f"chunks: expected {KINDS}, got a {type(source).__name__}")


def iter_of(source: Any) -> Any:
    try:
        return iter(source)
    except TypeError:
        return None


def open_list(items: list[Any], columns: list[Any] | None, weight: str | None) -> Opened:
    if not items:
        raise ValueError("chunks: the list is empty")
    if all(isinstance(item, (str, os.PathLike)) for item in items):
        return open_files([Path(item) for item in items], columns, weight)
    return called(lambda: iter(items), columns, weight)


def called(make: Callable[[], Any], columns: list[Any] | None, weight: str | None) -> Opened:
    """Calls the function again for every pass and reads the iterator that it returns."""

    def fresh() -> Iterator[Any]:
        made = make()
        if iter_of(made) is None:
            raise ValueError(f"chunks: the callable returned a {type(made).__name__}, expected an iterator over arrays")
        return iter(made)

    last = fresh()
    first = next(last, None)
    names = None if first is None else open_item(first, columns, weight)[1]

    def read() -> Iterator[Any]:
        nonlocal last
        again = fresh()
        if again is last:
            raise ValueError("chunks: the callable returned the same iterator twice: expected a fresh one for every pass")
        last = again
        return itertools.chain.from_iterable(open_item(item, names or columns, weight)[0]() for item in again)

    return read, names


def open_item(item: Any, columns: list[Any] | None, weight: str | None) -> Opened:
    """A piece of the rows: a table or an array, or a pair of rows and weights."""
    if hasattr(item, "iloc") or hasattr(item, "__arrow_c_stream__"):
        return open_source(item, columns, weight)
    rows = item if isinstance(item, tuple) or columns is None else np.asarray(item)[:, columns]
    return lambda: iter([rows]), None


def in_a_row(opened: list[Opened]) -> Opened:
    return lambda: itertools.chain.from_iterable(read() for read, _ in opened), opened[0][1]


def rows_at_once(width: int) -> int:
    """The number of rows to read at once: complete windows, which the engine uses without copying."""
    return 16384 * max(1, BYTES_AT_ONCE // (8 * max(1, width) * 16384))


def open_array(array: Any, columns: list[Any] | None, weight: str | None) -> Opened:
    if len(array.shape) != 2:
        raise ValueError(f"chunks: expected an array of rows and columns, got shape {tuple(array.shape)}")
    if weight is not None:
        raise ValueError("weight: an array has no names of columns; pass pairs of rows and weights")
    step = rows_at_once(array.shape[1])

    def read() -> Iterator[np.ndarray]:
        for first in range(0, array.shape[0], step):
            rows = np.asarray(array[first : first + step])
            yield rows if columns is None else rows[:, columns]

    return read, None


def open_frame(frame: Any, columns: list[Any] | None, weight: str | None) -> Opened:
    chosen = columns or [name for name in frame.columns if name != weight]
    step = rows_at_once(len(chosen))

    def read() -> Iterator[Any]:
        for first in range(0, len(frame), step):
            part = frame.iloc[first : first + step]
            yield part[chosen].to_numpy(), None if weight is None else part[weight].to_numpy()

    return read, names_of(chosen)


def names_of(names: Iterable[Any]) -> list[str] | None:
    """The names of the columns if all are texts, otherwise None."""
    listed = list(names)
    return listed if listed and all(isinstance(name, str) for name in listed) else None


def open_arrow(stream: Callable[[], Any], columns: list[Any] | None, weight: str | None) -> Opened:
    names = _core.ArrowReader(stream(), columns or [], weight or "").names()

    def read() -> Iterator[Any]:
        reader = _core.ArrowReader(stream(), names, weight or "")
        return iter(reader.next, None)

    return read, names


def files_of(pattern: str | os.PathLike[str]) -> list[Path]:
    path = Path(pattern)
    if path.is_dir():
        found = [file for file in path.iterdir() if file.suffix in READERS and file.name[0] not in "._"]
    else:
        found = [path] if path.exists() else [Path(name) for name in glob.glob(os.fspath(pattern), recursive=True)]
    if not found:
        raise FileNotFoundError(f"chunks: no file of rows is called '{os.fspath(pattern)}'")
    return sorted(found, key=place_of)


def place_of(file: Path) -> list[tuple[int, int]]:
    """The sort key of file names, as on the command line: part-2 comes before part-10."""
    return [
        (48, int(bit)) if bit[0] in DIGITS else (ord(bit), 0) for bit in re.findall("[0-9]+|[^0-9]", str(file), re.DOTALL)
    ]


def open_files(files: list[Path], columns: list[Any] | None, weight: str | None) -> Opened:
    for file in files:
        if file.suffix not in READERS:
            raise ValueError(f"{file}: expected .npy or .parquet; `mixseed convert` makes .npy of text")
    opened = [READERS[files[0].suffix](files[0], columns, weight)]
    names = opened[0][1]
    return in_a_row(opened + [READERS[file.suffix](file, names or columns, weight) for file in files[1:]])


def open_npy(file: Path, columns: list[Any] | None, weight: str | None) -> Opened:
    return open_array(np.load(file, mmap_mode="r"), columns, weight)


def open_parquet(file: Path, columns: list[Any] | None, weight: str | None) -> Opened:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ImportError(f"{file}: reading Parquet needs pyarrow") from None

    with parquet.ParquetFile(file) as opened:
        schema = opened.schema_arrow
    listed = [*columns, *([weight] if weight else [])] if columns else None
    missing = [name for name in listed or [] if name not in schema.names]
    if missing:
        raise ValueError(f"{file}: no column is named '{missing[0]}'")

    def stream() -> Any:
        # Only the current batch is buffered, so memory does not grow with the row groups.
        opened = parquet.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20)
        batches = opened.iter_batches(rows_at_once(len(schema.names)), columns=listed)
        chosen = pyarrow.schema([schema.field(name) for name in listed]) if listed else schema
        return pyarrow.RecordBatchReader.from_batches(chosen, in_order(batches, chosen.names)).__arrow_c_stream__()

    return open_arrow(stream, columns, weight)


def in_order(batches: Iterable[Any], names: list[str]) -> Iterator[Any]:
    """Parquet gives columns in the order of the file."""
    return (batch.select(names) for batch in batches)


READERS = {".npy": open_npy, ".parquet": open_parquet}
