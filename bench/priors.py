"""Floor alone, or a weak prior? Log-likelihoods of rows that were not fitted, real sets of `./dev bench optima`, 10 folds.

    ./dev python bench/priors.py [--data-dir DIR] [--only WORDS]

Every fold is fitted by the default method with prior=T for every T, with the same seed; the table that is printed has,
for each T, the mean shortfall behind the best T of each case (capped, so that no case decides alone), in how many cases
it is the best and the worst, and the cases themselves.
"""

import argparse
import os
import statistics
import warnings

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy starts its threads

import numpy as np
from optima import BUILD
from optima_report import table
from optima_sets import real_cases

import mixseed

PRIORS = (0, 0.1, 1, 5)
FOLDS, CAP, MOST_ROWS = 10, 5.0, 1500


def test_scores(rows, k, prior):
    fold = np.random.RandomState(0).permutation(len(rows)) % FOLDS
    fits = [mixseed.GaussianMixture(k, prior=prior, random_state=0).fit(rows[fold != f]) for f in range(FOLDS)]
    return [model.score(rows[fold == f]) for f, model in enumerate(fits)]


def measured(options):
    for case in real_cases(BUILD, options.data_dir):
        if case.k > 8 or len(case.rows) < 2 * FOLDS or (options.only and not any(w in case.key for w in options.only)):
            continue
        rows = case.rows
        if len(rows) > MOST_ROWS:
            rows = rows[np.random.RandomState(1).choice(len(rows), MOST_ROWS, replace=False)]
        yield case, {prior: test_scores(rows, case.k, prior) for prior in PRIORS}


def main():
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data-dir")
    parser.add_argument("--only", type=lambda text: text.split(","))
    cases, behind, wins, losses = [], {p: [] for p in PRIORS}, dict.fromkeys(PRIORS, 0), dict.fromkeys(PRIORS, 0)
    ample = {p: [] for p in PRIORS}
    for case, scores in measured(parser.parse_args()):
        means = {prior: statistics.mean(values) for prior, values in scores.items()}
        best, worst = max(means, key=means.get), min(means, key=means.get)
        wins[best] += 1
        losses[worst] += 1
        for prior in PRIORS:
            behind[prior].append(min(CAP, means[best] - means[prior]))
            if case.is_ample:
                ample[prior].append(behind[prior][-1])
        gap = [a - b for a, b in zip(scores[1], scores[0])]
        error = statistics.stdev(gap) / len(gap) ** 0.5
        cases.append(
            [
                case.key,
                "yes" if case.is_ample else "no",
                *(f"{means[p]:.3f}" for p in PRIORS),
                f"{statistics.mean(gap):+.3f} ± {error:.3f}",
            ]
        )
        print(*cases[-1], flush=True)
    heads = [f"prior = {p}" for p in PRIORS]
    print(f"\n{len(cases)} cases from {len({c[0].split(':')[0] for c in cases})} sets, {FOLDS} folds\n")
    rows = [["mean shortfall behind the best", *(f"{statistics.mean(behind[p]):.3f}" for p in PRIORS)],
            ["... over the ample cases", *(f"{statistics.mean(ample[p]):.3f}" if ample[p] else "–" for p in PRIORS)],
            ["best in", *wins.values()], ["worst in", *losses.values()]]
    print(table(["", *heads], rows), "\n")
    print(table(["case", "ample", *heads, "prior 1 minus none"], cases))


if __name__ == "__main__":
    main()
