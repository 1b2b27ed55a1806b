"""docs/reliability.md names tests that exist, and every promise names one."""

import re


def names_of_tests(root):
    """C++ names as Suite.Name, Python names as test_..., files as tests/..."""
    names = set()
    for path in (root / "tests").rglob("*.cpp"):
        names |= {f"{a}.{b}" for a, b in re.findall(r"TEST(?:_P|_F)?\(\s*(\w+),\s*(\w+)\)", path.read_text())}
    for path in (root / "tests").rglob("*.py"):
        names |= set(re.findall(r"def (test_\w+)", path.read_text()))
    return names


def promises(root):
    lines = (root / "docs" / "reliability.md").read_text().splitlines()
    return [line for line in lines if line.startswith("| ") and not line.startswith("| promise")]


def test_every_test_that_a_promise_names_exists(root):
    names = names_of_tests(root)
    for line in promises(root):
        for name in re.findall(r"`([A-Z]\w+\.[A-Z]\w+)(\.\.\.)?`", line):
            whole, cut = name
            assert any(other.startswith(whole) if cut else other == whole for other in names), whole
        for name in re.findall(r"`(test_\w+)`", line):
            assert name in names, name
        for path in re.findall(r"`(tests/[\w/.]+)", line):
            assert (root / path).exists(), path


def test_every_promise_names_a_test_or_a_verb_that_runs_it(root):
    rows = promises(root)
    assert len(rows) > 30
    for line in rows:
        suite = line.split(" | ")[1]  # "the same": as the row above
        assert re.search(r"`([A-Z]\w+\.[A-Z]\w+|test_\w+|tests/|\./dev )", line) or suite == "the same", line
