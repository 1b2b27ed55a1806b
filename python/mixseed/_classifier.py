"""The classifier: discriminant analysis by Gaussian mixtures.

MclustDA: Fraley & Raftery, "Model-based clustering, discriminant analysis, and density estimation", JASA 97, 2002.
EDDA: Bensmail & Celeux, "Regularized Gaussian discriminant analysis through eigenvalue decomposition", JASA 91, 1996.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np

from . import _core
from ._arguments import generator_of, recording_steps, rows_of, threads_of, weights_of, whole_number
from ._discriminant import (
    LabelledRows,
    checked_costs,
    class_log_densities,
    decided,
    given_priors,
    joint_fit,
    left_out_cost,
    line_of,
    log_posteriors,
    parted,
    quietly_fitted,
    rows_needed,
    stratified_folds,
)
from ._functions import numbers_of, selected, several
from ._gaussian_mixture import WEIGHTS_AND_DRAWS, GaussianMixture
from ._model import KINDS
from ._sklearn import BaseEstimator, ClassifierMixin, ConvergenceWarning, check_is_fitted, labels_of
from ._team import is_chunks_or_team
from ._warnings import CollapseWarning

CRITERIA = {"MclustDA": ("bic", "aic", "icl"), "EDDA": ("bic", "aic", "cv")}
# Parameters that every fit of a class takes as they are, and those of a fit of all classes together.
SHARED = ("tol", "reg_covar", "max_iter", "n_init", "init_params", "random_state", "n_jobs", "prior", "missing")
JOINT = ("reg_covar", "n_jobs", "missing")


class GaussianMixtureClassifier(ClassifierMixin, BaseEstimator):
    """Discriminant analysis: a Gaussian mixture, or a Gaussian, for each class, and Bayes' rule (docs/classification.md).

    Parameters
    ----------
    n_components : int or iterable of int
        MclustDA: the numbers of components to choose from, for each class. Of several numbers, those with fewer than
        D + 1 rows per component are left out, unless all are. EDDA has one Gaussian per class.
    model_type : 'MclustDA' or 'EDDA'
        'MclustDA': each class has a mixture of its own. 'EDDA': each class has one Gaussian, all of one covariance
        family, so that classes may share parameters.
    covariance_type : str or iterable of str
        'all' fourteen families, one of them, or a list of them (docs/families.md). EDDA with 'tied' is linear
        discriminant analysis, with 'full' quadratic discriminant analysis.
    criterion : 'bic', 'aic', 'icl' (MclustDA) or 'cv' (EDDA)
        The candidate with the smallest criterion is chosen, among those without collapsed components if there are any.
        'cv' is the mean cost of rows that were left out, without `costs` the error rate; BIC ranks equal ones.
    n_folds : int
        The number of folds of 'cv', stratified by class.
    priors : None or array-like of shape (n_classes,)
        The probabilities of the classes, in the order of `classes_`; None takes those of the training rows.
    costs : None or array-like of shape (n_classes, n_classes)
        ``costs[i, j]`` is the cost of predicting class j where i is right; `predict` minimises the expected cost.
    reg_covar : float from 0 to 1
        MclustDA: no covariance of a class falls below this share of the columns' variances over all classes. The M-step
        of EDDA has 1e-6 of their covariance, whatever `reg_covar` is.
    resolution : 'auto', float or array-like of shape (n_features,)
        The recording steps of the columns; 'auto' estimates them from the rows of all classes.
    tol, max_iter, n_init, init_params, random_state, n_jobs, prior, missing
        As in `GaussianMixture`; `prior` counts pseudo-rows of components and is unrelated to `priors`. EDDA needs only
        `random_state` (for 'cv'), `n_jobs` and `missing`.

    Attributes
    ----------
    classes_, priors_ : ndarray
        The labels, sorted, and their probabilities.
    mixtures_ : list of GaussianMixture
        The mixture of each class.
    n_components_, covariance_types_ : list
        The number of components, and the family, of each class.
    candidates_ : list
        MclustDA: for each class the table of `select`. EDDA: a dict for each family, with `covariance`, `log_likelihood`
        (mean per row, of row and label), `parameters`, `bic`, `aic`, `collapsed` and, if it was measured, `cv`.
    criterion_ : float
        The criterion of the choice; MclustDA: the sum over the classes.
    n_iter_ : int
        The largest number of rounds of EM among the classes; 1 for EDDA.
    n_features_in_, feature_names_in_

    Examples
    --------
    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9, 18)])
    >>> y = np.repeat(["outer", "inner", "outer"], 100)
    >>> classifier = mixseed.GaussianMixtureClassifier(n_components=range(1, 4), random_state=0).fit(X, y)
    >>> classifier.classes_.tolist(), classifier.n_components_
    (['inner', 'outer'], [1, 2])
    >>> classifier.predict([[9.0, 9.0], [18.0, 18.0]]).tolist(), classifier.score(X, y)
    (['inner', 'outer'], 1.0)
    """

    def __init__(
        self,
        n_components: int | Iterable[int] = (1, 2, 3, 4, 5),
        *,
        model_type: str = "MclustDA",
        covariance_type: str | Iterable[str] = "all",
        criterion: str = "bic",
        n_folds: int = 10,
        priors: Any = None,
        costs: Any = None,
        tol: float = 1e-5,
        reg_covar: float = 1e-6,
        max_iter: int = 200,
        n_init: int = 1,
        init_params: str = "auto",
        random_state: Any = None,
        n_jobs: int | None = None,
        prior: float | str | None = None,
        resolution: float | str | Any = "auto",
        missing: str = "error",
    ):
        self.n_components = n_components
        self.model_type = model_type
        self.covariance_type = covariance_type
        self.criterion = criterion
        self.n_folds = n_folds
        self.priors = priors
        self.costs = costs
        self.tol = tol
        self.reg_covar = reg_covar
        self.max_iter = max_iter
        self.n_init = n_init
        self.init_params = init_params
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.prior = prior
        self.resolution = resolution
        self.missing = missing

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn from 1.6 on may assume of this estimator."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing == "marginal"
        return tags

    def _more_tags(self) -> dict[str, Any]:
        """The same for scikit-learn before 1.6, which also asks here for checks that cannot hold."""
        is_drawn = self.model_type == "MclustDA" and self.n_components != 1
        failing = {"check_sample_weights_invariance": WEIGHTS_AND_DRAWS} if is_drawn else {}
        return {"allow_nan": self.missing == "marginal", "_xfail_checks": failing}

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> GaussianMixtureClassifier:
        """Fits the classes `y` of the rows. A `sample_weight` of 3 means the row three times, of 0 that it is left out."""
        before = dict(vars(self))
        try:
            self._fit(X, y, sample_weight)
        except BaseException:  # a fit that fails leaves the estimator as it was
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        numbers = self._checked_numbers()
        if is_chunks_or_team(X):
            raise ValueError("GaussianMixtureClassifier: expected the rows as an array or a data frame")
        rows = rows_of(self, X, reset=True)
        labels = labels_of(y, len(rows))
        weights = weights_of(sample_weight, rows)
        if weights is not None and (weights == 0).any():
            rows, labels, weights = rows[weights != 0], labels[weights != 0], weights[weights != 0]
        self.classes_, codes = np.unique(labels, return_inverse=True)
        count = len(self.classes_)
        if count < 2:
            raise ValueError(f"y has one class, {self.classes_.tolist()[0]!r}: a classifier needs at least two classes")
        data = LabelledRows(rows, codes, weights, count)
        priors = None if self.priors is None else given_priors(self.priors, count)
        self.priors_: np.ndarray = data.class_shares() if priors is None else priors
        costs = checked_costs(self.costs, count)
        steps, variances = self._steps_and_variances(data)
        if self.model_type == "EDDA":
            self._fit_jointly(data, priors, costs, steps)
        else:
            # A lower bound from all classes: one class may be constant in a column, or have too few rows for a covariance.
            self._fit_apart(data, numbers, np.maximum(steps, np.sqrt(2 * float(self.reg_covar) * variances)))
        if hasattr(self, "feature_names_in_"):
            for mixture in self.mixtures_:
                mixture.feature_names_in_ = self.feature_names_in_

    def _checked_numbers(self) -> list[int]:
        if self.model_type not in CRITERIA:
            raise ValueError(f"model_type: expected 'MclustDA' or 'EDDA', got {self.model_type!r}")
        allowed = CRITERIA[self.model_type]
        if self.criterion not in allowed:
            raise ValueError(f"criterion: expected one of {allowed} for {self.model_type}, got {self.criterion!r}")
        whole_number("n_folds", self.n_folds, 2)
        if isinstance(self.n_components, Integral):
            return [whole_number("n_components", self.n_components, 1)]
        if not isinstance(self.n_components, Iterable):
            raise ValueError(f"n_components: expected a whole number or several of them, got {self.n_components!r}")
        return numbers_of("n_components", self.n_components)

    def _steps_and_variances(self, data: LabelledRows) -> tuple[np.ndarray, np.ndarray]:
        """The recording steps and the variances of the columns, over all classes."""
        settings = {name: getattr(self, name) for name in (*JOINT, "resolution")}
        one = quietly_fitted(GaussianMixture(1, covariance_type="diag", max_iter=0, random_state=0, **settings), data)
        steps = recording_steps(self.resolution)
        return np.broadcast_to(steps, data.X.shape[1]) if steps else one.resolution_, one.covariances_[0]

    def _fit_apart(self, data: LabelledRows, numbers: list[int], resolution: np.ndarray) -> None:
        """MclustDA: a mixture for each class."""
        settings = {name: getattr(self, name) for name in SHARED}
        settings.update(covariance_type=self.covariance_type, resolution=resolution)
        self.mixtures_: list[GaussianMixture] = []
        self.candidates_: list[Any] = []
        self.criterion_: float = 0.0
        for code, label in enumerate(self.classes_.tolist()):
            own = data.part(data.codes == code)
            rows, columns = own.X.shape
            if rows < 2:
                told = "expected at least 2. Leave it out, or use model_type='EDDA', where classes share covariances"
                raise ValueError(f"class {label!r} has 1 row: {told}")
            fitting = [k for k in numbers if k * (columns + 1) <= rows] or numbers[:1]
            if fitting[0] > rows:
                raise ValueError(f"n_components: class {label!r} has {rows} rows, fewer than {fitting[0]} components")
            try:
                chosen, _ = selected(own.X, fitting, self.criterion, own.weights, settings)
            except ValueError as error:
                raise ValueError(f"class {label!r}: {error}") from None
            self.mixtures_.append(chosen.best)
            self.candidates_.append(chosen.table)
            self.criterion_ += chosen.table[chosen.models.index(chosen.best)][self.criterion]
            self._warn_of_class(label, chosen.best)
        self.n_components_: list[int] = [mixture.n_components for mixture in self.mixtures_]
        self.covariance_types_: list[str] = [mixture.covariance_type for mixture in self.mixtures_]
        self.n_iter_: int = max(mixture.n_iter_ for mixture in self.mixtures_)

    def _warn_of_class(self, label: Any, mixture: GaussianMixture) -> None:
        for told in mixture._collapse_advice:
            warnings.warn(f"class {label!r}: {told}", CollapseWarning, stacklevel=5)
        if not mixture.converged_ and self.max_iter:
            told = f"class {label!r}: EM did not converge in {mixture.n_iter_} rounds. Raise max_iter or tol."
            warnings.warn(told, ConvergenceWarning, stacklevel=5)

    def _fit_jointly(
        self, data: LabelledRows, priors: np.ndarray | None, costs: np.ndarray | None, resolution: np.ndarray
    ) -> None:
        """EDDA: one Gaussian for each class, all of one family."""
        settings = {**{name: getattr(self, name) for name in JOINT}, "resolution": resolution}
        words = several(self.covariance_type) or str(self.covariance_type)
        families = [KINDS[family] for family in _core.family_names(words, data.X.shape[1])]
        fits = [joint_fit(data, family, settings) for family in families]
        self.candidates_ = [line_of(fit, data) for fit in fits]
        if self.criterion == "cv":
            fold = stratified_folds(data.codes, int(self.n_folds), generator_of(self.random_state))
            for line in self.candidates_:
                line["cv"] = left_out_cost(data, fold, line["covariance"], settings, priors, costs)
        ranks = [(line["collapsed"] > 0, line[self.criterion], line["bic"]) for line in self.candidates_]
        best = ranks.index(min(ranks))
        self.criterion_ = self.candidates_[best][self.criterion]
        self.mixtures_ = parted(fits[best])
        self.n_components_ = [1] * len(self.mixtures_)
        self.covariance_types_ = [families[best]] * len(self.mixtures_)
        self.n_iter_ = 1
        needed = rows_needed(fits[best])
        for label in self.classes_[data.class_rows() < needed].tolist():
            told = f"class {label!r} has fewer than the {needed} rows that the family {families[best]!r} needs"
            warnings.warn(f"{told}. Try 'tied', 'EEI' or covariance_type='all'.", CollapseWarning, stacklevel=4)
        for told in fits[best]._collapse_advice:
            warnings.warn(told, CollapseWarning, stacklevel=4)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """log P(class | row), of shape (n_samples, n_classes)."""
        check_is_fitted(self)
        rows = rows_of(self, X, reset=False)
        return log_posteriors(class_log_densities(self.mixtures_, rows, threads_of(self.n_jobs), self.missing), self.priors_)

    def predict_proba(self, X: Any) -> np.ndarray:
        """P(class | row), of shape (n_samples, n_classes), in the order of `classes_`.

        >>> import mixseed
        >>> rows, labels = [[0.0], [1.3], [3.1], [5.2], [7.0], [8.3]], [0, 0, 0, 1, 1, 1]
        >>> classifier = mixseed.GaussianMixtureClassifier(model_type="EDDA", covariance_type="tied").fit(rows, labels)
        >>> classifier.predict_proba([[4.15]]).round(12)
        array([[0.5, 0.5]])
        """
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any) -> np.ndarray:
        """The most probable class of every row; with `costs`, the class with the smallest expected cost."""
        chances = self.predict_log_proba(X)
        return self.classes_[decided(chances, checked_costs(self.costs, len(self.classes_)))]
