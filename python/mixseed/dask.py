"""Fits mixtures to rows on a Dask cluster. docs/scale.md says when to use it and how.

Rows stay on their workers, except for a few at the edges of partitions, which move once. All results follow from the
partitions by deterministic tasks, so Dask rebuilds the parts of a lost worker, and their answers are the same.
"""

from __future__ import annotations

from typing import Any

import dask
import numpy as np
from dask import array as da
from dask.base import is_dask_collection
from distributed import Client, TimeoutError, default_client, wait

from ._engine import EngineMixture, answer_of, joined, likelihood_of, mean_of, part_of, rows_of_block
from ._gaussian_mixture import GaussianMixture as Local
from ._team import Team, shares

__all__ = ["GaussianMixture", "team"]

# In bytes. A longer question becomes a task of its own, so the scheduler gets one copy instead of one per part.
LONG_QUESTION = 1 << 14
# Seconds without any worker after which a fit ends with an error; Dask alone would wait forever.
PATIENCE = 30.0


def team(X: Any, sample_weight: Any = None, *, client: Client | None = None) -> Team:
    """A team with the rows of a Dask array, dataframe, bag of arrays, or list of delayed arrays.

    It is an argument of `GaussianMixture.fit` and `select`.

    `sample_weight` is an array or a series with the partitions of `X`.
    """
    client = client_of(client)
    blocks = client.compute([dask.delayed(rows_of_block)(block) for block in blocks_of(X)])
    weights = client.compute([dask.delayed(weights_of_block)(block) for block in blocks_of(sample_weight)])
    lengths = gathered(client, client.map(len, blocks))
    if weights and gathered(client, client.map(len, weights)) != lengths:
        raise ValueError(f"sample_weight: expected partitions of {lengths} rows, as X has")
    parts = []
    for share in shares(lengths):
        rows = slices(client, blocks, share)
        parts.append(client.submit(part_of, share.first_row, rows, slices(client, weights, share) if weights else []))
    asked = Parts(client, parts)
    return Team(asked.ask, names_of(X))


class Parts:
    """Futures of parts, which live as long as the fit."""

    def __init__(self, client: Client, parts: list[Any]):
        self.client, self.parts = client, parts

    def ask(self, question: bytes) -> list[bytes]:
        sent = question if len(question) < LONG_QUESTION else self.client.submit(bytes, question, pure=False)
        return gathered(self.client, self.client.map(answer_of, self.parts, question=sent, pure=False))


def gathered(client: Client, futures: list[Any]) -> list[Any]:
    """The results of the futures. Raises RuntimeError if the cluster has had no worker for PATIENCE seconds."""
    without = 0.0
    while True:
        try:
            wait(futures, timeout=PATIENCE / 3)
            return client.gather(futures)
        except TimeoutError:
            without = 0.0 if client.scheduler_info()["workers"] else without + PATIENCE / 3
            if without >= PATIENCE:
                raise RuntimeError(f"the Dask cluster has had no worker for {PATIENCE:.0f} s") from None


def client_of(client: Client | None) -> Client:
    try:
        client = client or default_client()
    except ValueError:
        raise ValueError("client: expected a dask.distributed.Client; there is none yet, Client() starts one") from None
    if client.asynchronous:
        raise ValueError("client: expected one that waits for its results, got an asynchronous one")
    return client


def blocks_of(X: Any) -> list[Any]:
    """The partitions, one delayed object each."""
    if X is None:
        return []
    if isinstance(X, da.Array):
        whole = X.rechunk({1: -1}) if X.ndim == 2 else X
        return list(whole.to_delayed().ravel())
    if hasattr(X, "to_delayed"):
        return list(X.to_delayed())
    if isinstance(X, (list, tuple)) and X and all(is_dask_collection(item) or hasattr(item, "key") for item in X):
        return list(X)
    raise ValueError(f"expected a Dask array, dataframe or bag, or a list of delayed arrays, got a {type(X).__name__}")


def names_of(X: Any) -> list[str] | None:
    names = list(getattr(X, "columns", []))
    return names if names and all(isinstance(name, str) for name in names) else None


