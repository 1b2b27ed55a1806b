"""The estimator for rows that an engine holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._chunks import piece_of
from ._gaussian_mixture import GaussianMixture as Local
from ._team import Part


class EngineMixture(Local):
    """`mixseed.GaussianMixture` with a parameter of the engine that holds the rows."""

    engine_parameter: str

    def __init__(self, n_components: int = 1, **parameters: Any):
        own = parameters.pop(self.engine_parameter, None)
        super().__init__(n_components, **parameters)
        setattr(self, self.engine_parameter, own)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        names = [*Local().get_params(), self.engine_parameter]
        return {name: getattr(self, name) for name in names}

    def local_model(self) -> Local:
        """The fitted model alone, to send to the workers."""
        parts = self._mixture().parts()
        model = Local._from_parts(parts, missing=self.missing)
        if hasattr(self, "feature_names_in_"):
            model.feature_names_in_ = self.feature_names_in_
        return model

    def __getstate__(self) -> dict[str, Any]:
        return {name: None if name == self.engine_parameter else value for name, value in vars(self).items()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


def rows_of_block(block: Any) -> np.ndarray:
    """The rows of a block: of an array, a frame, or a list of them."""
    if isinstance(block, (list, tuple)):
        return np.concatenate([piece_of(item)[0] for item in block])
    return piece_of(block)[0]


def joined(pieces: list[Any]) -> Any:
    """One array; a single piece is not copied."""
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)


def part_of(first_row: int, rows: list[np.ndarray], weights: list[np.ndarray]) -> Part:
    return Part(joined(rows), joined(weights) if weights else None, first_row)


def answer_of(part: Part, question: bytes) -> bytes:
    return part.answer(question)


def likelihood_of(model: Local, rows: Any, weights: Any = None) -> tuple[float, float]:
    """The sum of the log densities of a block, and its number of observations."""
    X = rows_of_block(rows)
    if len(X) == 0 or (weights is not None and not np.any(weights)):
        return 0.0, 0.0
    criteria = model._criteria(X, weights)
    return criteria["log_likelihood"], criteria["observations"]


def mean_of(sums: list[tuple[float, float]]) -> float:
    likelihood, observations = (float(np.sum(column)) for column in zip(*sums))
    return likelihood / observations
