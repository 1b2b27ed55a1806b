"""Small files may be compiled as one (MIXSEED_TOGETHER), in whatever lots their number makes: no two share a name."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# As CMakeLists.txt has it: those are always compiled by themselves.
APART = re.compile(r"src/(kernel|seed|refine|model/families)/|src/model/linear\.cpp|_json\.cpp$|cli/(main|parser)\.cpp")


@pytest.mark.parametrize("folder", ["src", "cli"])
def test_files_that_may_be_compiled_together_share_no_names(folder, tmp_path):
    names = [str(path.relative_to(ROOT)) for path in sorted((ROOT / folder).rglob("*.cpp"))]
    together = [name for name in names if not APART.search(name)]
    assert len(together) > 40
    whole = tmp_path / "whole.cpp"
    whole.write_text("".join(f'#include "{name}"\n' for name in together))
    paths = ["-I.", f"-I{folder}", "-Isrc", "-Iinclude", "-isystem", "/usr/include/eigen3"]
    command = ["g++", "-std=c++20", "-fsyntax-only", "-w", *paths, whole]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
