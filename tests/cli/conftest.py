"""Runs the real program, named by the environment variable MIXSEED_BINARY."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def binary():
    path = os.environ.get("MIXSEED_BINARY")
    if not path:
        pytest.fail("MIXSEED_BINARY does not name the program")
    return str(Path(path).resolve())


@pytest.fixture(scope="session")
def version():
    """As the header has it."""
    header = Path(__file__).resolve().parents[2] / "include" / "mixseed" / "version.h"
    return re.search(r'kVersion = "([0-9.]+)"', header.read_text()).group(1)


@pytest.fixture
def run(binary, tmp_path):
    """run(*args, stdin=None): the finished process, run in an empty directory, with text output."""

    def run_program(*args, stdin=None, timeout=120):
        text = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run([binary, *map(str, args)], cwd=tmp_path, input=text, capture_output=True, timeout=timeout)
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        return done

    return run_program


@pytest.fixture
def run_json(run):
    """The JSON that a successful command prints."""

    def run_and_parse(*args, **named):
        done = run(*args, "--json", **named)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run_and_parse


def two_groups(rows=200, columns=2, seed=1, distance=8.0):
    random = np.random.default_rng(seed)
    points = random.normal(size=(rows, columns))
    points[: rows // 3] += distance
    return points


def overlapping_groups(rows, columns=5, groups=7, seed=2):
    """Groups of any shape that overlap, in columns of different units: no responsibility is trivial."""
    random = np.random.default_rng(seed)
    centers = 2 * random.normal(size=(groups, columns))
    shapes = random.normal(size=(groups, columns, columns))
    labels = random.integers(groups, size=rows)
    noise = random.normal(size=(rows, columns))
    return (centers[labels] + np.einsum("ijk,ik->ij", shapes[labels], noise)) * 2.0 ** (np.arange(columns) % 3 - 1)


def write_csv(path, points, names=None):
    lines = [",".join(names)] if names else []
    lines += [",".join(repr(float(number)) for number in row) for row in np.atleast_2d(points)]
    path.write_text("\n".join(lines) + "\n")
    return path


def without_seconds(value):
    if isinstance(value, dict):
        return {key: without_seconds(item) for key, item in value.items() if key != "seconds"}
    if isinstance(value, list):
        return [without_seconds(item) for item in value]
    return value


@pytest.fixture
def rows_csv(tmp_path):
    return write_csv(tmp_path / "rows.csv", two_groups(), ["width", "height"])


@pytest.fixture
def model_json(run, rows_csv, tmp_path):
    done = run("fit", rows_csv, "-k", 2, "-o", "model.json", "--quiet")
    assert done.returncode == 0, done.stderr
    return tmp_path / "model.json"
