"""Pages are written by the program and opened in Chromium."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"


@pytest.fixture(scope="session")
def binary():
    return os.environ["MIXSEED_BINARY"]


@pytest.fixture(scope="session")
def npm():
    """npm, with the packages that the lock file names installed in web/."""
    found = shutil.which("npm")
    if not found or not shutil.which("node"):
        pytest.fail("Node and npm are not installed")
    if not (WEB / "node_modules" / "playwright-core").is_dir():
        words = [found, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(words, cwd=WEB, capture_output=True, text=True)
        if done.returncode != 0:
            pytest.fail(f"npm cannot fetch the packages of web/: {done.stderr[-300:]}")
    return found


class Visited:
    def __init__(self, answer):
        self.result = answer["result"]
        self.errors, self.requests, self.dialogs = answer["errors"], answer["requests"], answer["dialogs"]


@pytest.fixture
def visit(npm, tmp_path):
    """visit(page, body): what the body of an async function of (page, saved, complaints) returns."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.fail("Chromium is not installed")

    def run(page, body="", width=1100, scheme="light"):
        script = tmp_path / "script.mjs"
        script.write_text("export default async ({ page, saved, complaints }) => {\n" + body + "\n};\n")
        options = {"web": str(WEB), "chromium": chromium, "width": width, "scheme": scheme}
        words = ["node", Path(__file__).parent / "visit.mjs", page, script, json.dumps(options)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        visited = Visited(json.loads(done.stdout))
        assert visited.errors == []
        assert visited.requests == []
        assert visited.dialogs == []
        return visited.result

    return run


@pytest.fixture(scope="session")
def mixseed(binary):
    def run(*words, folder):
        words = [binary, *map(str, words)]
        return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True, timeout=120).stdout

    return run


@pytest.fixture(scope="session")
def pages(mixseed, tmp_path_factory):
    """A folder with pages of every kind: fits (a choice in two columns, four columns, one), a replay, the laboratory's."""
    folder = tmp_path_factory.mktemp("pages")
    for name in ("faithful.csv", "iris.csv"):
        shutil.copy(ROOT / "data" / name, folder)
    lines = (folder / "faithful.csv").read_text().splitlines()
    (folder / "one.csv").write_text("\n".join(line.split(",")[1] for line in lines) + "\n")
    mixseed("fit", "faithful.csv", "-k", "1..4", "--restarts", 5, "--report", "choice.html", folder=folder)
    told = mixseed(
        "fit", "iris.csv", "--columns", "1-4", "-k", 3, "--restarts", 8, "--method", "adaptive/kmeans/em", "--json",
        "-o", "iris.json", "--report", "iris.html", folder=folder,
    )  # fmt: skip
    (folder / "iris.told.json").write_text(told)
    mixseed("fit", "one.csv", "-k", 2, "--report", "one.html", folder=folder)
    mixseed(
        "fit", "faithful.csv", "-k", 4, "--method", "adaptive/em", "--replay", "replay.html", "--replay-with",
        "kmeans++/kmeans/em", folder=folder,
    )  # fmt: skip
    write_laboratory(mixseed, folder)
    return folder


def write_laboratory(mixseed, folder):
    """A store of eight data sets, its tables and its page, and the page of a comparison."""
    words = ("--data-sets", 1, "--seeds", 2, "--only", "separation=2,shape=different-1", "--store", "runs.db")
    mixseed("lab", "run", "quick", *words, "--quiet", folder=folder)
    mixseed("lab", "tables", "--store", "runs.db", "--format", "json", "-o", "tables.json", folder=folder)
    mixseed("lab", "report", "--store", "runs.db", "-o", "lab.html", folder=folder)
    told = mixseed(
        "lab", "compare", "faithful.csv", "-k", 3, "--seeds", 6, "--json", "--report", "compare.html", folder=folder
    )
    (folder / "compare.json").write_text(told)
