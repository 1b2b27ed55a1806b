"""Seconds per EM round: programs in turns, the least over all calls."""

import sys

import programs
import sizes
from programs import OURS

SLOW = 2.5  # seconds of a round, from which on a program does as few rounds as possible, twice
VERY_SLOW = 6.0  # from which on it does them once


def say(text):
    print(text, file=sys.stderr, flush=True)


class Timing:
    """The least seconds that one program took for few rounds and for more, over all calls."""

    def __init__(self, rounds, times):
        self.rounds, self.times = rounds, times
        self.least = [float("inf")] * 2
        self.answer = None

    def add(self, answer):
        self.least = [min(pair) for pair in zip(self.least, answer["seconds"])]
        self.answer = answer

    def seconds_per_round(self):
        fewer, more = self.answer["rounds"]
        return (self.least[1] - self.least[0]) / max(more - fewer, 1)

    def calls_left(self, repeats):
        if self.answer is None or self.rounds[1] > 2:
            return repeats
        return 1 if self.seconds_per_round() < VERY_SLOW else 0

    def result(self):
        return {
            "seconds": self.seconds_per_round(),
            "rounds": self.answer["rounds"],
            "version": self.answer["version"],
            "log_likelihood": float(self.answer["log_likelihood"]),
            "repairs": self.answer.get("repairs", 0),
            "peak_megabytes": self.answer["peak_kilobytes"] * 1024 / 1e6,
        }


def planned(probe, size):
    """What to time after a first look. A slow program's first look counts."""
    return probe if probe.seconds_per_round() > SLOW else Timing((1, size.rounds), size.times)


def call(timing, program, size, environment, threads=1):
    timing.add(programs.em_rounds(program, size, timing.rounds, timing.times, environment, threads))


def first_look(program, size, environment):
    probe = Timing((1, 2), 1)
    call(probe, program, size, environment)
    return planned(probe, size)


def in_turns(timings, repeats, one_call):
    """Every program once, then every program again, so that a busy machine is busy for all of them."""
    for repeat in range(repeats):
        for program, timing in timings.items():
            if repeat < timing.calls_left(repeats):
                one_call(timing, program)


def measure_rounds(size, names, repeats, environment):
    results, timings = {}, {}
    for name in names:
        if (name, size.name) in sizes.TOO_SLOW:
            results[name] = {"skipped": "too slow"}
            continue
        say(f"size {size.name}: first look at {name}")
        try:
            timings[name] = first_look(name, size, environment)
        except programs.Failed as failure:
            results[name] = {"skipped": str(failure)}
    say(f"size {size.name}: " + ", ".join(timings))
    in_turns(timings, repeats, lambda timing, name: call(timing, name, size, environment))
    results.update({name: timing.result() for name, timing in timings.items()})
    add_likelihood_differences(size, results, environment)
    return results


def add_likelihood_differences(size, results, environment):
    """How far a peer's mean log-likelihood is from ours after as many rounds from the same start."""
    ours = {}
    for name, result in results.items():
        if name in (OURS, "vlfeat") or "rounds" not in result:
            continue
        rounds = result["rounds"][1]
        if rounds not in ours:
            ours[rounds] = float(programs.em_rounds(OURS, size, (1, rounds), 1, environment)["log_likelihood"])
        result["difference"] = result["log_likelihood"] - ours[rounds]


def measure_threads(size, repeats, environment):
    plan = first_look(OURS, size, environment)
    timings = {threads: Timing(plan.rounds, plan.times) for threads in (1, 2)}
    in_turns(timings, repeats, lambda timing, threads: call(timing, OURS, size, environment, threads))
    return {threads: timing.seconds_per_round() for threads, timing in timings.items()}
