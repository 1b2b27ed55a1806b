"""The interface of R's mclust: names, numbering and the sign of BIC."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from . import _core
from ._arguments import COVARIANCES, LAYOUTS, whole_number
from ._functions import numbers_of, selected
from ._gaussian_mixture import GaussianMixture
from ._model import KINDS, full_covariances
from ._team import is_chunks_or_team

# mclust's letters of the engine's families; with one column only volumes are left.
LETTERS = {COVARIANCES[word]: word for word in COVARIANCES if len(word) == 3 and word.isupper()}
ONE_COLUMN = {"EII": "E", "VII": "V"}
# One family of each kind: their models are starts from which other families reach better optima.
COMPANIONS = ("EEE", "VVV", "VII")
SHAPES = {"spherical": "XII", "diag": "XXI", "tied": "XXX", "full": "XXX"}
WORDS = {
    "E": "one variance",
    "V": "a variance for each component",
    "X": "one component",
    "XII": "spherical, one component",
    "XXI": "diagonal, one component",
    "XXX": "ellipsoidal, one component",
}
PARTS = ("volume", "shape", "orientation")
Cell = tuple[GaussianMixture, dict[str, Any]]  # a fit, and its line of the table


class BicTable:
    """BIC with mclust's sign (larger is better) by number of components and family.

    ``table[3, "VVV"]`` is one value; `values` has a row for each of `G` and a column for each of `model_names`. It is NaN
    where the fit has collapsed components, as mclust has NA where it finds no model.
    """

    def __init__(self, values: np.ndarray, G: list[int], model_names: list[str]):
        self.values, self.G, self.model_names = values, G, model_names

    def __getitem__(self, cell: tuple[int, str]) -> float:
        number, name = cell
        if number not in self.G or name not in self.model_names:
            raise KeyError(f"({number!r}, {name!r}): expected one of G={self.G} and one of {self.model_names}")
        return float(self.values[self.G.index(number), self.model_names.index(name)])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.values, dtype=dtype)

    def to_frame(self) -> Any:
        """The table as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.values, index=self.G, columns=self.model_names)

    def best(self, count: int = 3) -> list[tuple[str, int, float]]:
        """The `count` best cells as (family, number of components, BIC)."""
        order = np.argsort(-self.values, axis=None, kind="stable")
        places = [divmod(int(place), len(self.model_names)) for place in order[:count]]
        cells = [(self.model_names[j], self.G[i], float(self.values[i, j])) for i, j in places]
        return [cell for cell in cells if np.isfinite(cell[2])]

    def __repr__(self) -> str:
        cells = [["", *self.model_names]]
        for number, line in zip(self.G, self.values):
            cells.append([str(number), *("NA" if np.isnan(value) else f"{value:.3f}" for value in line)])
        widths = [max(len(line[j]) for line in cells) for j in range(len(cells[0]))]
        lines = [" ".join(word.rjust(width) for word, width in zip(line, widths)) for line in cells]
        best = ", ".join(f"{name},{number} ({value:.3f})" for name, number, value in self.best())
        return "\n".join(["BIC (larger is better)", *lines, f"Best: {best}"])


