"""From the runs of `./dev bench optima` to its page."""

import statistics
from collections import defaultdict

NEAR, AT = 1e-2, 1e-3
GROUPS = {
    "real, ample": lambda run: run["group"] == "real" and is_ample(run),
    "generated, ample": lambda run: run["group"] == "generated" and is_ample(run),
    "real, few rows": lambda run: run["group"] == "real" and not is_ample(run),
    "generated, few rows": lambda run: run["group"] == "generated" and not is_ample(run),
}


def is_ample(run):
    return int(run["rows"]) >= 5 * int(run["parameters"])


def key_of(run):
    return f"{run['set']}:{run['k']}"


def shortfall(run, best):
    return max(0.0, best[key_of(run)]["log_likelihood"] - float(run["train"]))


def counts_as_hit(run, best, within):
    """A likelihood that is owed to a handful of rows hits nothing."""
    return int(run["collapsed"]) == 0 and shortfall(run, best) <= within


def line(words):
    return "| " + " | ".join(str(word) for word in words) + " |"


def table(head, rows):
    return "\n".join([line(head), line(["---"] * len(head)), *(line(row) for row in rows)])


def summary(runs, best):
    n = len(runs)

    def share(within):
        return sum(counts_as_hit(run, best, within) for run in runs) / n

    sound = [shortfall(run, best) for run in runs if int(run["collapsed"]) == 0]
    gap = f"{statistics.mean(sound):.3f}" if sound else "–"
    return [
        n,
        f"{share(AT):.2f}",
        f"{share(NEAR):.2f}",
        gap,
        n - len(sound),
        f"{sum(float(r['seconds']) for r in runs):.1f}",
    ]


def optimum_tables(runs, best, names):
    parts = []
    for title, belongs in GROUPS.items():
        rows = []
        for name in names:
            own = [
                run
                for run in runs
                if run["contender"] == name and run["fold"] == "-1" and belongs(run) and key_of(run) in best
            ]
            if own:
                rows.append([name, *summary(own, best)])
        if rows:
            parts.append(
                f"### {title}\n\n"
                + table(["", "fits", "within 1e-3", "within 1e-2", "mean shortfall", "collapsed", "seconds"], rows)
            )
    return "\n\n".join(parts)


def misses(runs, best):
    found = defaultdict(list)
    for run in runs:
        if run["contender"] == "auto" and run["fold"] == "-1" and key_of(run) in best and is_ample(run):
            found[key_of(run)].append(run)
    rows = []
    for key, own in sorted(found.items()):
        missed = [run for run in own if not counts_as_hit(run, best, NEAR)]
        if missed:
            rows.append(
                [
                    key,
                    f"{len(missed)} of {len(own)}",
                    ", ".join(f"{shortfall(run, best):.3f}" for run in own),
                    best[key]["found_by"],
                ]
            )
    return table(["case", "missed", "shortfalls", "the best known is of"], rows)


def seconds_of(runs, name):
    found = defaultdict(list)
    for run in runs:
        if run["contender"] == name and run["fold"] == "-1" and run["group"] == "real":
            found[key_of(run)].append(float(run["seconds"]))
    return {key: statistics.median(seconds) for key, seconds in found.items()}


def time_text(runs):
    ours, theirs = seconds_of(runs, "auto"), seconds_of(runs, "scikit-learn, n_init=10")
    ratios = sorted((theirs[key] / ours[key], key) for key in ours if key in theirs)
    if not ratios:
        return "Not measured."
    slow = ", ".join(f"{key} 1/{ratio:.1f}" for ratio, key in ratios if ratio < 5) or "none"
    return (
        f"Over {len(ratios)} real cases the default fit takes, as the median, "
        f"1/{statistics.median(r for r, _ in ratios):.1f} of the "
        f"processor's time of scikit-learn with n_init = 10 at its own tol; "
        f"in the worst, {ratios[0][1]}, 1/{ratios[0][0]:.1f}. "
        f"More than 1/5: {slow}."
    )


BELOW = ["case", "rows per parameter", "mean difference", "standard error", "best fold", "folds with a flat component, ours",
         "collapsed, ours", "flat, theirs", "collapsed, theirs"]


def fold_means(runs, name):
    found = defaultdict(list)
    for run in runs:
        if run["contender"] == name and run["fold"] != "-1":
            found[key_of(run)].append((run["fold"], float(run["test"]), run))
    return found


def test_text(runs):
    ours, theirs = fold_means(runs, "auto"), fold_means(runs, "scikit-learn, n_init=10")
    rows, gaps = [], []
    for key in sorted(set(ours) & set(theirs)):
        their = {fold: value for fold, value, _ in theirs[key]}
        pairs = [(value - their[fold]) for fold, value, _ in ours[key] if fold in their]
        if not pairs:
            continue
        gap = statistics.mean(pairs)
        ample = is_ample(ours[key][0][2])
        gaps.append((gap, ample))
        if gap < -0.05:
            error = statistics.stdev(pairs) / len(pairs) ** 0.5 if len(pairs) > 1 else float("nan")
            own, other = ([run for _, _, run in side[key]] for side in (ours, theirs))
            scarce = int(own[0]["rows"]) / int(own[0]["parameters"])
            counts = [
                sum(int(run[name]) > 0 for run in runs_of) for runs_of in (own, other) for name in ("flat", "collapsed")
            ]
            rows.append([key, f"{scarce:.1f}", f"{gap:.3f}", f"{error:.3f}", f"{max(pairs):+.3f}", *counts])
    if not gaps:
        return "Not measured."
    ample = [gap for gap, is_one in gaps if is_one]
    everywhere = {key_of(run) for run in runs if run["contender"] == "auto"}
    rest = "; the others were not run" if len(gaps) < len(everywhere) else ""
    text = (
        f"{len(gaps)} of {len(everywhere)} cases, {len(ample)} of them ample{rest}. "
        f"The default fit's mean log-likelihood per row minus scikit-learn's "
        f"(n_init = 10): median {statistics.median(g for g, _ in gaps):+.3f}"
    )
    if ample:
        text += f", over the ample ones {statistics.median(ample):+.3f}, mean {statistics.mean(ample):+.3f}"
    text += f". More than 0.05 below in {len(rows)}" + (":\n\n" + table(BELOW, rows) if rows else ".")
    return text


def page(runs, best, names):
    return f"""# Where fits end

Written by `./dev bench optima`; [README.md](README.md) says how it is measured. Log-likelihoods are per row, in columns of
deviation 1 for real sets. A case is a set and a number of components; *ample* are those with at least five rows for every
parameter. The best known of a case is the best end without collapsed components that anything ever tried has found, after
EM to 1e-7 ([optima_best.json](optima_best.json)); a fit with a collapsed component hits nothing and is left out of the mean
shortfall. Where contenders have fewer fits than seeds times cases, they ran on fewer cases, the cheaper ones first.

## Hits of the best known

{optimum_tables(runs, best, names)}

## Where the default misses (ample cases, more than 1e-2)

{misses(runs, best)}

## Time

{time_text(runs)}

## Rows that were not fitted

{test_text(runs)}
"""
