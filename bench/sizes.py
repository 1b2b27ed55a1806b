"""What is measured: the sizes, and which of them are used for what."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    name: str
    n: int
    D: int
    K: int
    # One with which no component collapses in the rounds that are timed.
    start_seed: int = 7
    # The longer of the two trainings that are timed; the shorter one is a single round.
    rounds: int = 5
    # How often a call trains. The same for all programs: the least of more times would be lower by itself.
    times: int = 1

    @property
    def megabytes(self):
        return self.n * self.D * 8 / 1e6

    @property
    def flops(self):
        """Nominal, per round. A row and component: D (D + 1) / 2 + D multiply-adds for the distance, as for moments."""
        return 2 * self.n * self.K * (self.D * (self.D + 1) + 2 * self.D)


SIZES = [
    Size("A", 1_000, 10, 20, rounds=11, times=20),
    Size("B", 100_000, 10, 20, rounds=11),
    Size("C", 581_012, 10, 10),
    Size("D", 110_250, 64, 10),
    Size("E", 100_000, 10, 200, start_seed=2),
    Size("F", 1_000_000, 3, 20),
]

TWO_THREADS = "BCDE"
SEEDING = "ABE"
WHOLE_FIT = "A"
MEMORY = "C"

# Not even tried: a round would take more than half a minute.
TOO_SLOW = {("opencv", "E"), ("opencv", "F")}
