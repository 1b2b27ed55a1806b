"""Which optimum do fits end in? Real and generated sets, mixseed's methods, scikit-learn and mclust.

Called by `./dev bench optima`; README.md beside this file says what is measured and how. Every run is appended to
build/bench/optima/results.csv, and runs that stand there are not made again, so that it can be ended at any time and
started again. What is best known of every case stands in optima_best.json beside this file and only ever rises.
"""

import argparse
import csv
import json
import os
import sys
import warnings
from pathlib import Path

for library in ("OMP", "OPENBLAS", "MKL", "BLIS"):
    os.environ[f"{library}_NUM_THREADS"] = "1"  # before numpy starts its threads

import numpy as np
import optima_report
from optima_contenders import FOLDS, contenders, from_model
from optima_sets import cases

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build" / "bench" / "optima"
BEST = HERE / "optima_best.json"
PAGE = HERE / "OPTIMA.md"
COLUMNS = ["set", "k", "group", "rows", "columns", "parameters", "contender", "seed", "fold", "train", "test", "collapsed",
           "flat", "seconds", "restarts"]
POLISH = dict(tol=1e-7, max_iter=2000)


class Store:
    """The runs that were made, in a file."""

    def __init__(self, path):
        self.path = path
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(",".join(COLUMNS) + "\n")
        with path.open() as lines:
            self.runs = list(csv.DictReader(lines))

    def find(self, case, contender, seed, fold):
        key = (case.name, str(case.k), contender, str(seed), str(fold))
        return next(
            (run for run in self.runs if tuple(run[c] for c in ("set", "k", "contender", "seed", "fold")) == key), None
        )

    def forget(self, contenders):
        """So that they run again, of a changed program."""
        self.runs = [run for run in self.runs if not any(word in run["contender"] for word in contenders)]
        with self.path.open("w") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(self.runs)

    def add(self, run):
        run = {name: str(run[name]) for name in COLUMNS}
        self.runs.append(run)
        with self.path.open("a") as file:
            csv.DictWriter(file, COLUMNS).writerow(run)


def load_best():
    return json.loads(BEST.read_text()) if BEST.exists() else {}


def raise_best(case, model, who):
    """EM goes on from the model by mixseed's rules; an end without collapsed components may be the best known."""
    try:
        end = from_model(case.rows, model, **POLISH)
    except Exception:  # a peer's model may be no start at all
        return
    best = load_best()
    if end.collapsed_ or (case.key in best and best[case.key]["log_likelihood"] >= end.lower_bound_):
        return
    best[case.key] = {"log_likelihood": round(float(end.lower_bound_), 9), "found_by": who, "flat": int(flat_of(end))}
    scratch = BEST.with_suffix(".new")
    scratch.write_text(json.dumps(dict(sorted(best.items())), indent=1) + "\n")
    scratch.replace(BEST)


def flat_of(model):
    return max(restart["flat"] for restart in model.restarts_)


def split(rows, fold):
    if fold < 0:
        return rows, None
    part = np.random.RandomState(0).permutation(len(rows)) % FOLDS
    return rows[part != fold], rows[part == fold]


def run(case, contender, seed, fold):
    train, test = split(case.rows, fold)
    done = {
        **dict.fromkeys(COLUMNS, ""),
        "set": case.name,
        "k": case.k,
        "group": case.group,
        "rows": len(case.rows),
        "columns": case.rows.shape[1],
        "parameters": case.parameters,
        "contender": contender.name,
        "seed": seed,
        "fold": fold,
    }
    made = contender.make(train, case.k, seed)
    if made is None:
        return done
    judged = from_model(train, made.model, max_iter=0)
    if fold < 0:
        raise_best(case, made.model, contender.name)
    done |= {
        "train": f"{made.model.score(train):.9f}", "test": "" if test is None else f"{made.model.score(test):.9f}",
        "collapsed": judged.collapsed_, "flat": flat_of(judged), "seconds": f"{made.seconds:.5f}", "restarts": made.restarts,
    }
    return done


def wanted(options):
    """All runs, cheap cases first. Contenders whose seconds are compared take turns, case by case."""
    made = cases(BUILD, options.data_dir, options.only)
    chosen = [c for c in contenders() if not options.contenders or any(word in c.name for word in options.contenders)]

    def seeds_of(contender):
        return min(options.seeds or contender.seeds, contender.seeds)

    timed = [contender for contender in chosen if contender.is_timed]
    for seed in range(max(map(seeds_of, timed), default=0)):
        for case in made:
            for contender in timed:
                if seed < seeds_of(contender):
                    yield case, contender, seed, -1
    for contender in chosen:
        for fold in range(0 if contender.is_timed else -1, FOLDS if contender.has_folds and not options.no_folds else 0):
            for seed in range(seeds_of(contender) if fold < 0 else 1):
                for case in made:
                    yield case, contender, seed, fold


def measure(options):
    store = Store(BUILD / "results.csv")
    if options.again:
        store.forget(options.again)
    for case, contender, seed, fold in wanted(options):
        if store.find(case, contender.name, seed, fold):
            continue
        if case.truth is not None and contender.name == "auto" and seed == 0 and fold < 0:
            raise_best(case, case.truth, "EM from the true model")
        done = run(case, contender, seed, fold)
        store.add(done)
        print(case.key, contender.name, seed, fold, done["train"], done["seconds"], file=sys.stderr, flush=True)
    return store


def options_of(words):
    parser = argparse.ArgumentParser(prog="./dev bench optima", description=__doc__.split("\n")[0])
    parser.add_argument("--data-dir", help="a folder with further sets, NAME.csv.gz")
    parser.add_argument("--only", type=lambda text: text.split(","), help="cases with one of these words in NAME:K")
    parser.add_argument("--contenders", type=lambda text: text.split(";"), help="those with one of these words, parted by ;")
    parser.add_argument("--again", type=lambda text: text.split(";"), help="forget the runs of these contenders first")
    parser.add_argument("--seeds", type=int, help="the largest number of seeds for each contender")
    parser.add_argument("--no-folds", action="store_true", help="leave out the rows that were not fitted")
    parser.add_argument("--page", action="store_true", help="run nothing; write the page of what is there")
    return parser.parse_args(words)


def main(words):
    warnings.simplefilter("ignore")
    options = options_of(words)
    store = Store(BUILD / "results.csv") if options.page else measure(options)
    ended = [run for run in store.runs if run["train"]]
    page = optima_report.page(ended, load_best(), [c.name for c in contenders() if c.is_listed])
    PAGE.write_text(page)
    print(page)


if __name__ == "__main__":
    main(sys.argv[1:])