@dataclass(repr=False)
class MclustResult:
    """The result of `mclust`, with the fields of an object of mclust's class Mclust.

    The names are mclust's, except `model_name` for modelName. Its `call` and `data` are left out.

    Attributes
    ----------
    model_name : str
        The family that was chosen, in mclust's letters: 'VEV', 'E' with one column, 'XXX' with one component.
    n, d, G : int
        Numbers of rows, columns and components.
    BIC : BicTable
        BIC of all candidates, a row for each number of components and a column for each family.
    loglik : float
    df : int
        The number of free parameters.
    bic, icl : float
        2 loglik - df log n, and this plus twice the sum of log(max z): larger is better.
    hypvol : float
        The volume of the box of the noise; NaN without noise.
    parameters : dict
        `pro` of shape (G,), with noise (G + 1,); `mean` (d, G); `variance`: a dict with `modelName`, `d`, `G` and
        `sigma` (d, d, G); with noise `Vinv`, the inverse of `hypvol`.
    z : ndarray of shape (n, G)
        P(component | row); with noise, its probability is one more column, the last.
    classification : ndarray of shape (n,)
        The most probable component, from `labels_from` on; noise has the label below the first one (0 in mclust).
    uncertainty : ndarray of shape (n,)
        1 - max z.
    model : GaussianMixture
        The chosen mixture as an estimator, for `predict`, `score_samples`, `plot`, `bootstrap` and so on.
    """

    model_name: str
    n: int
    d: int
    G: int
    BIC: BicTable
    loglik: float
    df: int
    bic: float
    icl: float
    hypvol: float
    parameters: dict[str, Any]
    z: np.ndarray
    classification: np.ndarray
    uncertainty: np.ndarray
    model: GaussianMixture

    def __repr__(self) -> str:
        return f"<MclustResult {self.model_name},{self.G}: n {self.n}, d {self.d}, df {self.df}, BIC {self.bic:.3f}>"

    def summary(self) -> str:
        """The chosen model, its criteria and the sizes of the clusters, as text."""
        heads = ["log-likelihood", "n", "df", "BIC", "ICL"]
        values = [f"{self.loglik:.3f}", str(self.n), str(self.df), f"{self.bic:.3f}", f"{self.icl:.3f}"]
        labels, sizes = np.unique(self.classification, return_counts=True)
        count = "1 component" if self.G == 1 else f"{self.G} components"
        return "\n".join(
            [
                f"Gaussian mixture {self.model_name} ({words_of(self.model_name)}) with {count}",
                *columns_text(heads, values),
                "Rows by cluster",
                *columns_text([str(label) for label in labels], [str(size) for size in sizes]),
            ]
        )

    __str__ = summary


def mclust(
    X: Any,
    G: int | Iterable[int] = range(1, 10),
    model_names: str | Sequence[str] | None = None,
    *,
    labels_from: int = 0,
    wider_search: bool = True,
    prior: float | str = 0,
    resolution: float | str | Any = 0,
    **parameters: Any,
) -> MclustResult:
    """R's ``Mclust(X, G, modelNames)``: chooses the number of components and the family by BIC.

    The result has mclust's names and mclust's sign of BIC: larger is better. As in mclust, the likelihood is that of
    continuous values without a prior; `prior="auto"` and `resolution="auto"` restore the defaults of `GaussianMixture`.
    Fits differ from mclust's: `select` makes them, from better starts and with other random numbers (docs/families.md).

    Parameters
    ----------
    X : array-like of shape (n, d)
    G : int or iterable of int
        The numbers of components to choose from. Numbers above the number of rows are left out, unless all are.
    model_names : str, list of str or None
        Families in mclust's letters; None means all fourteen, or E and V with one column.
    labels_from : int
        The label of the first component in `classification`: 0 as in Python, 1 as in R.
    wider_search : bool
        Also fit EEE, VVV and VII, from whose models the families in `model_names` reach better optima. The result has the
        families in `model_names` alone. False takes less time and often finds lower optima of a single family.
    prior, resolution, **parameters
        Parameters of `GaussianMixture`, such as `random_state`, `n_init` or `noise`.

    >>> import numpy as np, mixseed
    >>> X = np.concatenate([np.random.RandomState(0).normal(size=(100, 2)) + center for center in (0, 9, 18)])
    >>> found = mixseed.mclust(X, G=range(1, 6), labels_from=1, random_state=0)
    >>> found
    <MclustResult EII,3: n 300, d 2, df 9, BIC -2435.686>
    >>> sorted(set(found.classification.tolist()))
    [1, 2, 3]
    """
    given = dict(parameters, prior=prior, resolution=resolution)
    result = chosen_by_bic(X, G, model_names, labels_from, wider_search, given)
    result.model._warn_of_data(stacklevel=3)
    return result


def chosen_by_bic(
    X: Any, G: Any, model_names: Any, labels_from: int, wider_search: bool, parameters: dict[str, Any]
) -> MclustResult:
    """The result of `mclust`, without warnings."""
    first_label = whole_number("labels_from", labels_from, 0)
    if is_chunks_or_team(X):
        raise ValueError("mclust: expected the rows as an array or a data frame; select takes chunks and teams")
    rows = X if hasattr(X, "columns") else np.asarray(X)
    if rows.ndim < 2:
        rows = rows.reshape(-1, 1)
    numbers = numbers_of("G", [int(G)] if isinstance(G, Integral) else G)
    numbers = [k for k in numbers if k <= len(rows)] or numbers
    if "covariance_type" in parameters:
        raise ValueError("covariance_type: expected the families as model_names, in mclust's letters")
    columns = rows.shape[1]
    wanted = families_of(model_names, columns)
    fitted = families_of([*wanted, *COMPANIONS], columns) if wider_search else wanted
    selection, _ = selected(rows, numbers, "bic", None, {**parameters, "covariance_type": fitted})
    cells = [cell for cell in zip(selection.models, selection.table) if cell[0].covariance_type in wanted]
    return result_of(cells, rows, first_label)


