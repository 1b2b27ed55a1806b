"""Runs the installed scikit-learn's tests of GaussianMixture with mixseed's class in its place.

The tests are not changed; the class that they import is replaced. Prints a line per failed test, and the counts:

    ./dev python tests/python/sklearn_own_tests.py
"""

import contextlib
import io
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import sklearn.mixture

import mixseed


class Outcomes:
    """The outcome of every test."""

    def __init__(self):
        self.passed, self.failed, self.skipped = [], {}, []

    def pytest_runtest_logreport(self, report):
        name = report.nodeid.split("::", 1)[1]
        if report.failed:
            self.failed[name] = " ".join(report.longrepr.reprcrash.message.split())
        elif report.skipped:
            self.skipped.append(name)
        elif report.when == "call":
            self.passed.append(name)


def run(*options):
    """Runs the tests with mixseed's class; returns the outcomes."""
    outcomes = Outcomes()
    theirs = sklearn.mixture.GaussianMixture
    folder = Path(find_spec("sklearn").origin).parent
    path = folder / "mixture" / "tests" / "test_gaussian_mixture.py"
    sklearn.mixture.GaussianMixture = mixseed.GaussianMixture
    try:
        words = [str(path), "-p", "no:cacheprovider", "--rootdir", str(folder.parent)]
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main([*words, *options], plugins=[outcomes])
    finally:
        sklearn.mixture.GaussianMixture = theirs
    return outcomes


if __name__ == "__main__":
    result = run(*sys.argv[1:])
    for name, reason in result.failed.items():
        print(f"failed: {name}\n        {reason[:200]}")
    counts = f"{len(result.passed)} passed, {len(result.failed)} failed, {len(result.skipped)} skipped"
    print(f"scikit-learn {sklearn.__version__}: {counts}")
