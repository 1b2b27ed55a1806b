"""Accuracy of classifiers on eight labelled sets, 10 folds with a fixed seed. Writes CLASSIFY.md.

    PYTHONPATH=build/release/python:bench python3 bench/classify.py [--only WORD]

GaussianMixtureClassifier, mclust's MclustDA() (classify.R), and QDA and LDA of scikit-learn get the same folds.
"""

import argparse
import subprocess
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import sklearn
from optima_report import table
from sklearn import datasets
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold

import mixseed

HERE = Path(__file__).resolve().parent
FOLDS = 10
OURS = {
    "MclustDA": lambda: mixseed.GaussianMixtureClassifier(random_state=0),
    "EDDA": lambda: mixseed.GaussianMixtureClassifier(model_type="EDDA"),
    "EDDA, cv": lambda: mixseed.GaussianMixtureClassifier(model_type="EDDA", criterion="cv", random_state=0),
}
MCLUST = {"mclust's MclustDA": "MclustDA", "mclust's EDDA": "EDDA"}
PEERS = {"QDA": QuadraticDiscriminantAnalysis, "LDA": LinearDiscriminantAnalysis}
TEXT = """# Classification

Written by `bench/classify.py`. mixseed {version}, mclust {mclust}, scikit-learn {sklearn}. Percent of rows that are
predicted rightly in {folds} stratified folds with seed 0, the same for all, and in brackets processor seconds of all folds.
MclustDA chooses one to five components and one of fourteen families for each class by BIC. EDDA chooses one family for all
classes by BIC, or, with cv, by cross-validation within the training rows. Parameters are the defaults. A dash: no model.

"""


def data_sets(folder):
    """(name, rows, labels); classify.R has written those of R."""
    for load in (datasets.load_iris, datasets.load_wine):
        yield load.__name__[5:], *load(return_X_y=True)
    cancer, labels = datasets.load_breast_cancer(return_X_y=True)
    yield "breast cancer, 10 means", cancer[:, :10], labels
    for path in sorted(folder.glob("set-*.csv")):
        cells = np.loadtxt(path, delimiter=",", dtype=str)
        yield path.stem[4:], cells[:, 1:].astype(float), np.unique(cells[:, 0], return_inverse=True)[1]


def in_python(make, X, y, fold):
    begun, found = time.process_time(), np.empty_like(y)
    for f in range(FOLDS):
        found[fold == f] = make().fit(X[fold != f], y[fold != f]).predict(X[fold == f])
    return f"{100 * np.mean(found == y):.1f} ({time.process_time() - begun:.1f})"


def in_r(*words):
    return subprocess.check_output(["Rscript", HERE / "classify.R", *words], text=True).split()


def line_of(name, X, y, folder):
    fold, splitter = np.empty(len(y), dtype=int), StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    for f, (_, out) in enumerate(splitter.split(X, y)):
        fold[out] = f
    cells = {head: in_python(make, X, y, fold) for head, make in {**OURS, **PEERS}.items()}
    np.savetxt(folder / "rows.csv", np.column_stack([y, fold, X]), delimiter=",")
    for head, kind in MCLUST.items():
        seconds, *found = in_r(kind, folder / "rows.csv")
        right = np.mean(np.array([word.replace("NA", "-1") for word in found], dtype=float) == y)
        cells[head] = f"{100 * right:.1f} ({float(seconds):.1f})" if set(found) != {"NA"} else "–"
    print(name, cells, flush=True)
    return [name, " x ".join(map(str, X.shape)), str(y.max() + 1), *(cells[head] for head in (*OURS, *MCLUST, *PEERS))]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="sets whose name contains this word; prints without writing the page")
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory() as place:
        (mclust,) = in_r("sets", place)
        lines = [line_of(*data, Path(place)) for data in data_sets(Path(place)) if only in data[0]]
    if not only:
        text = TEXT.format(version=mixseed.__version__, mclust=mclust, sklearn=sklearn.__version__, folds=FOLDS)
        (HERE / "CLASSIFY.md").write_text(text + table(["set", "rows", "classes", *OURS, *MCLUST, *PEERS], lines) + "\n")
