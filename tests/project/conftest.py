"""Paths of the project and of its build tree."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def from_environment(name):
    path = os.environ.get(name)
    return Path(path).resolve() if path else None


@pytest.fixture(scope="session")
def root():
    return ROOT


@pytest.fixture(scope="session")
def binary():
    path = from_environment("MIXSEED_BINARY")
    assert path, "MIXSEED_BINARY does not name the program"
    return path


@pytest.fixture(scope="session")
def build(request):
    return from_environment("MIXSEED_BUILD") or request.getfixturevalue("binary").parent


@pytest.fixture(scope="session")
def library(request):
    return from_environment("MIXSEED_LIBRARY") or request.getfixturevalue("build") / "libmixseed.a"


@pytest.fixture(scope="session")
def cache(build):
    """The settings of the build tree, so that tests compile with the library's compiler and sanitizers."""
    lines = (build / "CMakeCache.txt").read_text().splitlines()
    entries = (line.split("=", 1) for line in lines if "=" in line and not line.startswith(("#", "//")))
    return {name.split(":")[0]: value for name, value in entries}
