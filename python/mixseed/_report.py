"""The page of a fit."""

from __future__ import annotations

import os
from typing import Any

from . import _core
from ._arguments import rows_of, threads_of, weights_of


def write(mixture: Any, path: str | os.PathLike[str], X: Any, sample_weight: Any, title: str) -> None:
    model = mixture._mixture()
    if not hasattr(mixture, "_repairs_by_restart"):
        raise ValueError("this mixture was not fitted here: it has no restarts to report; plot() draws it")
    rows = None if X is None else rows_of(mixture, X, reset=False)
    weights = None if rows is None else weights_of(sample_weight, rows)
    told = {
        "method": mixture.method_,
        "seed": mixture.seed_,
        "rows": mixture.n_samples_,
        "best": mixture._best_restart,
        "share_at_best": mixture.share_at_best_,
        "resolution": mixture.resolution_,
        "advice": mixture._advice,
        "observations": mixture._observations,
        "restarts": mixture.restarts_,
        "repairs_by_restart": mixture._repairs_by_restart,
        "traces": mixture.traces_,
    }
    names = [str(name) for name in getattr(mixture, "feature_names_in_", [])]
    page = _core.fit_page(rows, weights, model, told, threads_of(mixture.n_jobs), title, names)
    _core.write_file(os.fsencode(path), page)