def families_of(model_names: Any, columns: int) -> list[str]:
    """The words of these families, each once, for a number of columns; None means all families."""
    names = [model_names] if isinstance(model_names, str) else list(LETTERS.values() if model_names is None else model_names)
    for name in names:
        if name not in COVARIANCES:
            raise ValueError(f"model_names: expected some of {', '.join(LETTERS.values())}, E and V, got {name!r}")
    return [KINDS[family] for family in _core.family_names(",".join(names), columns)]


def letters_of(family: str, columns: int) -> str:
    """mclust's letters of a family."""
    letters = LETTERS[COVARIANCES[family]]
    return ONE_COLUMN.get(letters, letters) if columns == 1 else letters


def result_of(cells: list[Cell], rows: Any, first_label: int) -> MclustResult:
    """The result for the cell with the smallest criterion among those without collapsed components, if there are any."""
    best = min(cells, key=lambda cell: (cell[1]["collapsed"] > 0, cell[1]["bic"]))
    model, line = best
    d, count = model.n_features_in_, model.n_components
    letters = letters_of(model.covariance_type, d)
    name = letters if count > 1 else "X" if d == 1 else SHAPES[LAYOUTS[model.covariance_type]]
    z = model.predict_proba(rows)
    noise = model.noise_
    return MclustResult(
        model_name=name,
        n=model.n_samples_,
        d=d,
        G=count,
        BIC=bic_table([line for _, line in cells], line, d),
        loglik=line["log_likelihood"] * model._observations,
        df=line["parameters"],
        bic=-line["bic"],
        icl=-line["icl"],
        hypvol=float(np.exp(noise["log_volume"])) if noise else float("nan"),
        parameters=parameters_of(model, name),
        z=z,
        classification=model.predict(rows) + first_label,
        uncertainty=1 - z.max(axis=1),
        model=model,
    )


def bic_table(table: list[dict[str, Any]], chosen: dict[str, Any], columns: int) -> BicTable:
    names = list(dict.fromkeys(letters_of(line["covariance"], columns) for line in table))
    numbers = sorted({line["components"] for line in table})
    values = np.full((len(numbers), len(names)), np.nan)
    for line in table:
        if not line["collapsed"] or line is chosen:
            i, j = numbers.index(line["components"]), names.index(letters_of(line["covariance"], columns))
            values[i, j] = -line["bic"]
    return BicTable(values, numbers, names)


def parameters_of(model: GaussianMixture, name: str) -> dict[str, Any]:
    d, count = model.n_features_in_, len(model.weights_)
    variance = {"modelName": name, "d": d, "G": count, "sigma": np.moveaxis(full_covariances(model), 0, 2)}
    noise = model.noise_
    pro = model.weights_ if noise is None else np.append(model.weights_, noise["weight"])
    found: dict[str, Any] = {"pro": pro, "mean": model.means_.T, "variance": variance}
    if noise is not None:
        found["Vinv"] = float(np.exp(-noise["log_volume"]))
    return found


def words_of(letters: str) -> str:
    """What the letters of a family say: 'ellipsoidal, equal shape, varying volume and orientation'."""
    if letters in WORDS:
        return WORDS[letters]
    kind = "spherical" if letters[1] == "I" else "diagonal" if letters[2] == "I" else "ellipsoidal"
    compared = [(part, letter) for part, letter in zip(PARTS, letters) if letter != "I"]
    equal = [part for part, letter in compared if letter == "E"]
    varying = [part for part, letter in compared if letter == "V"]
    said = [f"{word} {listed(parts)}" for word, parts in (("equal", equal), ("varying", varying)) if parts]
    return ", ".join([kind, *said])


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def columns_text(heads: Sequence[str], values: Sequence[str]) -> list[str]:
    widths = [max(len(head), len(value)) for head, value in zip(heads, values)]
    lines = (heads, values)
    return ["  " + "  ".join(word.rjust(width) for word, width in zip(line, widths)) for line in lines]
