"""A fit needs little more memory than its rows have in the file."""

import subprocess
import sys

import numpy as np
import pytest

ROWS, COLUMNS, COMPONENTS = 1_000_000, 10, 10
ALLOWED = 64 * 2**20  # less than a copy of the rows as doubles, or a matrix of rows x components

# The measured peak includes the parent's memory at the start, so a small process launches the program instead of pytest.
LAUNCHER = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"""


@pytest.fixture(scope="module", params=["float64", "float32"])
def rows_npy(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "rows.npy"
    points = np.random.default_rng(4).normal(size=(ROWS, COLUMNS)).astype(request.param)
    points[: ROWS // 3] += 4
    np.save(path, points)
    yield path
    path.unlink()


def peak_of(*words):
    """Peak memory of the command in bytes, including the pages of mapped files."""
    launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER]
    done = subprocess.run([*launcher, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout) * 1024


@pytest.mark.parametrize("stages", ["adaptive/cem", "standardise/kmeans++/kmeans"])
def test_a_fit_holds_the_rows_once_and_as_they_are_in_the_file(binary, rows_npy, stages):
    method = f"{stages}:rounds=1/em:rounds=2,tol=0"
    words = ("fit", rows_npy, "-k", COMPONENTS, "--threads", 2, "--quiet", "--method", method)
    assert peak_of(binary, *words) <= rows_npy.stat().st_size + ALLOWED
