"""CITATION.cff, the CI workflow and `./dev help` agree with the project."""

import re
import subprocess


def test_the_citation_has_the_version_of_the_header(root):
    version = re.search(r'kVersion = "([0-9.]+)"', (root / "include/mixseed/version.h").read_text()).group(1)
    assert re.findall(r"^version: (\S+)$", (root / "CITATION.cff").read_text(), re.MULTILINE) == [version]


def test_the_workflow_runs_the_tests_and_the_linters_only(root):
    text = (root / ".github/workflows/ci.yml").read_text()
    assert sorted(re.findall(r"\brun: *(.*)", text)) == ["./dev lint", "./dev test"]


def test_help_names_every_verb(root):
    defined = re.findall(r"^verb_(\w+)\(\)", (root / "dev").read_text(), re.MULTILINE)
    told = subprocess.run([root / "dev", "help"], capture_output=True, text=True, check=True).stdout
    listed = re.findall(r"^\./dev ([\w-]+)", told, re.MULTILINE)
    assert {name.replace("_", "-") for name in defined} == set(listed)
