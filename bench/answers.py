"""How good are the answers of a default fit? Labelled sets with their true K: mixseed, scikit-learn and mclust.

    PYTHONPATH=build/release/python:bench python3 bench/answers.py --data-dir DIR [--sets 'iris;survey'] [--seeds 3]

For every set and seed: the adjusted Rand index (ARI) of a fit of all rows against the labels, the seconds of that fit,
and the log-likelihood per row of the fifth of the rows that a second fit did not see; once per set, the K that BIC
chooses. Results are kept in a JSON file and are not measured again without --again. Writes ANSWERS.md.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from answers_report import FAILED_SCORE, LIMIT, REFERENCE, mean_of, page
from answers_sets import labelled_sets, recording_steps
from optima_contenders import as_theirs
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture as Theirs
from threadpoolctl import threadpool_limits

import mixseed

HERE = Path(__file__).resolve().parent
FOLDS = 5


@dataclass(frozen=True)
class Contender:
    name: str
    label: str  # in the header of the table
    fit: object  # (rows, k, seed) -> model and seconds of the processor
    choose: object  # (rows, most) -> K by BIC
    seeds: int = 1000


def timed(model, rows):
    begin = time.process_time()
    model.fit(rows)
    return model, time.process_time() - begin


def ours(name, method):
    def fit(rows, k, seed):
        return timed(mixseed.GaussianMixture(k, init_params=method, random_state=seed), rows)

    def choose(rows, most):
        return mixseed.select(rows, range(1, most + 1), init_params=method, random_state=0).n_components

    return Contender(name, name, fit, choose)


def scikit_learn(name, label, n_init):
    def fit(rows, k, seed):
        return timed(Theirs(k, n_init=n_init, random_state=seed), rows)

    def choose(rows, most):
        return min(range(1, most + 1), key=lambda k: fit(rows, k, 0)[0].bic(rows))

    return Contender(name, label, fit, choose)


def run_mclust(task, rows, number):
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder, "rows.csv")
        np.savetxt(data, rows, delimiter=",", fmt="%.17g")
        words = ["Rscript", HERE / "answers.R", task, data, str(number)]
        run = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=True)
    return np.array(run.stdout.split(), dtype=float)


def fit_mclust(rows, k, seed):
    numbers, d = run_mclust("fit", rows, k), rows.shape[1]
    if len(numbers) != 1 + k * (1 + d + d * d):
        raise ValueError(f"mclust found no mixture of {k} components")
    weights, means, covariances = np.split(numbers[1:], [k, k + k * d])
    return as_theirs(weights, means.reshape(k, d), covariances.reshape(k, d, d)), numbers[0]


def contenders():
    return [
        ours("auto", "auto"),
        ours("quick", "quick"),
        scikit_learn("scikit-learn", "skl", 1),
        scikit_learn(REFERENCE, "skl10", 10),
        Contender("mclust", "mclust", fit_mclust, lambda rows, most: int(run_mclust("bic", rows, most)[0]), seeds=1),
    ]


def attempt(measure):
    """None if the program fails: a failed fit is a result too."""
    try:
        return measure()
    except Exception as problem:
        print("  failed:", type(problem).__name__, str(problem)[:100], file=sys.stderr)
        return None


def fit_all(contender, data, seed):
    """ARI and seconds of a fit of all rows."""
    model, seconds = contender.fit(data.rows, data.k, seed)
    return adjusted_rand_score(data.labels, model.predict(data.rows)), seconds


def fresh_score(contender, data, seed):
    """Log-likelihood per row of a fifth of the rows, drawn by the seed; copies of a row stay together.

    Rounded values are spread over their steps: a density on the values themselves grows with every component that is
    narrower than a step.
    """
    distinct = len(data.rows) // data.copies
    is_fresh = np.repeat(np.random.RandomState(seed).permutation(distinct) % FOLDS == 0, data.copies)
    model, _ = contender.fit(data.rows[~is_fresh], data.k, seed)
    fresh = data.rows[is_fresh]
    spread = np.random.RandomState(seed).uniform(-0.5, 0.5, size=fresh.shape) * recording_steps(data.rows)
    score = float(model.score(fresh + spread))
    return float(np.clip(np.nan_to_num(score, nan=FAILED_SCORE), FAILED_SCORE, -FAILED_SCORE))


def measure(contender, data, record, options):
    """Adds to the record what is missing in it."""
    seeds = min(options.seeds, contender.seeds)
    for seed in range(len(record.setdefault("ari", [])), seeds):
        ari, seconds = attempt(lambda seed=seed: fit_all(contender, data, seed)) or (None, None)
        record["ari"].append(ari)
        record.setdefault("seconds", []).append(seconds)
    for seed in range(len(record.setdefault("fresh", [])), 0 if options.no_fresh else seeds):
        record["fresh"].append(attempt(lambda seed=seed: fresh_score(contender, data, seed)))
    if "k" not in record and not options.no_k:
        record["k"] = attempt(lambda: contender.choose(data.rows, data.k + 3))


def save(path, results):
    path.parent.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.write_text(json.dumps(results, indent=1) + "\n")
    scratch.replace(path)


def measure_all(sets, chosen, options):
    results = json.loads(options.results.read_text()) if options.results.exists() else {}
    for data in sets:
        for contender in chosen:
            records = results.setdefault(contender.name, {})
            record = {} if options.again else records.get(data.name, {})
            begin = time.perf_counter()
            measure(contender, data, record, options)
            records[data.name] = record
            save(options.results, results)
            took = time.perf_counter() - begin
            print(f"{data.name}; {contender.name}: ARI {mean_of(record['ari'], 0):.3f}, {took:.1f} s", file=sys.stderr)
    return results


def options_of(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data-dir", help="folder with NAME.csv.gz and NAME.labels.csv.gz of further sets")
    parser.add_argument("--contenders", type=lambda text: text.split(";"), help="names, separated by ; (default: all)")
    parser.add_argument("--sets", type=lambda text: text.split(";"), help="names, separated by ; (default: all)")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--no-fresh", action="store_true", help="leave out the fits for fresh rows")
    parser.add_argument("--no-k", action="store_true", help="leave out the choice of K")
    parser.add_argument("--again", action="store_true", help="measure the chosen contenders and sets again")
    parser.add_argument("--results", type=Path, default=HERE.parent / "build" / "answers.json")
    parser.add_argument("-o", "--output", type=Path, default=HERE / "ANSWERS.md")
    return parser.parse_args(words)


def picked(every, names):
    """Those with the names; all if there are none."""
    unknown = set(names or ()) - {one.name for one in every}
    if unknown:
        sys.exit(f"unknown: {'; '.join(sorted(unknown))}. There are: {'; '.join(one.name for one in every)}")
    return [one for one in every if not names or one.name in names]


def main(words):
    warnings.simplefilter("ignore")
    options = options_of(words)
    sets = labelled_sets(options.data_dir)
    with threadpool_limits(1):
        results = measure_all(picked(sets, options.sets), picked(contenders(), options.contenders), options)
    options.output.write_text(page(results, sets, contenders()))


if __name__ == "__main__":
    main(sys.argv[1:])
