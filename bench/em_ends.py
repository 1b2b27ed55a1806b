"""How many passes EM takes and where it ends: plain and accelerated, and by which rule it stops.

Command: em_ends.py MIXSEED FOLDER, where FOLDER holds the real data sets (the .csv.gz files of the laboratory). Prints
two tables in Markdown. The limit of a start is where plain EM estimates that less than 1e-9 nats per row are still to
come.
"""

import csv
import gzip
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROWS = 10000  # of large data sets, evenly spaced
STARTS = "kmeans++:trials=4/kmeans:rounds=10"
SEEDS = (0, 1)
LIMIT = "rounds=6000,tol=1e-9"
MOST = 200  # rounds of an ordinary fit
REAL = {"faithful": (3,), "galaxies": (4,), "iris": (3, 8), "crabs": (4,), "wine": (3,), "olive": (3, 9), "diabetes": (3,),
        "banknote": (3,), "covertype10": (5, 10), "cities_2013": (8, 20), "aloi27_rgb_50000": (3,)}
MADE = [
    (rows, dim, separation, noise)
    for rows in (1000, 5000)
    for dim in (3, 8)
    for separation in (0.5, 1, 2)
    for noise in (0, 0.1)
]
SAME = 1e-3  # nats per row


def thinned(folder, name, place):
    with gzip.open(folder / f"{name}.csv.gz", "rt") as file:
        header, *lines = file.read().splitlines()
    step = max(1, len(lines) // ROWS)
    out = place / f"{name}.csv"
    out.write_text("\n".join([header, *lines[::step]]) + "\n")
    return out


def cases(program, folder, place):
    for name, sizes in REAL.items():
        file = thinned(folder, name, place)
        yield from ((f"{name} K={k}", file, k) for k in sizes)
    for rows, dim, separation, noise in MADE:
        file = place / f"made-{rows}-{dim}-{separation}-{noise}.npy"
        words = ["--rows", rows, "--dim", dim, "-k", 10, "--separation", separation, "--noise", noise, "-o", file]
        subprocess.run([program, "generate", *map(str, words)], check=True, capture_output=True)
        yield f"made {rows} x {dim}, {separation}, {noise}", file, 10


def fit(program, file, k, em, seed, place):
    """(passes with their objectives, the end): a pass that was turned down has none."""
    trace = place / "trace.csv"
    words = [
        "fit",
        file,
        "-k",
        k,
        "--method",
        f"{STARTS}/em:{em}",
        "--seed",
        seed,
        "--threads",
        1,
        "--json",
        "--trace",
        trace,
    ]
    done = json.loads(subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout)
    with trace.open() as file:
        rounds = [(int(line["round"]), float(line["objective"])) for line in csv.DictReader(file) if line["stage"] == "em"]
    return rounds, done


def first_at(rounds, level):
    return next(number for number, objective in rounds if objective >= level)


def stop_by_gain(rounds, tol):
    values = [objective for _, objective in rounds]
    for i in range(1, len(values)):
        if values[i] - values[i - 1] < tol:
            return i
    return len(values) - 1


def line(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def acceleration(runs):
    line("case", "seed", "plain, passes", "squarem", "plain, end", "squarem, end")
    line(*["---"] * 6)
    ratios, ends = [], []
    for name, seed, plain, fast in runs:
        limits = [rounds[-1][1] for rounds in (plain, fast)]
        passes = [first_at(rounds, limit - 1e-4) for rounds, limit in zip((plain, fast), limits)]
        ends.append(limits[1] - limits[0])
        if abs(ends[-1]) < SAME:
            ratios.append(passes[0] / passes[1])
        line(name, seed, *passes, *(f"{limit:.5f}" for limit in limits))
    print(
        f"\n{len(ends)} runs: {sum(abs(e) < SAME for e in ends)} end at the same place, "
        f"{sum(e >= SAME for e in ends)} higher (by at most {max(ends):.3f}), "
        f"{sum(e <= -SAME for e in ends)} lower (by at most {-min(ends):.3f}). "
        f"At the same place plain EM takes {statistics.mean(ratios):.2f} times the passes on average, "
        f"{statistics.median(ratios):.2f} in the median, "
        f"from {min(ratios):.2f} to {max(ratios):.2f}; all passes together: "
        f"{sum(first_at(p, p[-1][1] - 1e-4) for _, _, p, _ in runs)} and "
        f"{sum(first_at(f, f[-1][1] - 1e-4) for _, _, _, f in runs)}.\n"
    )


def stopping(runs, most):
    """`runs`: name, seed, the rounds of plain EM to the limit, and {rule: (passes, end, converged)}."""
    line(
        "EM, and when it stops",
        f"passes, mean (at most {most})",
        "not converged",
        "shortfall, mean",
        "90 %",
        "worst",
        "> 1e-3",
        "> 1e-4",
    )
    line(*["---"] * 8)
    for rule in runs[0][3]:
        ends = [ends[rule] for *_, ends in runs]
        short = sorted(plain[-1][1] - end for (_, _, plain, _), (_, end, _) in zip(runs, ends))
        line(rule, f"{statistics.mean(passes for passes, *_ in ends):.1f}", sum(not done for *_, done in ends),
             f"{statistics.mean(short):.2g}", f"{short[int(0.9 * len(short))]:.2g}", f"{short[-1]:.2g}",
             sum(s > 1e-3 for s in short), sum(s > 1e-4 for s in short))


def ends_of(program, file, k, seed, plain, place):
    """Where the rule of 0.3 and those of today stop within MOST rounds."""
    stop = stop_by_gain(plain, 1e-5)
    ends = {"plain, gain < 1e-5 (0.3)": (min(stop, MOST), plain[min(stop, MOST)][1], stop <= MOST)}
    for word in ("plain", "squarem"):
        for tol in ("1e-4", "1e-5", "1e-6"):
            rounds, done = fit(program, file, k, f"rounds={MOST},tol={tol},acceleration={word}", seed, place)
            ends[f"{word}, `tol={tol}`"] = (rounds[-1][0], rounds[-1][1], done["converged"])
    return ends


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as text:
        place, leaps, stops = Path(text), [], []
        for name, file, k in cases(program, folder, place):
            for seed in SEEDS:
                plain, fast = (
                    fit(program, file, k, f"{LIMIT},acceleration={word}", seed, place)[0] for word in ("plain", "squarem")
                )
                leaps.append((name, seed, plain, fast))
                stops.append((name, seed, plain, ends_of(program, file, k, seed, plain, place)))
    acceleration(leaps)
    stopping(stops, MOST)


if __name__ == "__main__":
    main()
