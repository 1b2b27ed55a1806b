"""The suite of families.py: 13 small sets, grids of 14 families by 1 to 9 components with several seeds, beside mclust.

Every grid is made twice. The default's shows which model a user gets. The other one has no prior and no recording
steps: only there both programs maximise the same likelihood, so that cells can be compared with mclust's. mclust is
deterministic here, since no set has more than 2,000 rows; its results are kept in build/families_suite.json.
"""

import json
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
from answers_sets import labelled_sets
from families import adjusted_rand, gaps, ours, theirs
from optima_sets import from_r
from threadpoolctl import threadpool_limits

BUILD = Path(__file__).resolve().parent.parent / "build"
LABELLED = ("iris", "wine", "breast cancer, 10 means", "olive, 9 areas", "crabs", "banknote", "diabetes", "thyroid", "cross")
UNLABELLED = ("faithful", "wreath", "quakes", "geyser")
BELOW = 1.0  # units of BIC


def suite(data_dir):
    """Name, rows, and labels if there are any."""
    known = {data.name: data for data in labelled_sets(data_dir)}
    (BUILD / "bench" / "optima").mkdir(parents=True, exist_ok=True)
    others = from_r(BUILD / "bench" / "optima")
    named = [(name, known[name].rows, known[name].labels) for name in LABELLED if name in known]
    return named + [(name, others[name], None) for name in UNLABELLED]


def mclust_of(name, rows):
    path = BUILD / "families_suite.json"
    kept = json.loads(path.read_text()) if path.exists() else {}
    if name not in kept:
        seconds, cells, choice, labels = theirs(rows, False)
        kept[name] = [seconds, [[*key, *value] for key, value in cells.items()], choice, labels.tolist()]
        path.write_text(json.dumps(kept) + "\n")
    seconds, cells, choice, labels = kept[name]
    return seconds, {(model, k): (bic, least) for model, k, bic, least in cells}, choice, np.array(labels)


def grids(rows, labels, cells, seeds):
    """For every seed: the chosen model and its adjusted Rand index, the differences of the cells, and the seconds."""
    choices, rand, differences, seconds = [], [], [], []
    for seed in range(seeds):
        spent, chosen = ours(rows, 1, False, random_state=seed)
        _, plain = ours(rows, 1, False, random_state=seed, prior=0, resolution=0)
        seconds.append(spent)
        choices.append(f"{chosen.best.covariance_type} with {chosen.n_components}")
        differences += gaps(plain, cells).values()
        rand.append(float("nan") if labels is None else adjusted_rand(labels, chosen.best.predict(rows)))
    return choices, float(np.mean(rand)), np.array(differences), float(np.median(seconds))


def text(rand):
    return "" if np.isnan(rand) else f"{rand:.3f}"


def run(data_dir, seeds):
    warnings.simplefilter("ignore")
    heads = ["set", "rows", "chosen (seeds)", "mclust's", "ARI", "mclust's", "cells below", "s", "mclust's s"]
    print("| " + " | ".join(heads) + " |\n" + "| --- " * len(heads) + "|")
    stable, behind, below, total, spent = 0, [], 0, 0, [0.0, 0.0]
    for name, rows, labels in suite(data_dir):
        their_seconds, cells, their_choice, their_labels = mclust_of(name, rows)
        with threadpool_limits(1):
            choices, rand, differences, seconds = grids(rows, labels, cells, seeds)
        their_rand = float("nan") if labels is None else adjusted_rand(labels, their_labels)
        count = int((differences < -BELOW).sum())
        stable += len(set(choices)) == 1
        behind += [name] if rand < their_rand - 0.05 else []
        below, total = below + count, total + len(differences)
        spent = [spent[0] + seconds, spent[1] + their_seconds]
        found = ", ".join(f"{choice} ({times})" for choice, times in Counter(choices).most_common())
        line = [name, f"{rows.shape[0]} x {rows.shape[1]}", found, their_choice, text(rand), text(their_rand),
                f"{count} of {len(differences)}", f"{seconds:.2f}", f"{their_seconds:.2f}"]
        print("| " + " | ".join(line) + " |", flush=True)
    sets = len(suite(data_dir))
    print(f"\nThe same model with every seed: {stable} of {sets} sets. Cells more than {BELOW:g} unit of BIC below "
          f"mclust's: {below} of {total} ({below / total:.1%}).\nAdjusted Rand index below mclust's by more than 0.05: "
          f"{'; '.join(behind) or 'none'}. Seconds: {spent[0]:.1f}, mclust {spent[1]:.1f}.")
