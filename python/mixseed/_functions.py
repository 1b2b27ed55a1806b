"""Verbs beside the estimator."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np

from . import _core
from ._arguments import check_parameters, em_settings, rows_of, seed_of, threads_of, weights_of, whole_number
from ._gaussian_mixture import GaussianMixture
from ._model import KINDS
from ._progress import Display
from ._selection import Selection
from ._starts import DRAWN, pipeline_of
from ._team import is_chunks_or_team, team_for

# More than anybody fits; a range may have any length.
MOST_NUMBERS = 100_000


def methods() -> list[dict[str, Any]]:
    """Every seeder and refiner with its alias, a summary, its source and its parameters with their defaults.

    >>> import mixseed
    >>> [method["name"] for method in mixseed.methods() if method["alias"] == "ad"]
    ['adaptive']
    """
    return _core.methods()


def seed(
    X: Any, k: int, method: Any = "auto", random_state: Any = None, *, sample_weight: Any = None, **parameters: Any
) -> GaussianMixture:
    """The start alone: the mixture that would enter EM. `parameters` are those of GaussianMixture.

    >>> import numpy as np, mixseed
    >>> X = np.random.RandomState(0).normal(size=(100, 2))
    >>> start = mixseed.seed(X, 3, "ad/cem", random_state=1)
    >>> fitted = mixseed.GaussianMixture(3, init_params="ad/cem", random_state=1).fit(X)
    >>> abs(start.score(X) - fitted.restarts_[0]["initial_log_likelihood"]) < 1e-9
    True
    """
    start = GaussianMixture(k, init_params=method, random_state=random_state, max_iter=0, **parameters)
    return start.fit(X, sample_weight=sample_weight)


def select(
    X: Any, ks: Iterable[int], criterion: str = "bic", *, sample_weight: Any = None, **parameters: Any
) -> Selection:
    """Fits every number of components in `ks` and chooses by 'bic', 'aic' or 'icl'.

    With one family every model is that of ``GaussianMixture(k, ...).fit(X)``, to the last bit, with one exception: a
    model that is less likely than one with fewer components, or has collapsed where that one has not, is fitted again
    from it, and has one restart more in `restarts_`. Most methods seed once for all numbers, which saves time.

    `covariance_type` may be a list of covariance families, or 'all' fourteen: then every number is fitted with every
    family, and the choice is among all of them. Families share their seeds and are also fitted from one another's
    models, so a model may be another one, mostly a better one, than without the other families (docs/families.md).

    `parameters` are those of GaussianMixture; the start has to be a method of the engine.

    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9, 18)])
    >>> mixseed.select(X, range(1, 6), random_state=0).n_components
    3
    >>> chosen = mixseed.select(X, [2, 3], covariance_type=["EII", "VVV"], random_state=0)
    >>> chosen.best.covariance_type, chosen.n_components
    ('EII', 3)
    """
    chosen, _ = selected(X, ks, criterion, sample_weight, parameters)
    chosen.best._warn_of_data(stacklevel=3)
    return chosen


def selected(
    X: Any, ks: Iterable[int], criterion: str, sample_weight: Any, parameters: dict[str, Any]
) -> tuple[Selection, dict[str, Any]]:
    """The selection, without warnings, and what the engine says of the best fit."""
    numbers = numbers_of("ks", ks)
    kinds = several(parameters.get("covariance_type"))
    if kinds:
        parameters = {**parameters, "covariance_type": "full"}
    models = [GaussianMixture(k, **parameters) for k in numbers]
    for model in models:
        check_parameters(model)
    first = models[0]
    check_start(first)
    rows: _core.Team | np.ndarray
    weights: np.ndarray | None = None
    if is_chunks_or_team(X):
        rows = team = team_for(first, X, sample_weight)
        families = _core.family_names(kinds, team.columns()) if kinds else []
    else:
        rows = array = rows_of(first, X, reset=True)
        families = _core.family_names(kinds, array.shape[1]) if kinds else []
        weights = weights_of(sample_weight, array)
    if families:
        settings = [{**parameters, "covariance_type": KINDS[family]} for family in families]
        models = [GaussianMixture(k, **setting) for setting in settings for k in numbers]
    with Display(first.verbose, first.verbose_interval) as tell:
        results, best = _core.select(
            rows,
            weights=weights,
            components=numbers,
            families=families,
            criterion=criterion,
            method=pipeline_of(first),
            em=em_settings(first),
            seed=seed_of(first.random_state),
            restarts=int(first.n_init),
            threads=threads_of(first.n_jobs),
            order=first.order or "",
            tell=tell,
            missing=first.missing,
        )
    for model, result in zip(models, results):
        model._take_fit(result)
        if hasattr(first, "feature_names_in_"):
            model.feature_names_in_ = first.feature_names_in_
    table = [line_of(*pair) for pair in zip(models, results)]
    return Selection(criterion, models[best], models, table), results[best]


def numbers_of(name: str, ks: Iterable[int]) -> list[int]:
    """Numbers of components, ascending, each once. Raises ValueError if there are none or one is invalid."""
    listed = list(islice(ks, MOST_NUMBERS + 1))
    if len(listed) > MOST_NUMBERS:
        raise ValueError(f"{name}: expected at most {MOST_NUMBERS} numbers of components, got more")
    if not listed:
        raise ValueError(f"{name}: expected at least one number of components")
    return sorted({whole_number(name, k, 1) for k in listed})


def several(covariance_type: Any) -> str:
    """The families to choose from, as text; empty without a choice."""
    if covariance_type is None:
        return ""
    try:
        text = covariance_type if isinstance(covariance_type, str) else ",".join(covariance_type)
    except TypeError:
        raise ValueError(
            f"covariance_type: expected a family, a list of families or 'all', got {covariance_type!r}"
        ) from None
    return text if text == "all" or "," in text or not isinstance(covariance_type, str) else ""


def check_start(model: GaussianMixture) -> None:
    if model.budget is not None:
        raise ValueError("budget: it is for one number of components, GaussianMixture(k, budget=...)")
    given = [name for name, value in model.get_params().items() if name.endswith("_init") and name != "n_init"]
    given = [name for name in given if getattr(model, name) is not None]
    if given:
        raise ValueError(f"{given[0]} fixes the number of components: expected a method of the engine")
    if not isinstance(model.init_params, str) or model.init_params in DRAWN:
        raise ValueError(f"init_params: expected a method of the engine, got {model.init_params!r}")


def line_of(model: GaussianMixture, result: dict[str, Any]) -> dict[str, Any]:
    names = ("log_likelihood", "parameters", "bic", "aic", "icl", "collapsed", "n_iter", "converged")
    said = {"n_components": model.n_components, "components": model.n_components, "covariance": model.covariance_type}
    return {**said, **{name: result[name] for name in names}}
