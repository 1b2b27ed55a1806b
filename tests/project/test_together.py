"""Small files may be compiled as one (MIXSEED_TOGETHER), in whatever lots their number makes: no two share a name, and none
lives on what is precompiled."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# name, optimisation, files at a time, folders
ROOMS = re.findall(r"^ *mixseed_rooms\((\w+) (-O\w) (\d+) ([\w/ ]+)\)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
TOGETHER = {name: [f"src/{folder}" for folder in folders.split()] for name, _, files, folders in ROOMS if int(files) > 1}
TOGETHER |= {folder: [folder] for folder in ("cli", "lab", "report")}
# Always compiled by themselves.
APART = re.compile(r"cli/(main|parser)\.cpp|lab/(format|store|runner)\.cpp|src/(model/linear|base/json)\.cpp")


def test_every_folder_of_src_is_in_one_of_the_lists():
    listed = [f"src/{folder}" for *_, folders in ROOMS for folder in folders.split()]
    folders = {str(path.parent.relative_to(ROOT)) for path in (ROOT / "src").rglob("*.cpp")}
    assert sorted(listed) == sorted(folders)


@pytest.mark.parametrize("name", TOGETHER)
def test_files_that_may_be_compiled_together_share_no_names(name, tmp_path):
    files = [str(path.relative_to(ROOT)) for folder in TOGETHER[name] for path in sorted((ROOT / folder).glob("*.cpp"))]
    together = [file for file in files if not APART.search(file)]
    assert len(together) > 10
    whole = tmp_path / "whole.cpp"
    whole.write_text("".join(f'#include "{file}"\n' for file in together))
    paths = ["-I.", f"-I{name}", "-Isrc", "-Iinclude"]
    command = ["g++", "-std=c++20", "-fsyntax-only", "-w", "-Wshadow", "-Werror=shadow", *paths, whole]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