def weights_of_block(block: Any) -> np.ndarray:
    return np.ascontiguousarray(
        joined([np.asarray(item) for item in block]) if isinstance(block, list) else block, dtype=float
    )


def slices(client: Client, blocks: list[Any], share: Any) -> list[Any]:
    """Futures of the rows of a part. Each block is cut on its own worker, so only the rows needed elsewhere are sent."""
    return [client.submit(cut, blocks[block], first, last) for block, first, last in share.slices]


def cut(block: np.ndarray, first: int, last: int) -> np.ndarray:
    return block[first:last]


def said_of_block(block: Any, model: Local, what: str) -> Any:
    """The result of a method for one partition: an array for an array; for a frame, a series or frame with its index."""
    X = rows_of_block(block)
    if len(X):
        said = getattr(model, what)(block if hasattr(block, "iloc") else X)
    else:
        said = empty_answer(model, what)
    if not hasattr(block, "iloc"):
        return said
    kind = type(block) if said.ndim == 2 else block.iloc[:, 0].__class__
    return kind(said, index=block.index)


def empty_answer(model: Local, what: str) -> np.ndarray:
    width = model.n_components + (getattr(model, "noise_", None) is not None)
    shape = {"predict_proba": (0, width)}.get(what, (0,))
    return np.empty(shape, dtype=np.int64 if what == "predict" else np.float64)


class GaussianMixture(EngineMixture):
    """`mixseed.GaussianMixture` for Dask: ``GaussianMixture(20, client=client).fit(X)``.

    `X` is a Dask array, a dataframe, a bag of arrays, or a list of delayed arrays. Parameters and attributes are those of
    `mixseed.GaussianMixture`, plus `client`, by default the client created last. The model has the same bits as a fit of
    all rows in one array. `predict`, `predict_proba`, `score_samples` and `score` are lazy for Dask's collections.
    """

    engine_parameter = "client"
    client: Client | None

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> GaussianMixture:
        """Fits the mixture; the rows stay with the workers."""
        if isinstance(X, Team):
            return super().fit(X)
        return super().fit(team(X, sample_weight, client=self.client))

    def predict(self, X: Any) -> Any:
        """The most probable component of every row, lazily."""
        return self._lazily("predict", X)

    def predict_proba(self, X: Any) -> Any:
        """P(component | row), lazily."""
        return self._lazily("predict_proba", X)

    def score_samples(self, X: Any) -> Any:
        """The log density of every row, lazily."""
        return self._lazily("score_samples", X)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        """The mean log density per observation, lazily: a delayed number."""
        if not is_lazy(X):
            return super().score(X, y, sample_weight)
        model = dask.delayed(self.local_model())
        blocks, weights = blocks_of(X), blocks_of(sample_weight)
        sums = [dask.delayed(likelihood_of)(model, *pair) for pair in (zip(blocks, weights) if weights else zip(blocks))]
        return dask.delayed(mean_of)(sums)

    def _lazily(self, what: str, X: Any) -> Any:
        if not is_lazy(X):
            return getattr(self.local_model(), what)(X)
        model = self.local_model()
        empty = empty_answer(model, what)
        if isinstance(X, da.Array):
            whole = X.rechunk({1: -1})
            shape = {"drop_axis": 1} if empty.ndim == 1 else {"chunks": (whole.chunks[0], (empty.shape[1],))}
            return whole.map_blocks(said_of_block, model, what, dtype=empty.dtype, meta=empty, **shape)
        if hasattr(X, "map_partitions") and hasattr(X, "columns"):
            return X.map_partitions(said_of_block, model, what, meta=said_of_block(X._meta, model, what))
        if hasattr(X, "map"):
            return X.map(said_of_block, model, what)
        return [dask.delayed(said_of_block)(block, model, what) for block in blocks_of(X)]


def is_lazy(X: Any) -> bool:
    return is_dask_collection(X) or isinstance(X, (list, tuple)) and any(is_dask_collection(item) for item in X)
