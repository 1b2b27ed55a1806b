"""The page of answers.py: from its results to Markdown."""

import subprocess
from pathlib import Path

import numpy as np
import sklearn

import mixseed

MOST_NATS = 5.0  # differences of fresh rows are capped here: degenerate models give any number
FAILED_SCORE = -1e6  # stands for -inf, NaN and failed fits in the results
LIMIT = 120  # seconds for one call of mclust
JUDGED, REFERENCE = "auto", "scikit-learn, n_init=10"
SUMMARY = ["compared with skl10", "sets", "ARI below by > 0.05", "by > 0.15", "above by > 0.05", "mean difference",
           "sets with fresh rows", "below by > 0.05", "above by > 0.05", "mean difference", "BIC finds the true K"]
TEXT = f"""# Answers of default fits

Written by `bench/answers.py`. {{programs}}.
{{sets}} labelled sets with their true K, {{seeds}} seeds, columns as they are.

- **ARI**: adjusted Rand index of a fit of all rows against the labels, mean over the seeds; a failed fit counts as 0.
- **Fresh**: log-likelihood per row of a fifth of the rows that a second fit did not see, one split per seed. The column
  of `skl10` has its own mean, the other columns their mean difference from it. Differences are in nats per row and
  capped at ±{MOST_NATS:g} per seed, because degenerate models give any number; a failed fit counts as {-MOST_NATS:g}.
  Rounded values of fresh rows are spread over their recording step at random.
- **K**: the number of components from 1 to the true K + 3 that BIC chooses, seed 0.
- **s**: seconds of the processor, one thread, for one fit of all rows, median over the seeds.
- `auto`: the default of mixseed; `quick`: its method `quick`; `skl` and `skl10`: scikit-learn with its defaults and
  with n_init=10; `mclust`: VVV and its own start, one seed, at most {LIMIT} seconds a call, its failures do not count.
"""


def mean_of(values, missing):
    """The mean; `missing` stands for failures, and for the mean of no values."""
    return float(np.mean([missing if value is None else value for value in values] or [missing]))


def ari_difference(record, reference):
    return mean_of(record["ari"], 0) - mean_of(reference["ari"], 0)


def fresh_difference(record, reference):
    """Mean over the seeds that both have, each capped."""
    left, right = ([FAILED_SCORE if score is None else score for score in one["fresh"]] for one in (record, reference))
    return float(np.mean([np.clip(a - b, -MOST_NATS, MOST_NATS) for a, b in zip(left, right)]))


def differences(results, sets, name, key, difference):
    """Of a contender from the reference, by set, where both were measured."""
    found = {}
    for data in sets:
        record, reference = (results.get(one, {}).get(data.name, {}) for one in (name, REFERENCE))
        is_left_out = name == "mclust" and None in record.get(key, [])
        if record.get(key) and reference.get(key) and not is_left_out:
            found[data.name] = difference(record, reference)
    return found


def line(cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def summary_line(results, sets, contender):
    ari = list(differences(results, sets, contender.name, "ari", ari_difference).values())
    fresh = list(differences(results, sets, contender.name, "fresh", fresh_difference).values())
    records = [(data, results.get(contender.name, {}).get(data.name, {})) for data in sets]
    choices = [record["k"] == data.k for data, record in records if "k" in record]

    def below(values, limit):
        return sum(value < -limit for value in values)

    def above(values):
        return sum(value > 0.05 for value in values)

    def mean(values):
        return f"{np.mean(values):+.3f}" if values else "–"

    cells = [contender.label, len(ari), below(ari, 0.05), below(ari, 0.15), above(ari), mean(ari)]
    cells += [len(fresh), below(fresh, 0.05), above(fresh), mean(fresh), f"{sum(choices)} of {len(choices)}"]
    return line(cells)


def worse_sets(results, sets):
    """Sets where the judged contender is below the reference, worst first."""
    for title, key, difference in ("ARI", "ari", ari_difference), ("Fresh rows", "fresh", fresh_difference):
        found = differences(results, sets, JUDGED, key, difference)
        worse = sorted((value, name) for name, value in found.items() if value < -0.05)
        names = "; ".join(f"{name} ({value:+.2f})" for value, name in worse) or "none"
        counted = f"{len(worse)} of {len(found)} sets"
        yield f"- {title} of `{JUDGED}` below `{REFERENCE}` by more than 0.05: {counted}: {names}."


def cell(values, text):
    """For one contender and measure: failed if every fit failed, and a dash if nothing was measured."""
    known = [value for value in values if value is not None]
    return text(known) if known else "failed" if values else "–"


def set_line(results, data, shown):
    records = [results.get(contender.name, {}).get(data.name, {}) for contender in shown]
    reference = results.get(REFERENCE, {}).get(data.name, {})

    def fresh(record):
        if record is reference:
            return cell(record.get("fresh", []), lambda known: f"{np.mean(known):.4g}")
        if not reference.get("fresh"):
            return "–"
        return cell(record.get("fresh", []), lambda known: f"{fresh_difference(record, reference):+.2f}")

    cells = [data.name, f"{len(data.rows)} x {data.rows.shape[1]}", data.k]
    cells += [cell(one.get("ari", []), lambda _, one=one: f"{mean_of(one['ari'], 0):.3f}") for one in records]
    cells += [fresh(one) for one in records]
    cells += [cell([one["k"]] if "k" in one else [], lambda known: known[0]) for one in records]
    cells += [cell(one.get("seconds", []), lambda known: f"{np.median(known):.2g}") for one in records]
    return line(cells)


def commit():
    """The version, and the commit if there is one."""
    words = ["git", "-C", Path(__file__).parent, "rev-parse", "--short", "HEAD"]
    found = subprocess.run(words, capture_output=True, text=True)
    return mixseed.__version__ + (f" at commit {found.stdout.strip()}" if found.returncode == 0 else "")


def page(results, sets, contenders):
    """Of the sets that have results; contenders have `name` and `label`."""
    shown = [contender for contender in contenders if contender.name in results]
    sets = [data for data in sets if any(data.name in records for records in results.values())]
    seeds = max((len(record["ari"]) for records in results.values() for record in records.values()), default=0)
    programs = f"mixseed {commit()}, scikit-learn {sklearn.__version__}"
    columns = ["set", "rows", "true K"]
    columns += [f"{measure} {contender.label}" for measure in ("ARI", "fresh", "K", "s") for contender in shown]
    parts = [TEXT.format(programs=programs, sets=len(sets), seeds=seeds), line(SUMMARY), line(["---"] * len(SUMMARY))]
    parts += [summary_line(results, sets, contender) for contender in shown if contender.name != REFERENCE]
    parts += ["", *worse_sets(results, sets)]
    for group in ("real", "generated"):
        parts += ["", f"## {group.capitalize()} sets", "", line(columns), line(["---"] * len(columns))]
        parts += [set_line(results, data, shown) for data in sets if data.group == group]
    return "\n".join(parts) + "\n"
