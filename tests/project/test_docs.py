"""The examples of the documents work, and every method and option of the program is documented."""

import importlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted(path for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")] if path.is_file())
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
OURS = re.compile(r"(\$ )?mixseed ")


def examples(text):
    """The shell blocks that use the program, as (line, script, has_to_fail)."""
    for block in FENCE.finditer(text):
        lines = block.group(2).splitlines()
        if block.group(1) != "sh" or not any(OURS.match(line) for line in lines):
            continue
        if any(line.startswith("$ ") for line in lines):  # the other lines are what the commands print
            commands = [line[2:] for line in lines if line.startswith("$ ")]
        else:
            commands = lines
        yield text.count("\n", 0, block.start()) + 1, "\n".join(commands), lines[0].strip() == "# fails"


def uses_the_program(document):
    return next(examples(document.read_text()), None) is not None


@pytest.fixture
def desk(tmp_path, binary):
    """A directory with the data, both as data/NAME and as NAME; run(script) runs a script in it."""
    if (ROOT / "data").is_dir():
        shutil.copytree(ROOT / "data", tmp_path, dirs_exist_ok=True)
        shutil.copytree(ROOT / "data", tmp_path / "data")
    tools = tmp_path / ".bin"
    tools.mkdir()
    (tools / "mixseed").symlink_to(binary)
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}

    def run(script):
        words = ["bash", "-e", "-o", "pipefail", "-c", script]
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)

    return run


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if uses_the_program(path)], ids=lambda path: str(path.relative_to(ROOT))
)
def test_the_examples_of_a_document_run_from_top_to_bottom(document, desk):
    complaints = []
    for line, script, has_to_fail in examples(document.read_text()):
        done = desk(script)
        if (done.returncode != 0) != has_to_fail:
            complaints.append(f"{document.name}:{line}: exit {done.returncode}\n{script}\n{done.stderr}")
    assert not complaints, "\n".join(complaints)


def test_an_example_is_found_with_its_line_and_its_wanted_end():
    runs, fails = "```sh\nmixseed fit x\n```\n", "```sh\n# fails\n$ mixseed fit y\nprinted\n```\n"
    text = "a\n" + runs + fails + "```sh\nls\n```\n```\nmixseed z\n```\n"
    assert list(examples(text)) == [(2, "mixseed fit x", False), (5, "mixseed fit y", True)]


def test_the_readme_names_the_two_commands():
    text = (ROOT / "README.md").read_text()
    assert "./dev demo" in text
    assert "./dev test" in text


def test_every_method_has_a_page_that_names_every_parameter(binary):
    done = subprocess.run([binary, "methods", "--json"], capture_output=True, text=True, check=True)
    methods = json.loads(done.stdout)["methods"]
    assert len(methods) >= 10
    missing = []
    for method in methods:
        page = ROOT / "docs" / "methods" / f"{method['name']}.md"
        text = page.read_text() if page.is_file() else ""
        names = [method["name"], *(parameter["name"] for parameter in method["parameters"])]
        missing += [f"{page.name}: {name}" for name in names if not mentions(text, name)]
    assert missing == []


def mentions(text, name):
    """True if the name stands in backticks, alone or within a longer text."""
    spans = re.findall(r"`+[^`]+`+", text)
    return any(re.search(rf"(?<![\w+]){re.escape(name)}(?![\w+])", span) for span in spans)


def test_every_page_of_a_method_belongs_to_a_method(binary):
    done = subprocess.run([binary, "methods", "--json"], capture_output=True, text=True, check=True)
    names = {method["name"] for method in json.loads(done.stdout)["methods"]}
    pages = {page.stem for page in (ROOT / "docs" / "methods").glob("*.md")} - {"README", "index"}
    assert pages - names == set()


def test_the_option_tables_are_what_the_program_says(binary, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    option_tables = importlib.import_module("option_tables")
    page = option_tables.PAGE.read_text()
    assert option_tables.with_tables(page, option_tables.tables_of(binary)) == page, "./dev docs writes them"


def test_links_between_documents_lead_somewhere():
    broken = []
    for document in [*DOCUMENTS, *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)\s#]+)[^)]*\)", FENCE.sub("", document.read_text())):
            if "://" not in target and not target.startswith("mailto:") and not (document.parent / target).exists():
                broken.append(f"{document.relative_to(ROOT)}: {target}")
    assert broken == []


def test_the_changelog_mentions_the_version():
    version = re.search(r'kVersion = "([0-9.]+)"', (ROOT / "include/mixseed/version.h").read_text()).group(1)
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert re.search(rf"(?<![\d.]){re.escape(version)}(?![\d.]*\d)", changelog)


def tracked_texts():
    words = ["git", "-c", f"safe.directory={ROOT}", "-C", ROOT, "ls-files", "-z"]
    listed = subprocess.run(words, capture_output=True, check=True).stdout.decode().split("\0")
    for path in (ROOT / name for name in listed if name):
        content = path.read_bytes() if path.is_file() else b"\0"
        if b"\0" not in content:
            yield path.relative_to(ROOT), content.decode(errors="replace")


def test_no_tracked_file_names_a_place_on_somebodys_machine_or_work_left_over():
    # Concatenated, so that this file does not contain them.
    places = [f"/{folder}/" for folder in ("work", "root", "home")]
    leftovers = ["TO" + "DO", "FIX" + "ME"]
    patterns = [rf"(?<![\w.]){place}" for place in places] + [rf"\b{word}\b" for word in leftovers]
    unwanted = re.compile("|".join(patterns))
    found = [f"{path}: {match}" for path, text in tracked_texts() for match in unwanted.findall(text)]
    assert found == []
