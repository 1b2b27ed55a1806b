"""Clusters of an AnnData object, as tools for spatial transcriptomics obtain them from R's mclust."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ._mclust import MclustResult, chosen_by_bic


def cluster_anndata(
    adata: Any,
    G: int | Iterable[int] = range(1, 10),
    *,
    use_rep: str,
    model_names: str | Sequence[str] | None = None,
    key_added: str = "mclust",
    labels_from: int = 1,
    random_state: Any = 0,
    wider_search: bool = True,
    prior: float | str = 0,
    resolution: float | str | Any = 0,
    **parameters: Any,
) -> MclustResult:
    """Clusters the observations of an AnnData object by `mclust`, and writes the clusters into it.

    It needs neither R nor the package anndata: the object has to have `obsm`, `obs` and `uns`. pandas is required.

    Parameters
    ----------
    adata : AnnData
        Is changed: ``obs[key_added]`` has the clusters as a categorical column, ``obs[key_added + "_uncertainty"]`` their
        uncertainty, and ``uns[key_added]`` a dict with `model_name`, `G`, `n`, `d`, `df`, `loglik`, `bic`, `icl` and
        `use_rep`.
    G : int or iterable of int
        The number of clusters, or the numbers to choose from by BIC.
    use_rep : str
        The key of the coordinates in `adata.obsm`, such as 'X_pca'.
    model_names, labels_from, random_state, wider_search, prior, resolution, **parameters
        As in `mclust`; here the first cluster is 1, as tools expect that call R's. Most of them use model_names='EEE'.

    >>> import numpy as np, mixseed
    >>> from types import SimpleNamespace
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9)])
    >>> adata = SimpleNamespace(obsm={"X_pca": X}, obs={}, uns={})      # or an AnnData object
    >>> found = mixseed.cluster_anndata(adata, 2, use_rep="X_pca", model_names="EEE")
    >>> adata.obs["mclust"].categories.tolist(), adata.uns["mclust"]["model_name"]
    ([1, 2], 'EEE')
    """
    import pandas

    if use_rep not in adata.obsm:
        raise ValueError(f"use_rep: expected a key of adata.obsm, one of {sorted(adata.obsm.keys())}, got {use_rep!r}")
    rows = adata.obsm[use_rep]
    given = dict(parameters, prior=prior, resolution=resolution, random_state=random_state)
    result = chosen_by_bic(np.asarray(rows), G, model_names, labels_from, wider_search, given)
    result.model._warn_of_data(stacklevel=3)
    adata.obs[key_added] = pandas.Categorical(result.classification)
    adata.obs[f"{key_added}_uncertainty"] = result.uncertainty
    names = ("model_name", "G", "n", "d", "df", "loglik", "bic", "icl")
    adata.uns[key_added] = {**{name: getattr(result, name) for name in names}, "use_rep": use_rep}
    return result
