"""The hot paths stay within a budget of instructions, which valgrind counts independently of the machine's load."""

import os
import re
import subprocess

import numpy as np
import pytest

ROWS, COLUMNS, COMPONENTS = 1000, 10, 20

# Each budget is 5 to 10 % above the count of the avx2 kernels in a release build by g++ 12.
EM_ROUND = 3_470_000  # measured: 3 306 000 (0.3.1: 3 286 000)
ADAPTIVE_SEEDING = 5_250_000  # measured: 4 947 000


def groups_of_any_shape():
    random = np.random.default_rng(1)
    centers = 3 * random.normal(size=(COMPONENTS, COLUMNS))
    shapes = random.normal(size=(COMPONENTS, COLUMNS, COLUMNS))
    noise = random.normal(size=(COMPONENTS, ROWS // COMPONENTS, COLUMNS))
    return (centers[:, None] + noise @ shapes).reshape(ROWS, COLUMNS)


@pytest.fixture
def instructions(binary, tmp_path):
    """instructions(method): the count of a fit within main; the start of libraries before it depends on clocks."""
    environment = {**os.environ, "MIXSEED_KERNELS": "avx2"}
    rows = groups_of_any_shape()
    np.save(tmp_path / "rows.npy", rows)
    np.save(tmp_path / "centers.npy", rows[:: ROWS // COMPONENTS])  # one of each group: nothing is drawn

    def run(*before, method):
        start = ("-k", COMPONENTS) if "/" in method else ("--centers", "centers.npy")
        words = [*before, binary, "fit", "rows.npy", *start, "--threads", 1, "--quiet", "--method", method]
        return subprocess.run([*map(str, words)], cwd=tmp_path, env=environment, capture_output=True, text=True)

    if "MIXSEED_KERNELS: expected" in run(method="uniform/em:rounds=0").stderr:
        pytest.skip("the budgets are for avx2 kernels, which this machine does not offer")

    def count(method):
        counts = tmp_path / "counts"
        valgrind = ("valgrind", "--tool=callgrind", "--toggle-collect=main", f"--callgrind-out-file={counts}")
        done = run(*valgrind, method=method)
        assert done.returncode == 0, done.stderr
        return int(re.search(r"^totals: (\d+)$", counts.read_text(), re.MULTILINE).group(1))

    return count


def test_a_round_of_em_stays_within_its_budget(instructions):
    one, eleven = (instructions(f"em:rounds={rounds},tol=0") for rounds in (1, 11))
    assert 0 < (eleven - one) / 10 <= EM_ROUND


def test_adaptive_seeding_stays_within_its_budget(instructions):
    chance, adaptive = (instructions(f"{seeder}/em:rounds=0") for seeder in ("uniform", "adaptive:alpha=1"))
    assert 0 < adaptive - chance <= ADAPTIVE_SEEDING
