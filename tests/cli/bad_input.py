"""The cases of bad input: the files, the command, and words that the message must have.

Used by test_bad_input.py and by bad_input_list.py.
"""

import gzip
import io
import json
import os
import subprocess
from dataclasses import dataclass
from typing import Callable, Optional

import numpy as np

ROWS = "".join(f"{i % 7 + i / 10},{i % 5 - i / 20}\n" for i in range(40))
HEADER = "width,height\n"
MODEL = {
    "format": "mixseed.mixture",
    "version": 1,
    "covariance": "full",
    "weights": [0.25, 0.75],
    "means": [[0.0, 0.0], [5.0, 1.0]],
    "covariances": [[[1.0, 0.0], [0.0, 1.0]], [[2.0, 0.5], [0.5, 1.0]]],
}
OUT = ("-o", "out.json")


@dataclass
class Case:
    name: str
    arguments: tuple[str, ...]
    expect: tuple[str, ...]  # words of the message
    files: Optional[dict] = None  # name -> text or bytes, made before the run
    prepare: Optional[Callable] = None  # or a function of the directory
    stdin: bytes = b""


def npy(array, **options):
    file = io.BytesIO()
    np.save(file, array, **options)
    return file.getvalue()


def model(**changes):
    return json.dumps({**MODEL, **changes})


def fit_file(name, file, content, *expect):
    """A fit of a file that cannot be read."""
    return Case(name, ("fit", file, "-k", "2", *OUT), (file, *expect), {file: content})


def fit_rows(name, arguments, *expect, **files):
    """A fit of valid rows with wrong arguments or wrong further files."""
    named = {key.replace("_", ".", 1): content for key, content in files.items()}
    return Case(name, ("fit", "rows.csv", *arguments, *OUT), expect, {"rows.csv": HEADER + ROWS, **named})


def score_model(name, content, *expect):
    return Case(name, ("score", "model.json", "rows.csv"), ("model.json", *expect),
                {"rows.csv": ROWS, "model.json": content})


def score_columns(name, header, *expect, arguments=()):
    """A score of rows whose columns differ from those of the model."""
    width = header.count(",") + 1 if header else 3
    rows = (header + "\n" if header else "") + (",".join(["1"] * width) + "\n") * 2
    return Case(name, ("score", "model.json", "less.csv", *arguments), ("less.csv", *expect),
                {"less.csv": rows, "model.json": model(version=2, columns=["width", "height"])})


GZ = gzip.compress(ROWS.encode())
NPY = npy(np.arange(80.0).reshape(40, 2))
NPY_NAN = npy(np.where(np.arange(80.0) == 5, np.nan, np.arange(80.0)).reshape(40, 2))
NPY_INF = npy(np.where(np.arange(80.0) == 5, np.inf, np.arange(80.0)).reshape(40, 2))

