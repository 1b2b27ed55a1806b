"""Which prior do rows that were not fitted ask for? Writes PRIORS.md: real sets of `./dev bench optima`, 10 folds.

    PYTHONPATH=build/release/python:bench python3 bench/priors.py [--data-dir DIR] [--only WORDS]

Every fold is fitted by the default method with `prior` = 0, auto, 1 and D + 2, with the same seed, and by scikit-learn
with n_init=10. Results are kept in build/bench/priors.json and are not measured again without --again; small cases come
first, and --page writes the page of those that are there.
"""

import argparse
import json
import os
import statistics
import warnings
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy starts its threads

import numpy as np
from answers_sets import recording_steps
from optima import BUILD
from optima_report import table
from optima_sets import real_cases
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

HERE = Path(__file__).resolve().parent
CONTENDERS = ("0", "auto", "1", "D + 2", "scikit-learn")
FOLDS, CAP, MOST_ROWS, LARGEST_K, FAILED = 10, 5.0, 1500, 8, -1e9
# Sets that the rule of `auto` was chosen on (answers_sets.py), and projections of them.
USED = {"iris", "wine", "wdbc", "breast_cancer_means", "digits_6_axes", "olive", "crabs", "banknote", "diabetes",
        "thyroid", "cross"}
GROUPS = {
    "all cases": lambda case: True,
    "sets that the rule was not chosen on": lambda case: case["set"] not in USED,
    "at least 5 rows per parameter": lambda case: case["ample"],
    "fewer": lambda case: not case["ample"],
}
TEXT = """# Which prior?

Written by `bench/priors.py`. mixseed {version}; {cases} cases from {sets} real sets with 3 and 8 components, of which
{unused} sets played no part in the choice of the rule; {folds} folds, at most {rows} rows, columns of deviation 1.
{left} cases of the command are not measured yet.

- A column T has the log-likelihood per row of rows that were not fitted, for the default method with `prior=T`
  ([numerics](../docs/numerics.md#the-prior)); `scikit-learn` has n_init=10. Rounded values of these rows are spread over
  their recording steps at random, because a density on the values themselves rewards components narrower than a step.
- A shortfall is the distance from the best T of a case, without scikit-learn, capped at {cap:g} nats.
- *Ample* cases have at least five rows for every parameter; a star marks sets that the rule was chosen on.

"""


def fitted(contender, rows, k):
    if contender == "scikit-learn":
        return Theirs(k, n_init=10, random_state=0).fit(rows)
    prior = {"auto": "auto", "D + 2": rows.shape[1] + 2}.get(contender)
    return mixseed.GaussianMixture(k, prior=float(contender) if prior is None else prior, random_state=0).fit(rows)


def fresh_scores(contender, rows, k):
    """For every fold, the log-likelihood per row of the rows that were left out."""
    fold = np.random.RandomState(0).permutation(len(rows)) % FOLDS
    spread = np.random.RandomState(0).uniform(-0.5, 0.5, size=rows.shape) * recording_steps(rows)
    scores = []
    for f in range(FOLDS):
        try:
            score = float(fitted(contender, rows[fold != f], k).score((rows + spread)[fold == f]))
        except ValueError:  # no finite model
            score = FAILED
        scores.append(float(np.nan_to_num(score, nan=FAILED, neginf=FAILED)))
    return scores


def eligible(options):
    """Small cases first."""
    every = sorted(real_cases(BUILD, options.data_dir), key=lambda case: case.rows.size * case.k)
    fitting = [case for case in every if case.k <= LARGEST_K and len(case.rows) >= 2 * FOLDS]
    return [case for case in fitting if not options.only or any(word in case.key for word in options.only)]


def measured(options):
    """The results, and how many cases have none."""
    path = BUILD / "priors.json"
    kept = json.loads(path.read_text()) if path.exists() and not options.again else {}
    cases = eligible(options)
    for case in [] if options.page else cases:
        rows = case.rows
        if len(rows) > MOST_ROWS:
            rows = rows[np.random.RandomState(1).choice(len(rows), MOST_ROWS, replace=False)]
        if case.key not in kept:
            scores = {name: fresh_scores(name, rows, case.k) for name in CONTENDERS}
            kept[case.key] = {"set": case.name, "ample": bool(case.is_ample), "size": rows.shape, "scores": scores}
            path.write_text(json.dumps(kept) + "\n")
            print(case.key, *(f"{statistics.mean(scores[name]):.3f}" for name in CONTENDERS), flush=True)
    return dict(sorted(kept.items())), sum(case.key not in kept for case in cases)


def means_of(case):
    return {name: statistics.mean(case["scores"][name]) for name in CONTENDERS}


def shortfalls(case):
    means = means_of(case)
    best = max(means[name] for name in CONTENDERS[:-1])
    return {name: min(CAP, best - means[name]) for name in CONTENDERS}


def summary_line(name, cases):
    behind = [shortfalls(case) for case in cases]
    return [f"{name} ({len(cases)})", *(f"{statistics.mean(one[c] for one in behind):.3f}" for c in CONTENDERS)]


def case_line(key, case):
    means = means_of(case)
    name = key + (" *" if case["set"] in USED else "")
    size = " x ".join(str(number) for number in case["size"])
    return [name, size, "yes" if case["ample"] else "no", *(f"{means[c]:.3f}" for c in CONTENDERS)]


def page(cases, left):
    sets = {case["set"] for case in cases.values()}
    heads = [*CONTENDERS]
    grouped = {name: [case for case in cases.values() if has(case)] for name, has in GROUPS.items()}
    lines = [summary_line(name, members) for name, members in grouped.items() if members]
    text = TEXT.format(version=mixseed.__version__, cases=len(cases), sets=len(sets), unused=len(sets - USED),
                       folds=FOLDS, rows=MOST_ROWS, cap=CAP, left=left)
    return (text + table(["mean shortfall (cases)", *heads], lines) + "\n\n"
            + table(["case", "rows", "ample", *heads], [case_line(*item) for item in cases.items()]) + "\n")


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data-dir")
    parser.add_argument("--only", type=lambda text: text.split(","))
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "PRIORS.md")
    options = parser.parse_args()
    options.output.write_text(page(*measured(options)))


if __name__ == "__main__":
    main()
