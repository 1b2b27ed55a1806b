"""The benchmark: makes the data, runs the drivers in turns, and writes what they said and a page about it.

Called by `./dev bench`; README.md beside this file says what is measured and how.
"""

import argparse
import json
import os
import statistics
import sys
from pathlib import Path

import machine
import programs
import report
import sizes
from programs import OURS, PEERS
from rounds import measure_rounds, measure_threads, say

RESULTS = Path(__file__).resolve().with_name("RESULTS.md")
SEEDS = list(range(1, 11))


def measure_seeding(size, repeats, environment):
    """Least seconds of adaptive seeding, and of k-means++ with k-means, without any EM."""
    same_seed = [SEEDS[0]] * max(3, repeats)
    adaptive = programs.fits(size, "adaptive:alpha=1/em:rounds=0", same_seed, environment)
    kmeans = programs.fits(size, "kmeans++/kmeans/em:rounds=0", same_seed, environment)
    return {
        "adaptive": min(fit["seed_seconds"] for fit in adaptive),
        "kmeans++/kmeans": min(fit["seed_seconds"] + fit["refine_seconds"] for fit in kmeans),
    }


def summary(fits):
    return {
        "seconds": statistics.median(fit["seconds"] for fit in fits),
        "log_likelihood": statistics.mean(fit["log_likelihood"] for fit in fits),
        "best": max(fit["log_likelihood"] for fit in fits),
        "rounds": statistics.median(fit["rounds"] for fit in fits),
        "collapsed": sum(fit.get("collapsed", 0) for fit in fits),
    }


def measure_whole_fits(size, environment):
    methods = ["adaptive/cem:rounds=25/em:rounds=50", "kmeans++/kmeans:rounds=25/em:rounds=50"]
    results = {method: summary(programs.fits(size, method, SEEDS, environment)) for method in methods}
    results["sklearn"] = summary(programs.sklearn_fits(size, SEEDS, environment))
    return results


def measure(options):
    load = os.getloadavg()[0]
    environment, blas = machine.choose_blas()
    chosen = [size for size in sizes.SIZES if size.name in options.sizes]
    names = [OURS, *options.peers]
    say("data")
    doubtful = {size.name: programs.make_data(size) for size in chosen}

    def each(letters, work):
        return {size.name: work(size) for size in chosen if size.name in letters}

    first_peak = programs.peak()
    rounds = {size.name: measure_rounds(size, names, options.repeats, environment) for size in chosen}
    say("threads, seeding, whole fits, memory")
    return {
        "machine": machine.describe(),
        "blas": blas,
        "commit": machine.commit(),
        "doubtful": doubtful,
        "load": load,
        "repeats": options.repeats,
        "rounds": rounds,
        "threads": each(sizes.TWO_THREADS, lambda size: measure_threads(size, options.repeats, environment)),
        "cores": programs.cores_to_be_had(),
        "seeding": each(sizes.SEEDING, lambda size: measure_seeding(size, options.repeats, environment)),
        "whole": each(sizes.WHOLE_FIT, lambda size: measure_whole_fits(size, environment)),
        "memory": each(sizes.MEMORY, lambda size: programs.peak_megabytes_of_fit(size, environment)),
        "peak": max(first_peak, programs.peak(), key=lambda peak: peak["gflops"]),
    }


def names_from(allowed):
    def parse(text):
        names = text.split(",")
        unknown = [name for name in names if name not in allowed]
        if unknown:
            raise argparse.ArgumentTypeError(f"expected some of {','.join(allowed)}, got '{','.join(unknown)}'")
        return names

    return parse


def options_of(words):
    letters = [size.name for size in sizes.SIZES]
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument("--sizes", type=names_from(letters), default=letters, help=f"some of {','.join(letters)}")
    parser.add_argument("--peers", type=names_from(PEERS), default=PEERS, help=f"some of {','.join(PEERS)}")
    parser.add_argument("--repeats", type=int, default=3, help="how often every program runs (default 3)")
    parser.add_argument("--write", action="store_true", help="write RESULTS.md after a partial run, too")
    options = parser.parse_args(words)
    options.is_full = options.sizes == letters and options.peers == PEERS and options.repeats >= 3
    return options


def main(words):
    options = options_of(words)
    results = measure(options)
    (programs.BUILD / "results.json").write_text(json.dumps(results, indent=1))
    page = report.page(results)
    print(page)
    if options.is_full or options.write:
        RESULTS.write_text(page)


if __name__ == "__main__":
    main(sys.argv[1:])
