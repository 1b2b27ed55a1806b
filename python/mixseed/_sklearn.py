"""scikit-learn where it is installed, and the little that stands in for it where it is not."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

__all__ = [
    "BaseEstimator",
    "ClassifierMixin",
    "ConvergenceWarning",
    "DensityMixin",
    "NotFittedError",
    "RegressorMixin",
    "check_is_fitted",
    "labels_of",
    "validate",
]

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, DensityMixin, RegressorMixin
    from sklearn.exceptions import ConvergenceWarning, NotFittedError
    from sklearn.utils import assert_all_finite, column_or_1d
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted

    def checked_labels(y: Any) -> np.ndarray:
        labels = column_or_1d(y, warn=True)
        assert_all_finite(labels)
        check_classification_targets(labels)
        return labels

    try:
        from sklearn.utils.validation import validate_data

        def validate(estimator: Any, X: Any, *, allow_nan: bool = False, **how: Any) -> np.ndarray:
            return validate_data(estimator, X, ensure_all_finite="allow-nan" if allow_nan else True, **how)

    except ImportError:  # before 1.6 it was a method

        def validate(estimator: Any, X: Any, *, allow_nan: bool = False, **how: Any) -> np.ndarray:
            return estimator._validate_data(X, force_all_finite="allow-nan" if allow_nan else True, **how)

except ImportError:

    class ConvergenceWarning(UserWarning):  # type: ignore[no-redef]
        """EM used all its rounds."""

    class NotFittedError(ValueError, AttributeError):  # type: ignore[no-redef]
        """Something was asked that only a fitted estimator knows."""

    class DensityMixin:  # type: ignore[no-redef]
        """Nothing: with scikit-learn it says what kind of estimator this is."""

    class RegressorMixin:  # type: ignore[no-redef]
        """The score of a regressor."""

        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
            """R², the mean over the outputs."""
            y = np.asarray(y, dtype=np.float64)
            errors = y - self.predict(X)  # type: ignore[attr-defined]
            total = np.average((y - np.average(y, axis=0, weights=sample_weight)) ** 2, axis=0, weights=sample_weight)
            return float(np.mean(1 - np.average(errors**2, axis=0, weights=sample_weight) / total))

    class ClassifierMixin:  # type: ignore[no-redef]
        """The share of rows that are predicted rightly."""

        def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
            return float(np.average(self.predict(X) == np.asarray(y), weights=sample_weight))  # type: ignore[attr-defined]

    def checked_labels(y: Any) -> np.ndarray:
        labels = np.asarray(y)
        if labels.ndim != 1 or labels.dtype.kind in "fc" and not np.equal(np.mod(labels, 1), 0).all():
            raise ValueError("y: expected a label for each row, as text or whole numbers")
        return labels

    class BaseEstimator:  # type: ignore[no-redef]
        """Parameters are the arguments of ``__init__``."""

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            names = [name for name in inspect.signature(type(self).__init__).parameters if name != "self"]
            return {name: getattr(self, name) for name in names}

        def set_params(self, **parameters: Any) -> Any:
            known = self.get_params()
            for name, value in parameters.items():
                if name not in known:
                    raise ValueError(f"{type(self).__name__} has no parameter {name!r}, only {', '.join(known)}")
                setattr(self, name, value)
            return self

        def __repr__(self) -> str:
            signature = inspect.signature(type(self).__init__).parameters
            changed = {name: value for name, value in self.get_params().items() if value is not signature[name].default}
            inside = ", ".join(f"{name}={value!r}" for name, value in changed.items())
            return f"{type(self).__name__}({inside})"

    def check_is_fitted(estimator: Any) -> None:
        if not any(hasattr(estimator, name) for name in ("means_", "mixture_", "mixtures_")):
            raise NotFittedError(f"this {type(estimator).__name__} is not fitted yet: call fit first")

    def validate(  # type: ignore[misc]
        estimator: Any, X: Any, *, dtype: Any, reset: bool, ensure_min_samples: int = 1, allow_nan: bool = False
    ) -> np.ndarray:
        names = [name for name in getattr(X, "columns", []) if isinstance(name, str)]
        X = np.asarray(X)
        if X.dtype not in dtype:
            X = X.astype(np.float64)
        if X.ndim != 2:
            raise ValueError(f"expected rows and columns, got an array of {X.ndim} dimension(s)")
        if X.shape[0] < ensure_min_samples:
            raise ValueError(f"expected at least {ensure_min_samples} samples, got {X.shape[0]}")
        if reset:
            estimator.n_features_in_ = X.shape[1]
            if names:
                estimator.feature_names_in_ = np.array(names, dtype=object)
        elif X.shape[1] != estimator.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but {estimator.n_features_in_} were fitted")
        elif names and names != list(getattr(estimator, "feature_names_in_", names)):
            raise ValueError(f"the columns are {names}, expected {list(estimator.feature_names_in_)} in this order")
        return X


def labels_of(y: Any, rows: int) -> np.ndarray:
    """The labels of the rows. Raises ValueError for another number of them, and for measurements instead of labels."""
    if y is None:
        raise ValueError("fit requires y to be passed, but the target y is None: expected the class of every row")
    labels = checked_labels(y)
    if len(labels) != rows:
        raise ValueError(f"y: expected a label for each of {rows} rows, got {len(labels)} labels")
    return labels
