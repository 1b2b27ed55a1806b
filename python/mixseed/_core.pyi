from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__version__: str
NOISE_SHARE: float
PRIOR_BY_RULE: float
PRIOR_BY_METHOD: float

Floats = NDArray[np.float64]
Rows = NDArray[np.float64] | NDArray[np.float32]
Tell = Callable[[list[Any]], None] | None

class EmSettings:
    def __init__(
        self,
        covariance: str,
        rounds: int,
        tol: float,
        floor: float,
        noise: float,
        prior: float,
        resolution: list[float],
    ) -> None: ...

WINDOW: int

class Part:
    def __init__(self, rows: Rows, weights: Floats | None = None, first_row: int = 0, threads: int = 1) -> None: ...
    def answer(self, question: bytes) -> bytes: ...

class Team:
    def __init__(self, ask: Callable[[bytes], Sequence[bytes]], threads: int = 1) -> None: ...
    @staticmethod
    def from_chunks(make_iterator: Callable[[], Any], threads: int = 1, memory: int = 1 << 30) -> Team: ...
    def columns(self) -> int: ...

class ArrowReader:
    def __init__(self, stream: Any, names: Sequence[str], weight: str) -> None: ...
    def names(self) -> list[str]: ...
    def next(self) -> tuple[Rows, Floats | None] | None: ...

class Mixture:
    def __init__(
        self, covariance: str, weights: Any, means: Any, covariances: Any, noise: dict[str, Any] | None = None
    ) -> None: ...
    def score_rows(self, X: Rows, threads: int, missing: str = "error") -> Floats: ...
    def assign(self, X: Rows, threads: int, missing: str = "error") -> NDArray[np.int64]: ...
    def responsibilities(self, X: Rows, threads: int, missing: str = "error") -> Floats: ...
    def impute(self, X: Rows, threads: int) -> Floats: ...
    def criteria(
        self, X: Rows, weights: Floats | None, threads: int, missing: str = "error"
    ) -> dict[str, float]: ...
    def sample(self, n: int, seed: int) -> tuple[Floats, NDArray[np.int64]]: ...
    def parts(self) -> dict[str, Any]: ...
    def marginal(self, columns: Sequence[int]) -> Mixture: ...
    def conditional(self, columns: Sequence[int], values: Sequence[float]) -> Mixture: ...
    def precisions(self) -> Floats: ...
    def precision_factors(self) -> Floats: ...
    def free_parameters(self) -> int: ...
    def check(self) -> None: ...

def fit(
    X: Rows | Team,
    *,
    weights: Floats | None = None,
    components: int,
    method: str,
    em: EmSettings,
    starts: list[Any] = ...,
    known: dict[str, Floats] = ...,
    seed: int = 0,
    restarts: int = 1,
    threads: int = 0,
    order: str = "",
    budget: str = "",
    tell: Tell = None,
    missing: str = "error",
    columns: Sequence[str] = ...,
) -> dict[str, Any]: ...
def select(
    X: Rows | Team,
    *,
    weights: Floats | None = None,
    components: Sequence[int],
    families: Sequence[str] = ...,
    criterion: str,
    method: str,
    em: EmSettings,
    seed: int = 0,
    restarts: int = 1,
    threads: int = 0,
    order: str = "",
    tell: Tell = None,
    missing: str = "error",
) -> tuple[list[dict[str, Any]], int]: ...
def bootstrap(
    X: Rows,
    *,
    weights: Floats | None = None,
    model: Mixture,
    em: EmSettings,
    replications: int,
    kind: str,
    level: float,
    seed: int,
    threads: int,
) -> dict[str, Any]: ...
def ratio_test(
    X: Rows,
    *,
    weights: Floats | None = None,
    model: Mixture,
    method: str,
    em: EmSettings,
    replications: int,
    restarts: int,
    seed: int,
    threads: int,
) -> dict[str, Any]: ...
def summarize(model: Mixture, X: Rows, weights: Floats | None, threads: int) -> bytes: ...
def merge(summaries: Sequence[bytes]) -> bytes: ...
def update(summary: bytes, floor: float) -> dict[str, Any]: ...
def estimate(
    X: Rows,
    weights: Floats | None,
    memberships: NDArray[Any],
    components: int,
    covariance: str,
    threads: int,
    missing: str = "error",
) -> tuple[Floats, Floats, Floats]: ...
def save(path: bytes, mixture: Mixture, columns: Sequence[str], origin: dict[str, Any]) -> None: ...
def load(path: bytes) -> dict[str, Any]: ...
def generate(
    rows: int,
    dim: int,
    components: int,
    separation: float,
    weight_skew: float,
    sizes: str,
    least_eccentricity: float,
    most_eccentricity: float,
    noise: float,
    seed: int,
) -> tuple[Floats, NDArray[np.int64], dict[str, Any]]: ...
def compare(
    X: Rows,
    weights: Floats | None,
    components: int,
    methods: list[str],
    seeds: int,
    rules: str,
    threads: int,
    tell: Tell,
) -> tuple[list[dict[str, Any]], int]: ...
def families() -> list[dict[str, Any]]: ...
def family_names(text: str, columns: int) -> list[str]: ...
def replay_page(
    X: Rows,
    weights: Floats | None,
    components: int,
    methods: list[str],
    seed: int,
    threads: int,
    title: str,
    names: list[str],
) -> str: ...
def fit_page(
    X: Rows | None,
    weights: Floats | None,
    model: Mixture,
    told: dict[str, Any],
    threads: int,
    title: str,
    columns: list[str],
) -> str: ...
def write_file(path: bytes, text: str) -> None: ...
def methods() -> list[dict[str, Any]]: ...
def kernels_in_use() -> str: ...
