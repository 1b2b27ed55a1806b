"""Gaussian mixtures, fitted by EM from well-chosen starts.

>>> import numpy as np, mixseed
>>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9)])
>>> mixture = mixseed.GaussianMixture(2, random_state=0).fit(X)
>>> mixture.predict([[0.0, 0.0]]) == mixture.predict([[9.0, 9.0]])
array([False])
"""

from ._anndata import cluster_anndata
from ._auto_gaussian_mixture import AutoGaussianMixture
from ._bootstrap import Bootstrap, RatioTest, bootstrap, ratio_test
from ._chunks import Chunks, chunks
from ._classifier import GaussianMixtureClassifier
from ._core import __version__
from ._functions import methods, seed, select
from ._gaussian_mixture import GaussianMixture
from ._laboratory import Comparison, compare, generate
from ._matching import Matching, match
from ._mclust import BicTable, MclustResult, mclust
from ._regressor import GaussianMixtureRegressor
from ._replay import Replay, replay
from ._rounds import merge, summarize, update
from ._selection import Selection
from ._team import WINDOW, Part, Team, team
from ._warnings import CollapseWarning, DataWarning

__all__ = [
    "AutoGaussianMixture",
    "BicTable",
    "Bootstrap",
    "Chunks",
    "CollapseWarning",
    "DataWarning",
    "Comparison",
    "GaussianMixture",
    "GaussianMixtureClassifier",
    "GaussianMixtureRegressor",
    "Matching",
    "MclustResult",
    "Part",
    "RatioTest",
    "Replay",
    "Selection",
    "Team",
    "WINDOW",
    "__version__",
    "bootstrap",
    "chunks",
    "cluster_anndata",
    "compare",
    "generate",
    "match",
    "mclust",
    "merge",
    "methods",
    "ratio_test",
    "replay",
    "seed",
    "select",
    "summarize",
    "team",
    "update",
]
