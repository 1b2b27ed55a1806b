"""What a mixture is, and how one comes and goes: parameters, files and scikit-learn."""

from __future__ import annotations

import os
from typing import Any, TypeVar

import numpy as np

from . import _core
from ._arguments import COVARIANCES, LAYOUTS
from ._sklearn import check_is_fitted

Self = TypeVar("Self", bound="Model")

# What a model file says of the fit, and the attribute that has it.
ORIGIN = {
    "method": "method_",
    "seed": "seed_",
    "rows": "n_samples_",
    "rounds": "n_iter_",
    "converged": "converged_",
    "log_likelihood": "lower_bound_",
    "resolution": "resolution_",
}
# What the engine calls a family, and scikit-learn if it has a word for it.
KINDS = {engine: "diag" if engine == "diagonal" else engine for engine in COVARIANCES.values()}


class Model:
    """`weights_`, `means_` and `covariances_`."""

    random_state: Any
    n_jobs: Any
    covariance_type: Any
    missing: str
    n_components: Any
    weights_: np.ndarray
    means_: np.ndarray
    covariances_: np.ndarray
    n_features_in_: int

    @property
    def _family(self) -> str:
        """The word for the family of the model itself; a class that chooses the family overrides it."""
        return self.covariance_type

    def _mixture(self) -> _core.Mixture:
        check_is_fitted(self)
        kind = COVARIANCES[self._family]
        return _core.Mixture(kind, self.weights_, self.means_, self.covariances_, getattr(self, "noise_", None))

    def _take_model(self, parts: dict[str, Any]) -> None:
        """The attributes that describe the model itself."""
        self.weights_, self.means_, self.covariances_ = parts["weights"], parts["means"], parts["covariances"]
        self.noise_: dict[str, Any] | None = parts["noise"]
        self.n_features_in_ = self.means_.shape[1]

    @property
    def precisions_(self) -> np.ndarray:
        """The inverses of `covariances_`. Raises ValueError when a double cannot hold one of them."""
        return self._mixture().precisions()

    @property
    def precisions_cholesky_(self) -> np.ndarray:
        """Upper triangular factors of the precisions, as scikit-learn has them."""
        return self._mixture().precision_factors()

    @classmethod
    def from_parameters(
        cls: type[Self], weights: Any, means: Any, covariances: Any, covariance_type: str = "full", **parameters: Any
    ) -> Self:
        """The mixture with these parameters, as if it had been fitted.

        >>> import mixseed
        >>> mixture = mixseed.GaussianMixture.from_parameters([0.5, 0.5], [[0.0], [4.0]], [1.0, 1.0], "spherical")
        >>> mixture.predict([[1.0], [3.0]])
        array([0, 1])
        """
        mixture = _core.Mixture(COVARIANCES[covariance_type], weights, means, covariances)
        mixture.check()
        return cls._from_parts(mixture.parts(), **parameters)

    @classmethod
    def _from_parts(cls: type[Self], parts: dict[str, Any], **parameters: Any) -> Self:
        made: Any = cls()
        made.set_params(n_components=len(parts["weights"]), covariance_type=KINDS[parts["family"]])
        made.set_params(noise=parts["noise"] is not None, **parameters)
        made._take_model(parts)
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file that the command line reads and writes (JSON, exact numbers, names of columns).

        >>> import mixseed, os, tempfile
        >>> mixture = mixseed.GaussianMixture.from_parameters([1.0], [[0.0, 2.0]], [[1.0, 0.1]], "diag")
        >>> path = os.path.join(tempfile.mkdtemp(), "model.json")
        >>> mixture.save(path)
        >>> mixseed.GaussianMixture.load(path).means_
        array([[0., 2.]])
        """
        origin = {key: getattr(self, name) for key, name in ORIGIN.items() if hasattr(self, name)}
        names = [str(name) for name in getattr(self, "feature_names_in_", [])]
        _core.save(os.fsencode(path), self._mixture(), names, origin)

    @classmethod
    def load(cls: type[Self], path: str | os.PathLike[str], **parameters: Any) -> Self:
        """The mixture of a model file, with the names of its columns and what the file says of its fit.

        `parameters` are those of the class, for a fit that goes on from there.
        """
        with open(path, "rb"):
            pass  # a file that cannot be read is an OSError of Python's own
        parts = _core.load(os.fsencode(path))
        made: Any = cls._from_parts(parts, **parameters)
        for key, value in parts["origin"].items():
            setattr(made, ORIGIN[key], value)
        if parts["columns"]:
            made.feature_names_in_ = np.array(parts["columns"], dtype=object)
        return made

    def to_sklearn(self) -> Any:
        """The same model as a fitted sklearn.mixture.GaussianMixture, which knows a family by its layout only."""
        from sklearn.mixture import GaussianMixture

        if getattr(self, "noise_", None) is not None:
            raise ValueError("to_sklearn: expected a mixture without noise, which scikit-learn's does not know")
        mixture = self._mixture()
        parts = mixture.parts()
        layout = LAYOUTS[self._family]
        other = GaussianMixture(len(self.weights_), covariance_type=layout, random_state=self.random_state)
        other.weights_, other.means_, other.covariances_ = parts["weights"], parts["means"], parts["covariances"]
        other.precisions_, other.precisions_cholesky_ = mixture.precisions(), mixture.precision_factors()
        for name in ("n_features_in_", "feature_names_in_", "converged_", "n_iter_", "lower_bound_", "lower_bounds_"):
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))
        return other

    @classmethod
    def from_sklearn(cls: type[Self], other: Any, **parameters: Any) -> Self:
        """The same model as a fitted sklearn.mixture.GaussianMixture, which stays as it is."""
        covariances = np.asarray(other.covariances_, dtype=np.float64)
        made = cls.from_parameters(other.weights_, other.means_, covariances, other.covariance_type, **parameters)
        for name in ("feature_names_in_", "converged_", "n_iter_", "lower_bound_"):
            if hasattr(other, name):
                setattr(made, name, getattr(other, name))
        return made


def full_covariances(model: Any) -> np.ndarray:
    """One matrix for each component, whatever the family: [K, d, d]."""
    count, d = model.means_.shape
    layout, given = LAYOUTS[model._family], np.asarray(model.covariances_)
    if layout == "tied":
        return np.repeat(given[np.newaxis], count, axis=0)
    if layout == "full":
        return given
    return np.eye(d) * np.broadcast_to(given.reshape(count, -1), (count, d))[:, np.newaxis, :]
