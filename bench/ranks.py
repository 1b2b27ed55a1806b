"""Times fits under MPI: the cost of a round over very few rows, and the speed of two ranks relative to one rank and to
two independent processes.

Commands, where FOLDER holds what data.py made; one thread a rank:
    ranks.py MIXSEED FOLDER    elapsed time, medians of interleaved runs, on an otherwise idle machine
    ranks.py FOLDER            without MPI, least processor time, on any machine; imports mixseed
                               (./dev python)
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from sizes import SIZES

REPEATS = 7
LAUNCHERS = {"openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none"], "mpich": ["mpirun.mpich"]}
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def command(program, data, start, rounds):
    method = f"em:rounds={rounds},tol=0,acceleration=plain"
    return [program, "fit", data, "--start", start, "--method", method, "--threads", "1", "--quiet", "--json"]


def em_seconds(output):
    return json.loads(output)["seconds"]["em"]


def alone(words):
    return em_seconds(subprocess.run(words, check=True, capture_output=True, env=ENVIRONMENT).stdout)


def side_by_side(words):
    """Two independent processes at the same time: the slower one."""
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, env=ENVIRONMENT) for _ in range(2)]
    return max(em_seconds(process.communicate()[0]) for process in both)


def round_of_few(program, launcher, ranks, folder):
    """Microseconds of a round over 2,000 rows with two components."""
    data, start = str(Path(folder) / "few.npy"), str(Path(folder) / "few.json")
    np.save(data, np.random.default_rng(1).normal(size=(2000, 2)))
    subprocess.run([program, "fit", data, "-k", "2", "--method", "uniform/em:rounds=1", "--quiet", "-o", start], check=True)
    rounds = 2000
    prefix = [*launcher, "-n", str(ranks)] if ranks > 1 else []
    more, less = (alone(prefix + command(program, data, start, count)) for count in (rounds + 1, 1))
    return (more - less) / rounds * 1e6


def rounds_of(size):
    return 40 if size.name == "B" else 10


def scaling(program, launcher, folder, size):
    words = command(program, f"{folder}/{size.name}.npy", f"{folder}/{size.name}.start.json", rounds_of(size))
    times = [(alone(words), alone([*launcher, "-n", "2", *words]), side_by_side(words)) for _ in range(REPEATS)]
    one, two, pair = (statistics.median(column) for column in zip(*times))
    share = statistics.median(one_ / two_ / (2 * one_ / pair_) for one_, two_, pair_ in times)
    print(
        f"  {size.name}: one rank {one:.3f} s, two ranks {two:.3f} s ({one / two:.2f} times), two processes "
        f"{pair:.3f} s each ({2 * one / pair:.2f} times the work): {share:.2f} of it"
    )


def critical_path(folder, size):
    """The seconds of one process and of a team of two: the slower part of every round, and the asker between rounds."""
    import mixseed

    X = np.load(f"{folder}/{size.name}.npy")
    half = round(len(X) / 2 / mixseed.WINDOW) * mixseed.WINDOW
    parts = [mixseed.Part(X[:half]), mixseed.Part(X[half:], first_row=half)]
    spent = {"slower": 0.0, "both": 0.0}

    def ask(question):
        clock, answers = [time.process_time()], []
        for part in parts:
            answers.append(part.answer(question))
            clock.append(time.process_time())
        spent["slower"] += max(clock[1] - clock[0], clock[2] - clock[1])
        spent["both"] += clock[2] - clock[0]
        return answers

    def seconds(rows):
        start = mixseed.GaussianMixture.load(f"{folder}/{size.name}.start.json")
        start.set_params(warm_start=True, max_iter=rounds_of(size), tol=0.0)
        before = time.process_time()
        start.fit(rows)
        return time.process_time() - before

    one, team = seconds(X), seconds(mixseed.team(ask))
    return one, team - spent["both"] + spent["slower"], team - spent["both"]


def without_mpi(folder):
    warnings.simplefilter("ignore")
    for size in SIZES:
        if size.name in "BC":
            # What else the machine does can only add to them.
            one, two, asker = (min(column) for column in zip(*(critical_path(folder, size) for _ in range(3 * REPEATS))))
            print(
                f"{size.name}: one process {one:.3f} s, two parts side by side would take {two:.3f} s, "
                f"of which the asker's {asker:.3f} s: {one / 2 / two:.2f} of twice as fast"
            )


def main():
    if len(sys.argv) == 2:
        return without_mpi(sys.argv[1])
    program, folder = sys.argv[1:3]
    for name, launcher in LAUNCHERS.items():
        print(name)
        with tempfile.TemporaryDirectory() as place:
            for ranks in (1, 2, 4):
                found = statistics.median(round_of_few(program, launcher, ranks, place) for _ in range(3))
                print(f"  a round over few rows, {ranks} ranks: {found:.0f} microseconds")
        for size in SIZES:
            if size.name in "BC":
                scaling(program, launcher, folder, size)


if __name__ == "__main__":
    main()
