"""Two builds of mixseed side by side, one thread: instructions by callgrind, or seconds, medians of interleaved pairs.

Command: beside.py instructions|seconds OLD NEW FOLDER [SIZE...], where FOLDER holds what data.py made.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from sizes import SIZES

PAIRS = 11


# A fit starts from given centres and runs a fixed number of rounds, so both programs do the same work even if they draw
# different rows.
METHODS = {"adaptive": "adaptive:alpha=1/em:rounds=0", "fit": "kmeans:rounds={rounds}/em:rounds={rounds},tol=0"}
# valgrind emulates fused multiply-add in software; above this product of rows and components a fit runs fewer rounds.
MANY = 5e6
# The functions whose instructions are counted; none calls itself. Reading files and options is not counted.
COUNTED = {"adaptive": "mixseed::seed_each*"}
TRAINING = "mixseed::Restarts::run*"


def centers(folder, size):
    """The means of the start model, as a file of their own."""
    file = Path(folder) / f"{size.name}.centers.csv"
    if not file.exists():
        means = json.loads((Path(folder) / f"{size.name}.start.json").read_text())["means"]
        file.write_text("".join(",".join(map(repr, mean)) + "\n" for mean in means))
    return str(file)


def plain(program):
    """What em needs to make one pass a round and no leaps, as it always did in the first versions."""
    listed = subprocess.run([program, "methods"], check=True, capture_output=True, text=True).stdout
    return ",acceleration=plain" if "acceleration=" in listed else ""


def is_slow(kind, size):
    return kind == "instructions" and size.n * size.K > MANY


def command(program, folder, size, job, seed, rounds_of_fit):
    words = [program, "fit", f"{folder}/{size.name}.npy", "--threads", "1", "--quiet", "--seed", str(seed)]
    if job.startswith("em"):
        return [
            *words,
            "--start",
            f"{folder}/{size.name}.start.json",
            "--method",
            f"em:rounds={job[2:]},tol=0{plain(program)}",
        ]
    start = ["--centers", centers(folder, size)] if job == "fit" else ["-k", str(size.K)]
    return [*words, *start, "--method", METHODS[job].format(rounds=rounds_of_fit) + plain(program)]


def instructions(words, job):
    with tempfile.TemporaryDirectory() as place:
        counts = Path(place) / "counts"
        counted = COUNTED.get(job, TRAINING)
        valgrind = ["valgrind", "--tool=callgrind", f"--toggle-collect={counted}", f"--callgrind-out-file={counts}"]
        environment = {**os.environ, "MIXSEED_KERNELS": "avx2"}
        subprocess.run([*valgrind, *words], check=True, capture_output=True, env=environment)
        return int(re.search(r"^totals: (\d+)$", counts.read_text(), re.MULTILINE).group(1))


def seconds(words, job):
    """Of the processor: as the program itself reports them, or of the whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*words, "--json"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if job == "adaptive":
        return json.loads(done.stdout)["restarts"][0]["seconds"]["seed"]
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(measure, rounds, rounds_of_fit, program, folder, size, seed):
    """Job -> figure. A round is the difference of two trainings."""

    def of(job):
        return measure(command(program, folder, size, job, seed, rounds_of_fit), job)

    return {
        "round": (of(f"em{rounds + 1}") - of("em1")) / rounds,
        "adaptive": of("adaptive"),
        "fit": of("fit"),
    }


def main():
    kind, old, new, folder, *names = sys.argv[1:]
    measure = instructions if kind == "instructions" else seconds
    print(f"{'size':<6}{'job':<10}{'old':>14}{'new':>14}{'new / old':>11}")
    for size in SIZES:
        if names and size.name not in names:
            continue
        # A process takes some milliseconds: few rows go round more often.
        rounds = 3 if kind == "instructions" else max(4, int(1e7 / (size.n * size.K)))
        rounds_of_fit = 10
        if is_slow(kind, size):
            rounds, rounds_of_fit = 1, 3
        repeats = PAIRS if kind == "seconds" or size.n * size.K < 1e5 else 1
        pairs = [
            [measured(measure, rounds, rounds_of_fit, program, folder, size, seed) for program in (old, new)]
            for seed in range(1, repeats + 1)
        ]
        for job in pairs[0][0]:
            before, after = (statistics.median(pair[i][job] for pair in pairs) for i in (0, 1))
            ratio = statistics.median(pair[1][job] / pair[0][job] for pair in pairs)
            print(f"{size.name:<6}{job:<10}{before:>14.6g}{after:>14.6g}{ratio:>11.3f}", flush=True)


if __name__ == "__main__":
    main()
