"""Fits mixtures to a Spark DataFrame, with an Estimator and a Model of pyspark.ml. docs/scale.md says when to use it.

The rows are converted once to windows of numbers in a persisted RDD. Each round is one job over it, whose tasks answer a
question. A task depends only on its input and the question, so Spark can repeat it. Tasks read all of their input,
because Spark does not reuse a Python worker that left some unread.
"""

from __future__ import annotations

import os
import tempfile
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Iterable, Iterator  # noqa: UP035 # Spark reads Iterator in annotations

import numpy as np
from pyspark import RDD, StorageLevel, keyword_only
from pyspark.ml import Estimator, Model
from pyspark.ml.functions import array_to_vector, vector_to_array
from pyspark.ml.linalg import VectorUDT
from pyspark.ml.param import Param, Params, TypeConverters, shared as common
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame, functions
from pyspark.sql.types import ArrayType

from ._gaussian_mixture import GaussianMixture as Local
from ._team import WINDOW, Part, Team, team as team_of

__all__ = ["GaussianMixture", "GaussianMixtureModel", "team"]

# Consecutive rows: the number of the first row, their count, and the bytes of rows and weights.
Piece = tuple[int, int, bytes, bytes]


def team(
    rows: DataFrame, features: str = "features", *, weight: str | None = None, key: str | None = None
) -> tuple[Team, RDD]:
    """A team with the rows of a DataFrame, and its persisted RDD, which the caller has to `unpersist` at the end.

    The team is an argument of `mixseed.select`, `seed` and `fit`. `key` is a column without equal values: the model has
    the bits of a fit of one array sorted by it. Without a key the order of rows is Spark's: sums may differ by rounding,
    and a method that draws rows may draw others.
    """
    pieces = pieces_of(rows, features, weight, key).persist(StorageLevel.MEMORY_AND_DISK)
    found = pieces.mapPartitionsWithIndex(lengths_of).collect()
    lengths = [length for _, length, _ in sorted(found)]
    widths = {width for _, _, width in found} - {0}
    if len(widths) != 1:
        raise ValueError(
            f"{features}: expected vectors of one length, got lengths {sorted(widths)}" if widths else "no rows"
        )
    width = widths.pop()
    windows = -(-sum(lengths) // WINDOW)
    parts = min(windows, max(1, pieces.getNumPartitions()))
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).tolist()
    moved = pieces.mapPartitionsWithIndex(lambda i, items: windows_of(items, starts[i], width))
    held = moved.partitionBy(parts, lambda window: window * parts // windows).mapPartitions(whole_windows)
    held.persist(StorageLevel.MEMORY_AND_DISK).count()
    pieces.unpersist()
    return team_of(Jobs(held, width).ask), held


class Jobs:
    """Sends each question as a job. All jobs start from one Python thread, because py4j requires it."""

    def __init__(self, held: RDD, width: int):
        self.held, self.width = held, width
        self.name = uuid.uuid4().hex
        self.thread = ThreadPoolExecutor(1)

    def ask(self, question: bytes) -> list[bytes]:
        name, width = self.name, self.width
        job = self.held.mapPartitions(lambda items: answer_of(iter(items), name, width, question))
        return self.thread.submit(job.collect).result()


def pieces_of(rows: DataFrame, features: str, weight: str | None, key: str | None) -> RDD:
    """One tuple per batch, in the order of the key: the number of rows, and the bytes of features and weights."""
    is_vector = isinstance(rows.schema[features].dataType, VectorUDT)
    if not is_vector and not isinstance(rows.schema[features].dataType, ArrayType):
        raise ValueError(f"{features}: expected a column of vectors or arrays, got {rows.schema[features].dataType}")
    ordered = rows.orderBy(key) if key else rows
    column = vector_to_array(features) if is_vector else functions.col(features).cast("array<double>")
    chosen = [column.alias("x"), *([functions.col(weight).cast("double").alias("w")] if weight else [])]
    return ordered.select(*chosen).mapInArrow(batches_as_bytes, "n long, x binary, w binary").rdd.map(tuple)


def batches_as_bytes(batches: Iterable[Any]) -> Iterator[Any]:
    import pyarrow

    for batch in batches:
        x = batch.column(0)
        if x.null_count:
            raise ValueError("expected vectors of numbers, got null")
        numbers = x.flatten().to_numpy(zero_copy_only=False)
        if len(batch) and (np.diff(x.offsets.to_numpy()) != len(numbers) // len(batch)).any():
            raise ValueError("expected vectors of one length, got several")
        weights = batch.column(1).to_numpy(zero_copy_only=False).tobytes() if batch.num_columns > 1 else b""
        values = [[len(batch)], [numbers.astype(np.float64).tobytes()], [weights]]
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(value) for value in values], names=["n", "x", "w"])