FILES = [
    Case("missing file", ("fit", "absent.csv", "-k", "2", *OUT), ("absent.csv", "No such file")),
    Case("directory without files", ("fit", "folder", "-k", "2", *OUT), ("folder", "directory"),
         prepare=lambda place: (place / "folder").mkdir()),
    Case("pattern that no name matches", ("fit", "part-*.npy", "-k", "2", *OUT), ("part-*.npy", "no file")),
    Case("unreadable file", ("fit", "/proc/self/mem", "-k", "2", *OUT), ("/proc/self/mem", "cannot be")),
    fit_file("empty file", "empty.csv", "", "empty"),
    fit_file("blank lines only", "blank.csv", "\n\n  \n", "blank"),
    fit_file("header only", "header.csv", HEADER, "rows"),
    Case("empty standard input", ("fit", "-", "-k", "2", *OUT), ("standard input", "empty")),
    fit_file("binary file", "picture.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(64), "expected"),
    fit_file("binary file with numbers", "mixed.csv", b"1,2\n3,4\n\0\0\n", "binary"),
    fit_file("ragged: a short row", "short.csv", "1,2\n3,4\n5\n6,7\n", "line 3", "2"),
    fit_file("ragged: a long row", "long.csv", "1,2\n3,4,9\n5,6\n", "line 2", "2"),
    fit_file("not a number", "words.csv", "a,b\n1,2\n3,four\n5,6\n", "line 3", "column 2", "four", "number", "--exclude b"),
    fit_file("empty field", "hole.csv", "1,2\n,4\n5,6\n", "line 2", "column 1", "--missing drop", "--missing marginal"),
    fit_file("a delimiter at the end of every line", "comma.csv", "1,2,\n3,4,\n", "column 3", "delimiter", "--exclude 3"),
    fit_file("a delimiter at the end of lines below a header", "comma.csv", "a,b\n1,2,\n3,4,\n", "line 2", "delimiter"),
    fit_file("decimal commas", "commas.csv", "1,5;2,5\n3,5;4,5\n", "'3,5'", "decimal commas", "tr , ."),
    fit_file("a comment at the beginning", "notes.csv", "# made today\n1,2\n3,4\n", "line 2", "comments", "grep -v '^#'"),
    fit_file("a comment between rows", "notes.csv", "1,2\n# later\n3,4\n", "line 2", "comments", "grep -v '^#'"),
    fit_file("a comment with a delimiter", "notes.csv", "1,2\n# so, later\n3,4\n", "line 2", "comments", "grep -v '^#'"),
    fit_file("Parquet", "rows.parquet", b"PAR1\x00\x00PAR1", "a Parquet file", ".npy", "mixseed.chunks"),
    fit_file("NaN", "nan.csv", "1,2\n3,4\nnan,6\n", "line 3", "column 1", "nan"),
    fit_file("NA", "na.csv", "1,2\n3,NA\n5,6\n", "line 2", "column 2", "NA"),
    fit_file("infinite", "infinite.csv", "1,2\n3,4\n5,-inf\n", "line 3", "column 2", "inf"),
    fit_file("too large for a double", "large.csv", "1,2\n3,1e999\n5,6\n", "line 2", "column 2", "1e999"),
    fit_file("open quote", "quote.csv", '1,2\n3,"4\n5,6\n', "line 2", "quote"),
    fit_file("truncated gz", "cut.csv.gz", GZ[: len(GZ) // 2], "truncated"),
    fit_file("damaged gz", "bad.csv.gz", GZ[:12] + bytes(8) + GZ[20:], "gzip"),
    fit_file("truncated zst", "cut.csv.zst", b"\x28\xb5\x2f\xfd\x20\x40\x01\x02\x0012", "truncated"),
    fit_file("damaged zst", "bad.csv.zst", b"\x28\xb5\x2f\xfd\x20\x04\x27\x00\x001,2\n", "damaged"),
    fit_file("truncated npy", "cut.npy", NPY[:-100], "truncated"),
    fit_file("truncated npy header", "cut.npy", NPY[:40], "truncated"),
    fit_file("npy of complex numbers", "complex.npy", npy(np.ones((9, 2), complex)), "c16", "expected"),
    fit_file("npy of text", "text.npy", npy(np.full((9, 2), "abc")), "expected"),
    fit_file("npy of objects", "object.npy", npy(np.full((9, 2), None), allow_pickle=True), "expected"),
    fit_file("npy of records", "record.npy", npy(np.zeros(9, [("a", "f8"), ("b", "f8")])), "expected"),
    fit_file("npy with three axes", "cube.npy", npy(np.ones((3, 3, 3))), "3"),
    fit_file("npy without rows", "none.npy", npy(np.ones((0, 2))), "row"),
    fit_file("npy with NaN", "nan.npy", NPY_NAN, "row 3", "column 2"),
    fit_file("npy with an infinite number", "infinite.npy", NPY_INF, "row 3", "column 2"),
    fit_rows("unknown column", ("-k", "2", "--columns", "width,depth"), "depth", "width", "height"),
    fit_rows("column number beyond the last", ("-k", "2", "--columns", "1,3"), "3", "width", "height"),
    fit_file("date", "dates.csv", "day,x\n2024-01-31,1\n2024-02-01,2\n", "line 2", "column 1", "--exclude day"),
    fit_rows("range of names that runs backwards", ("-k", "2", "--columns", "height..width"), "height..width", "backwards"),
    fit_rows("open quote in a choice of columns", ("-k", "2", "--columns", '"width'), "quote", "width", "height"),
    fit_rows("every column excluded", ("-k", "2", "--exclude", "width..height"), "no column is left", "width"),
    fit_rows("unknown column excluded", ("-k", "2", "--exclude", "depth"), "depth", "width", "height"),
    fit_rows("delimiter of two characters", ("-k", "2", "--delimiter", "||"), "--delimiter", "'||'"),
    fit_rows("delimiter that numbers have", ("-k", "2", "--delimiter", "."), "--delimiter", "'.'"),
    fit_rows("neither header nor none", ("-k", "2", "--header", "maybe"), "--header", "yes or no", "maybe"),
    fit_rows("a header that is said to be none", ("-k", "2", "--header", "no"), "line 1", "'width'"),
    fit_rows("memory that is no size", ("-k", "2", "--memory", "lots"), "--memory", "4G", "lots"),
    fit_rows("another way with missing values", ("-k", "2", "--missing", "mean"), "--missing", "drop", "marginal", "mean"),
    Case("a column of nothing but missing values", ("fit", "holes.csv", "-k", "1", "--missing", "marginal", *OUT),
         ("holes.csv", "column 2", "no number"), {"holes.csv": "a,b\n1,\n2,\n3,\n"}),
    fit_rows("noise and missing values", ("-k", "2", "--missing", "marginal", "--noise"), "missing values", "noise"),
    fit_rows("a step that is no number", ("-k", "2", "--resolution", "fine"), "--resolution", "a number", "fine"),
    fit_rows("a step below 0", ("-k", "2", "--resolution", "-1"), "resolution", "at least 0", "-1"),
    fit_rows("steps of another number of columns", ("-k", "2", "--resolution", "1,1,1"), "resolution", "columns", "3"),
    fit_rows("a prior that is no number", ("-k", "2", "--prior", "weak"), "prior", "auto", "weak"),
    fit_rows("a prior said twice", ("-k", "2", "--prior", "1", "--method", "auto/em:prior=2"), "--prior", "prior=2"),
    fit_rows("noise said twice", ("-k", "2", "--noise", "--method", "auto/em:noise=0.2"), "--noise", "noise=0.2"),
    fit_rows("noise by the rules of the paper", ("-k", "2", "--method", "uniform/em:noise=0.2,rules=paper"), "rules=paper",
             "noise=0"),
    Case("nothing but rows with missing values", ("fit", "holes.csv", "-k", "1", "--missing", "drop", *OUT),
         ("holes.csv", "all 2 rows", "line 2", "column 2 (b)"), {"holes.csv": "a,b\n1,\n,2\n"}),
    Case("infinite beside missing", ("fit", "holes.csv", "-k", "1", "--missing", "drop", *OUT),
         ("holes.csv", "line 3", "inf"), {"holes.csv": "a,b\n1,\n2,inf\n3,4\n"}),
    fit_rows("column number 0", ("-k", "2", "--columns", "0"), "0"),
]

NUMBERS = [
    Case("fewer rows than components", ("fit", "few.csv", "-k", "4", *OUT), ("few.csv", "3 rows", "4"),
         {"few.csv": "1,2\n3,5\n5,1\n"}),
    fit_rows("no number of components", (), "-k"),
    fit_rows("K = 0", ("-k", "0"), "-k", "'0'"),
    fit_rows("K negative", ("-k", "-3"), "-k", "'-3'"),
    fit_rows("K not an integer", ("-k", "2.5"), "-k", "'2.5'"),
    fit_rows("K not a number", ("-k", "two"), "-k", "'two'"),
    fit_rows("K more than the rows", ("-k", "1000000000000"), "40 rows", "1000000000000"),
    fit_rows("K too large for an integer", ("-k", "99999999999999999999999"), "-k", "99999999999999999999999"),
    fit_rows("range that goes down", ("-k", "5..2"), "-k", "5..2"),
    fit_rows("range from 0", ("-k", "0..2"), "-k", "0..2"),
    fit_rows("range without an end", ("-k", "2.."), "-k", "2.."),
    fit_rows("range beyond the rows", ("-k", "2..50"), "40 rows", "50"),
    fit_rows("--select without a range", ("-k", "2", "--select", "bic"), "--select", "range"),
    fit_rows("unknown covariance family", ("-k", "2", "--covariance", "oval"), "oval", "full", "VEV"),
    fit_rows("unknown family in a list", ("-k", "2", "--covariance", "VEV,oval"), "oval", "full", "VEV"),
    fit_rows("covariance said twice", ("-k", "2", "--covariance", "VEV", "--method", "uniform/em:covariance=full"),
             "--covariance", "VEV", "covariance=full"),
    fit_rows("a family without rules of the paper", ("-k", "2", "--covariance", "VEV", "--method", "uniform/em:rules=paper"),
             "rules=paper", "full", "VEV"),
    fit_rows("unknown criterion", ("-k", "1..3", "--select", "dic"), "dic", "bic", "aic", "icl"),
    fit_rows("seed negative", ("-k", "2", "--seed", "-1"), "--seed", "'-1'"),
    fit_rows("no restarts", ("-k", "2", "--restarts", "0"), "--restarts", "'0'"),
    fit_rows("budget without a unit", ("-k", "2", "--budget", "10"), "budget", "'10s'", "'500 passes'", "'10'"),
    fit_rows("budget of nothing", ("-k", "2", "--budget", "0s"), "budget", "above 0", "'0s'"),
    fit_rows("budget and restarts", ("-k", "2", "--budget", "1s", "--restarts", "3"), "--budget", "--restarts"),
    fit_rows("budget for a range", ("-k", "1..3", "--budget", "1s"), "--budget", "1..3", "range"),
    fit_rows("budget for several families", ("-k", "2", "--budget", "1s", "--covariance", "all"), "--budget", "all"),
    fit_rows("prior by the rules of the paper", ("-k", "2", "--method", "uniform/em:rules=paper,prior=1"),
             "rules=paper", "prior=0", "1"),
    fit_rows("threads negative", ("-k", "2", "--threads", "-2"), "--threads", "'-2'"),
    fit_rows("empty value", ("-k", "2", "--method", ""), "--method", "empty"),
]

METHODS = [
    fit_rows("unknown seeder", ("-k", "2", "--method", "kmeanz++/em"), "kmeanz++", "kmeans++", "adaptive", "uniform"),
    fit_rows("unknown refiner", ("-k", "2", "--method", "uniform/gem"), "gem", "kmeans", "cem", "em"),
    fit_rows("unknown parameter", ("-k", "2", "--method", "adaptive:beta=1"), "beta", "alpha"),
    fit_rows("parameter of a method without any", ("-k", "2", "--method", "uniform:s=1"), "uniform", "s"),
    fit_rows("parameter below its limit", ("-k", "2", "--method", "adaptive:alpha=-0.5"), "alpha", "-0.5", "0"),
    fit_rows("parameter above its limit", ("-k", "2", "--method", "adaptive:alpha=1.5"), "alpha", "1.5", "1"),
    fit_rows("parameter not a number", ("-k", "2", "--method", "uniform/em:tol=tiny"), "tol", "tiny"),
    fit_rows("parameter not an integer", ("-k", "2", "--method", "uniform/em:rounds=2.5"), "rounds", "2.5"),
    fit_rows("unknown choice", ("-k", "2", "--method", "uniform/em:covariance=round"), "round", "full", "tied"),
    fit_rows("parameter without a value", ("-k", "2", "--method", "uniform/em:rounds"), "rounds"),
    fit_rows("seeder after a refiner", ("-k", "2", "--method", "uniform/em/adaptive"), "adaptive"),
    fit_rows("no seeder", ("-k", "2", "--method", "em:rounds=3"), "seeder"),
    fit_rows("nothing between slashes", ("-k", "2", "--method", "uniform//em"), "uniform//em"),
]

STARTS = [
    fit_rows("--start and --centers", ("--start", "a.json", "--centers", "b.csv"), "--start", "--centers"),
    fit_rows("seeder with --start", ("--start", "model.json", "--method", "uniform/em"), "--start", "refiners",
             "uniform/em", model_json=model()),
    fit_rows("auto with --centers", ("--centers", "centers.csv", "--method", "auto"), "--centers", "refiners",
             centers_csv="0,0\n5,1\n"),
    fit_rows("-k that disagrees with --start", ("-k", "3", "--start", "model.json"), "-k 3", "model.json", "2",
             model_json=model()),
    fit_rows("-k that disagrees with --centers", ("-k", "3", "--centers", "centers.csv"), "-k 3", "centers.csv", "2",
             centers_csv="0,0\n5,1\n"),
    fit_rows("range with --start", ("-k", "1..3", "--start", "model.json"), "range", "--start", model_json=model()),
    fit_rows("--start of another dimension", ("--start", "model.json", "--columns", "1"), "rows.csv", "1 column",
             "model.json", "2", model_json=model()),
    fit_rows("--centers of another dimension", ("--centers", "centers.csv"), "rows.csv", "2 columns", "centers.csv",
             "3", centers_csv="0,0,0\n1,1,1\n"),
    fit_rows("missing --start", ("--start", "absent.json"), "absent.json", "No such file"),
    fit_rows("missing --centers", ("--centers", "absent.csv"), "absent.csv", "No such file"),
]

MODELS = [
    Case("missing model", ("score", "absent.json", "rows.csv"), ("absent.json", "No such file"), {"rows.csv": ROWS}),
    score_model("empty model file", "", "JSON"),
    score_model("model that is not JSON", "weights: 1\n", "line 1", "JSON"),
    score_model("truncated model", model()[:100], "JSON"),
    score_model("model that is a list", "[1, 2]", "object"),
    score_model("model of another format", model(format="onnx"), "format", "onnx", "mixseed.mixture"),
    score_model("model of another version", model(version=7), "version", "7", "1"),
    score_model("model without weights", json.dumps({k: v for k, v in MODEL.items() if k != "weights"}), "weights"),
    score_model("model with an unknown covariance", model(covariance="banana"), "banana", "full"),
    score_model("model with ragged means", model(means=[[0.0, 0.0], [5.0]]), "means"),
    score_model("model whose covariances have another dimension", model(covariances=[[[1.0]], [[1.0]]]), "covariances"),
    score_model("model whose weights do not sum to 1", model(weights=[0.5, 0.75]), "weights", "1"),
    score_model("model with a negative weight", model(weights=[-0.5, 1.5]), "weight"),
    score_model("model with a covariance that is not positive definite",
                model(covariances=[[[1.0, 2.0], [2.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]), "positive definite"),
    score_model("model with a covariance that is not symmetric",
                model(covariances=[[[1.0, 0.5], [0.2, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]), "symmetric"),
    score_model("model of an unknown family", model(version=2, family="oval"), "family", "oval", "full", "VEV"),
    score_model("model of a family with another layout", model(version=2, family="VEI"), "family", "VEI", "full"),
    score_model("model with noise that is no object", model(version=2, noise=0.1), "noise", "0.1", "object"),
    score_model("model with noise without a box", model(version=2, noise={"weight": 0.1, "edges": [1, 1]}),
                "noise.log_volume", "missing"),
    score_model("model with noise beside weights of 1",
                model(version=2, noise={"weight": 0.1, "log_volume": 0, "corner": [0, 0], "edges": [1, 1]}), "sum of 1"),
    score_model("model with too few column names", model(version=2, columns=["width"]), "columns", "1", "2"),
    score_model("model with a number for a column name", model(version=2, columns=["width", 2]), "columns[1]", "string"),
    score_model("model with text for a number", model(weights=["a", "b"]), "weights", "number"),
    Case("score of another dimension", ("score", "model.json", "three.csv"), ("three.csv", "3", "model.json", "2"),
         {"model.json": model(), "three.csv": "1,2,3\n4,5,6\n"}),
    Case("predict of another dimension", ("predict", "model.json", "one.csv", "-o", "labels.csv"),
         ("one.csv", "1", "model.json", "2"), {"model.json": model(), "one.csv": "1\n2\n"}),
    Case("predict of NaN in npy", ("predict", "model.json", "nan.npy", "-o", "labels.csv"),
         ("nan.npy", "row 3", "column 2"), {"model.json": model(), "nan.npy": NPY_NAN}),
    score_columns("a column of the model is missing", "width,depth", "less.csv", "'height'", "model.json", "2 depth"),
    score_columns("no column of the model is there", "w,h", "1 w, 2 h", "model.json", "1 width, 2 height", "--columns"),
    score_columns("a column of the model is there twice", "width,height,width", "two columns 'width'", "3 width"),
    score_columns("more columns than the model has, without names", None, "3 columns", "1 width, 2 height"),
    score_columns("a choice of fewer columns than the model has", "width,height", "1 column", "1 width, 2 height",
                  arguments=("--columns", "width")),
    score_columns("a choice that mixes columns of the model with others", "width,height,depth", "'height'", "chosen",
                  arguments=("--columns", "width,depth")),
    score_columns("a column of the model as weights", "width,height", "'height'", "weights",
                  arguments=("--weights", "height")),
    Case("sample of no rows", ("sample", "model.json", "-n", "0"), ("-n", "'0'"), {"model.json": model()}),
    Case("sample of too many rows", ("sample", "model.json", "-n", "9999999999999999999"),
         ("-n", "9999999999999999999"), {"model.json": model()}),
    Case("sample without -n", ("sample", "model.json"), ("-n", "required"), {"model.json": model()}),
]

WEIGHTS = [
    fit_rows("all weights zero", ("-k", "2", "--weights", "w.csv"), "w.csv", "zero", w_csv="0\n" * 40),
    fit_rows("negative weight", ("-k", "2", "--weights", "w.csv"), "w.csv", "line 2", "-1",
             w_csv="1\n-1\n" + "1\n" * 38),
    fit_rows("NaN weight", ("-k", "2", "--weights", "w.csv"), "w.csv", "line 2", "nan", w_csv="1\nnan\n" + "1\n" * 38),
    fit_rows("too few weights", ("-k", "2", "--weights", "w.csv"), "w.csv", "39", "40", w_csv="1\n" * 39),
    fit_rows("two columns of weights", ("-k", "2", "--weights", "w.csv"), "w.csv", "2 columns", w_csv="1,1\n" * 40),
    fit_rows("weights neither column nor file", ("-k", "2", "--weights", "mass"), "mass", "width", "height"),
    Case("negative weight in a column", ("fit", "rows.csv", "-k", "1", "--weights", "w", *OUT),
         ("rows.csv", "line 3", "-2"), {"rows.csv": "x,w\n1,1\n2,-2\n3,1\n"}),
    Case("nothing but a weight column", ("fit", "rows.csv", "-k", "1", "--weights", "w", *OUT), ("rows.csv", "column"),
         {"rows.csv": "w\n1\n2\n"}),
]


def write_to(name, path, *expect, files=None, arguments=("-k", "2")):
    return Case(name, ("fit", "rows.csv", *arguments, "-o", path), (path, *expect), {"rows.csv": ROWS, **(files or {})})


OUTPUTS = [
    write_to("output in a missing directory", "absent/out.json", "No such file"),
    Case("output that is a directory", ("fit", "rows.csv", "-k", "2", "-o", "folder"), ("folder", "directory"),
         prepare=lambda folder: ((folder / "rows.csv").write_text(ROWS), (folder / "folder").mkdir())),
    write_to("output below a file", "rows.csv/out.json", "directory"),
    write_to("output where no file can be made", "/proc/out.json", "cannot be written"),
    write_to("output on a full device", "/dev/full", "No space left"),
    write_to("model and JSON to standard output", "-", "-o -", "--json", arguments=("-k", "2", "--json")),
    Case("trace to standard output", ("fit", "rows.csv", "-k", "2", "--trace", "-"), ("--trace", "file name"),
         {"rows.csv": ROWS}),
    Case("output of score without rows", ("score", "model.json", "rows.csv", "-o", "out.csv"), ("--output", "--rows"),
         {"rows.csv": ROWS, "model.json": model()}),
    Case("predict --append into an array", ("predict", "model.json", "rows.csv", "--append", "-o", "out.npy"),
         ("--append", "CSV", "out.npy"), {"rows.csv": ROWS, "model.json": model()}),
    write_to("output on a full device, with a trace", "/dev/full", "No space left",
             arguments=("-k", "2", "--trace", "trace.csv")),
    Case("trace in a missing directory", ("fit", "rows.csv", "-k", "2", *OUT, "--trace", "absent/trace.csv"),
         ("absent/trace.csv", "No such file"), {"rows.csv": ROWS}),
    Case("report in a missing directory", ("fit", "rows.csv", "-k", "2", *OUT, "--report", "absent/fit.html"),
         ("absent/fit.html", "No such file"), {"rows.csv": ROWS}),
    Case("compare with a report to standard output",
         ("lab", "compare", "rows.csv", "-k", "2", "--seeds", "1", "--report", "-"), ("--report", "file name", "'-'"),
         {"rows.csv": ROWS}),
    Case(
        "lab report without a store",
        ("lab", "report", "--store", "none.db", "-o", "page.html"),
        ("none.db", "no such store"),
    ),
    Case("lab report in a missing directory", ("lab", "report", "--store", "none.db", "-o", "absent/page.html"),
         ("absent/page.html", "No such file or directory")),
    Case("report and replay are one file",
         ("fit", "rows.csv", "-k", "2", *OUT, "--report", "page.html", "--replay", "page.html"),
         ("--report", "--replay", "page.html"), {"rows.csv": ROWS}),
    Case("report to standard output", ("fit", "rows.csv", "-k", "2", *OUT, "--report", "-"), ("--report", "'-'"),
         {"rows.csv": ROWS}),
    Case("another method for a replay that is not asked for",
         ("fit", "rows.csv", "-k", "2", *OUT, "--replay-with", "uniform"), ("--replay-with needs --replay",),
         {"rows.csv": ROWS}),
    Case("replay of a method without a seeder",
         ("fit", "rows.csv", "-k", "2", *OUT, "--replay", "page.html", "--replay-with", "em"), ("seeder", "'em"),
         {"rows.csv": ROWS}),
    Case("trace and output are one file", ("fit", "rows.csv", "-k", "2", *OUT, "--trace", "out.json"),
         ("--output", "--trace", "out.json"), {"rows.csv": ROWS}),
    Case("predict into a missing directory", ("predict", "model.json", "rows.csv", "-o", "absent/a.csv"),
         ("absent/a.csv", "No such file"), {"rows.csv": ROWS, "model.json": model()}),
    Case("sample as compressed file", ("sample", "model.json", "-n", "5", "-o", "a.csv.gz"), ("a.csv.gz", "compressed"),
         {"model.json": model()}),
    Case("convert to an unknown type", ("convert", "rows.csv", "rows.parquet"), ("rows.parquet", ".npy", ".csv"),
         {"rows.csv": ROWS}),
    Case("convert to float32 text", ("convert", "rows.csv", "out.csv", "--float32"), ("--float32", ".npy"),
         {"rows.csv": ROWS}),
    Case("convert a number too large for float32", ("convert", "rows.csv", "out.npy", "--float32"),
         ("rows.csv", "row 2", "column 1", "1e+40"), {"rows.csv": "1,2\n1e40,3\n"}),
]

USE = [
    Case("no command", (), ("command", "fit", "predict", "score", "sample", "methods", "convert")),
    Case("unknown command", ("fitt",), ("fitt", "did you mean 'fit'?", "predict", "score", "sample", "methods", "convert")),
    Case("no data", ("fit", "-k", "2"), ("DATA", "required")),
    fit_rows("unknown option", ("-k", "2", "--clusters", "3"), "unknown option '--clusters'"),
    fit_rows("option that is nearly known", ("-k", "2", "--covarience", "full"), "did you mean '--covariance'?"),
    fit_rows("method that is nearly known", ("-k", "2", "--method", "kmean"), "'kmean'", "did you mean 'kmeans'?"),
    fit_rows("parameter that is nearly known", ("-k", "2", "--method", "uniform/em:round=3"), "did you mean 'rounds'?"),
    fit_rows("family that is nearly known", ("-k", "2", "--covariance", "diagnal"), "did you mean 'diagonal'?"),
    Case("unknown option before the command", ("--clusters", "fit"), ("unknown option '--clusters'",)),
    fit_rows("option without a value", ("-k", "2", "--seed"), "--seed", "missing"),
    Case("option without a value at the end", ("fit", "rows.csv", "-k"), ("--components", "missing")),
    fit_rows("option given twice", ("-k", "2", "-k", "3"), "--components", "2"),
    fit_rows("one argument too many", ("more.csv", "-k", "2"), "unexpected argument 'more.csv'"),
    fit_rows("--model without --json", ("-k", "2", "--model"), "--model", "--json", "-o"),
    fit_rows("unknown order", ("-k", "2", "--order", "size"), "--order", "weight, mean or start", "size"),
    Case("outliers above one", ("predict", "model.json", "rows.csv", "--outliers", "5"), ("--outliers", "below 1", "5"),
         {"rows.csv": ROWS, "model.json": model()}),
    Case("outliers by both rules", ("predict", "model.json", "rows.csv", "--outliers", "0.1", "--p-value", "0.1"),
         ("--outliers", "--p-value"), {"rows.csv": ROWS, "model.json": model()}),
    Case("one replication", ("bootstrap", "model.json", "rows.csv", "--replications", "1"), ("--replications", "2", "1"),
         {"rows.csv": ROWS, "model.json": model()}),
    Case("another kind of bootstrap", ("bootstrap", "model.json", "rows.csv", "--kind", "jackknife"),
         ("--kind", "rows, weights or model", "jackknife"), {"rows.csv": ROWS, "model.json": model()}),
    Case("a method without a test", ("bootstrap", "model.json", "rows.csv", "--method", "auto"), ("--method", "--test"),
         {"rows.csv": ROWS, "model.json": model()}),
    Case("restarts without a test", ("bootstrap", "model.json", "rows.csv", "--restarts", "3"), ("--restarts", "--test"),
         {"rows.csv": ROWS, "model.json": model()}),
    Case("p values of rows with missing values",
         ("predict", "model.json", "rows.csv", "--missing", "marginal", "--p-value", "0.1"), ("--p-value", "marginal"),
         {"rows.csv": ROWS, "model.json": model()}),
    fit_rows("--quiet and --verbose", ("-k", "2", "--quiet", "--verbose"), "--quiet", "--verbose"),
    Case("score --rows and --json", ("score", "model.json", "rows.csv", "--rows", "--json"), ("--rows", "--json"),
         {"rows.csv": ROWS, "model.json": model()}),
]

CASES = FILES + NUMBERS + METHODS + STARTS + MODELS + WEIGHTS + OUTPUTS + USE


def make_files(case, folder):
    for name, content in (case.files or {}).items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    if case.prepare:
        case.prepare(folder)


def run_case(case, binary, folder):
    """The finished process and the names of the files that it left behind."""
    make_files(case, folder)
    before = set(os.listdir(folder))
    done = subprocess.run([binary, *case.arguments], cwd=folder, input=case.stdin, capture_output=True, timeout=60)
    return done, set(os.listdir(folder)) - before
