"""Fits mixtures to rows on a Ray cluster. docs/scale.md says when to use it and how.

Each actor holds a part of the rows. Ray restarts a lost actor with the same rows, so its answers are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import ray

from ._engine import EngineMixture, joined, likelihood_of, mean_of, rows_of_block
from ._team import Part, Share, Team, shares

__all__ = ["GaussianMixture", "team"]


@ray.remote(max_restarts=-1, max_task_retries=-1, num_cpus=1)
class Actor:
    """Holds a part; its rows stay in Ray's object store."""

    def __init__(self, first_row: int, rows: np.ndarray, weights: np.ndarray | None):
        self.part = Part(rows, weights, first_row)

    def answer(self, question: bytes) -> bytes:
        return self.part.answer(question)


@ray.remote
def length_of(block: Any) -> int:
    return len(rows_of_block(block))


@ray.remote
def cut(block: Any, first: int, last: int) -> np.ndarray:
    return rows_of_block(block)[first:last]


@ray.remote
def stacked(*slices: np.ndarray) -> np.ndarray:
    return joined(list(slices))


@ray.remote
def cut_weights(block: Any, first: int, last: int) -> np.ndarray:
    return np.ascontiguousarray(block, dtype=np.float64)[first:last]


@ray.remote
def said_of(model: Any, what: str, block: Any) -> np.ndarray:
    return getattr(model, what)(rows_of_block(block))


def blocks_of(X: Any) -> list[Any]:
    """References to arrays: the given ones, or one for each block of a data set."""
    if hasattr(X, "to_numpy_refs"):
        return [from_columns.remote(block) for block in X.materialize().to_numpy_refs()]
    if isinstance(X, (list, tuple)) and X and all(isinstance(block, ray.ObjectRef) for block in X):
        return list(X)
    raise ValueError(f"expected a ray.data.Dataset or a list of references to arrays (ray.put), got a {type(X).__name__}")


@ray.remote
def from_columns(block: Any) -> np.ndarray:
    """The rows of one block of a data set; columns that come by name are joined in their order."""
    if not isinstance(block, dict):
        return rows_of_block(block)
    columns = [np.asarray(column, dtype=np.float64) for column in block.values()]
    return np.concatenate([column.reshape(len(column), -1) for column in columns], axis=1)


def team(X: Any, sample_weight: Sequence[Any] | None = None, *, workers: int | None = None) -> Team:
    """A team with the rows of a data set or a list of references to arrays, for `GaussianMixture.fit` or `select`.

    `sample_weight` is a list of references to the weights of each block. `workers` is the number of actors, by default one
    less than the processors of the cluster. The actors end with the team.
    """
    blocks = blocks_of(X)
    lengths = ray.get([length_of.remote(block) for block in blocks])
    actors, held = [], []
    for share in shares(lengths, workers or max(1, int(ray.cluster_resources().get("CPU", 1)) - 1)):
        rows, weights = stack(cut, blocks, share), None
        if sample_weight is not None:
            weights = stack(cut_weights, sample_weight, share)
        held.append((rows, weights))
        actors.append(Actor.remote(share.first_row, rows, weights))  # type: ignore[attr-defined] # ray.remote adds it
    return Actors(actors, held, names_of(X))


def stack(cutter: Any, blocks: Sequence[Any], share: Share) -> Any:
    """A reference to the rows of a part, which Ray can rebuild from the blocks."""
    return stacked.remote(*(cutter.remote(blocks[block], first, last) for block, first, last in share.slices))


class Actors(Team):
    """The actors that hold the rows; they end with this object. `held` keeps the rows for restarting a lost actor."""

    def __init__(self, actors: list[Any], held: list[Any], columns: list[str] | None):
        self.actors, self.held = actors, held
        super().__init__(lambda question: ray.get([actor.answer.remote(question) for actor in actors]), columns)


def names_of(X: Any) -> list[str] | None:
    """The column names of a data set whose columns are numbers; None for vectors and for references."""
    schema = X.schema() if hasattr(X, "to_numpy_refs") else None
    vectors = schema and any(word in str(kind).lower() for kind in schema.types for word in ("tensor", "list"))
    return None if schema is None or vectors else list(schema.names)


class GaussianMixture(EngineMixture):
    """`mixseed.GaussianMixture` for Ray: ``GaussianMixture(20, workers=8).fit(X)``.

    `X` is a ray.data.Dataset of numbers or a list of references to arrays. Parameters and attributes are those of
    `mixseed.GaussianMixture`, plus `workers`, the number of actors. The model has the same bits as a fit of all rows in one
    array if the order of the blocks is kept.
    """

    engine_parameter = "workers"
    workers: int | None

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> GaussianMixture:
        """Fits the mixture; the rows stay in the cluster."""
        return super().fit(X if isinstance(X, Team) else team(X, sample_weight, workers=self.workers))

    def predict(self, X: Any) -> Any:
        """The most probable component of every row: references, one for each block."""
        return self._by_block("predict", X)

    def predict_proba(self, X: Any) -> Any:
        """P(component | row): references, one for each block."""
        return self._by_block("predict_proba", X)

    def score_samples(self, X: Any) -> Any:
        """The log density of every row: references, one for each block."""
        return self._by_block("score_samples", X)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The mean log density per observation; weights are references too, block by block."""
        model, ask, blocks = ray.put(self.local_model()), ray.remote(likelihood_of), blocks_of(X)
        pairs = zip(blocks) if sample_weight is None else zip(blocks, sample_weight)
        return mean_of(ray.get([ask.remote(model, *pair) for pair in pairs]))

    def _by_block(self, what: str, X: Any) -> list[Any]:
        model = ray.put(self.local_model())
        return [said_of.remote(model, what, block) for block in blocks_of(X)]