def lengths_of(index: int, pieces: Iterable[Any]) -> Iterator[tuple[int, int, int]]:
    length, width = 0, 0
    for n, x, _ in pieces:
        length += n
        width = len(x) // (8 * n) if n else width
    yield index, length, width


def windows_of(pieces: Iterable[Any], start: int, width: int) -> Iterator[tuple[int, Piece]]:
    """Cuts the pieces at the window boundaries; each comes with the number of its window."""
    for n, x, w in pieces:
        for first, last in cuts(start, start + n):
            rows = bytes(x[(first - start) * width * 8 : (last - start) * width * 8])
            yield first // WINDOW, (first, last - first, rows, bytes(w[(first - start) * 8 : (last - start) * 8]))
        start += n


def cuts(first: int, last: int) -> list[tuple[int, int]]:
    edges = [first, *range((first // WINDOW + 1) * WINDOW, last, WINDOW), last]
    return list(zip(edges, edges[1:])) if last > first else []


def whole_windows(pieces: Iterable[tuple[int, Piece]]) -> Iterator[Piece]:
    by_window: dict[int, list[Piece]] = {}
    for window, piece in pieces:
        by_window.setdefault(window, []).append(piece)
    for window in sorted(by_window):
        first, lengths, rows, weights = zip(*sorted(by_window[window]))
        yield first[0], sum(lengths), b"".join(rows), b"".join(weights)


# The part of the last question to this Python worker. If the next question is about the same part, its cache is used.
last_part: dict[tuple[str, int], Part] = {}


def answer_of(pieces: Iterator[Piece], name: str, width: int, question: bytes) -> Iterator[bytes]:
    first = next(pieces, None)
    if first is None:
        return
    key = (name, first[0])
    if key in last_part:
        for _ in pieces:
            pass
    else:
        last_part.clear()
        last_part[key] = part_of([first, *pieces], width)
    yield last_part[key].answer(question)


def part_of(pieces: list[Piece], width: int) -> Part:
    rows = np.frombuffer(b"".join(piece[2] for piece in pieces)).reshape(-1, width)
    weights = b"".join(piece[3] for piece in pieces)
    return Part(rows, np.frombuffer(weights) if weights else None, pieces[0][0])


class _Parameters(
    common.HasFeaturesCol,
    common.HasPredictionCol,
    common.HasProbabilityCol,
    common.HasWeightCol,
    common.HasSeed,
    common.HasTol,
    common.HasMaxIter,
):
    """The parameters of pyspark.ml's GaussianMixture, plus `init`, `covariance` and `keyCol`."""

    k = Param(Params._dummy(), "k", "number of components", TypeConverters.toInt)
    init = Param(Params._dummy(), "init", "method of the engine that the start comes from", TypeConverters.toString)
    covariance = Param(Params._dummy(), "covariance", "family of covariances", TypeConverters.toString)
    keyCol = Param(Params._dummy(), "keyCol", "column whose order gives the same bits anywhere", TypeConverters.toString)

    def _get(self, name: str) -> Any:
        """The value of a parameter, or None if it is not set."""
        return self.getOrDefault(name) if self.isDefined(self.getParam(name)) else None


class GaussianMixture(Estimator, _Parameters, DefaultParamsReadable, DefaultParamsWritable):
    """``GaussianMixture(k=20, seed=1).fit(rows)``, with the parameter names of pyspark.ml's GaussianMixture.

    `featuresCol` is a column of vectors or arrays. `init` is a method of mixseed (``mixseed.methods()``), `covariance` a
    family (docs/families.md). With `keyCol`, a column without equal values, the model has the bits of a fit of one array
    sorted by it. Without it the order of rows is Spark's and may change: sums may differ by rounding, and a method that
    draws rows may draw others.
    """

    @keyword_only
    def __init__(
        self,
        *,
        k: int = 2,
        featuresCol: str = "features",
        predictionCol: str = "prediction",
        probabilityCol: str = "probability",
        weightCol: str | None = None,
        keyCol: str | None = None,
        seed: int | None = None,
        tol: float = 1e-5,
        maxIter: int = 200,
        init: str = "auto",
        covariance: str = "full",
    ):
        super().__init__()
        self._setDefault(k=2, tol=1e-5, maxIter=200, init="auto", covariance="full", seed=0)
        self.setParams(**self._input_kwargs)

    def setParams(self, **values: Any) -> GaussianMixture:
        return self._set(**values)

    def _fit(self, dataset: DataFrame) -> GaussianMixtureModel:
        model = Local(
            self._get("k"),
            covariance_type=self._get("covariance"),
            tol=self._get("tol"),
            max_iter=self._get("maxIter"),
            init_params=self._get("init"),
            random_state=self._get("seed") % 2**63,
        )
        rows, held = team(dataset, self._get("featuresCol"), weight=self._get("weightCol"), key=self._get("keyCol"))
        try:
            model.fit(rows)
        finally:
            held.unpersist()
        return self._copyValues(GaussianMixtureModel(text_of(model)))


class GaussianMixtureModel(Model, _Parameters, DefaultParamsReadable, DefaultParamsWritable):
    """A fitted model. `transform` adds predictions and probabilities; `mixture` is the `mixseed.GaussianMixture`."""

    text = Param(Params._dummy(), "text", "the model file", TypeConverters.toString)

    def __init__(self, text: str | None = None):
        super().__init__()
        self._setDefault(predictionCol="prediction", probabilityCol="probability", featuresCol="features")
        if text is not None:
            self._set(text=text)

    @property
    def mixture(self) -> Local:
        return model_of(self.getOrDefault("text"))

    @property
    def weights(self) -> list[float]:
        """The weights as a list, as in pyspark.ml."""
        return self.mixture.weights_.tolist()

    def predict(self, value: Any) -> int:
        """The most probable component of one vector."""
        return int(self.mixture.predict(np.asarray(value, dtype=float).reshape(1, -1))[0])

    def _transform(self, dataset: DataFrame) -> DataFrame:
        said = functions.pandas_udf(sayer(self.getOrDefault("text")), "struct<prediction:int,probability:array<double>>")
        name = self._get("featuresCol")
        is_vector = isinstance(dataset.schema[name].dataType, VectorUDT)
        answer = said(vector_to_array(name) if is_vector else functions.col(name).cast("array<double>"))
        both = dataset.withColumn("__said", answer)
        if self._get("predictionCol"):
            both = both.withColumn(self._get("predictionCol"), functions.col("__said.prediction"))
        if self._get("probabilityCol"):
            both = both.withColumn(self._get("probabilityCol"), array_to_vector("__said.probability"))
        return both.drop("__said")


def sayer(text: str) -> Any:
    """A pandas function from batches of vectors to predictions and probabilities; Spark reads its annotations."""
    import pandas

    def say(batches):  # type: ignore[no-untyped-def] # Spark reads the annotations that are set below
        mixture = model_of(text)
        for vectors in batches:
            rows = np.vstack(vectors.to_numpy())
            labels = mixture.predict(rows).astype(np.int32)
            yield pandas.DataFrame({"prediction": labels, "probability": list(mixture.predict_proba(rows))})

    say.__annotations__ = {"batches": Iterator[pandas.Series], "return": Iterator[pandas.DataFrame]}
    return say


def text_of(model: Local) -> str:
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "model.json")
        model.save(path)
        with open(path, encoding="utf-8") as file:
            return file.read()


def model_of(text: str) -> Local:
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "model.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return Local.load(path)
