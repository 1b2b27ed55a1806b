"""Every public header compiles alone."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADERS = sorted((ROOT / "include" / "mixseed").glob("*.h"))
STRICT = ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: header.name)
def test_a_public_header_compiles_alone(header, tmp_path):
    source = tmp_path / "alone.cpp"
    # Included twice, to detect a missing include guard.
    source.write_text(f'#include "mixseed/{header.name}"\n' * 2)
    done = subprocess.run([*STRICT, f"-I{ROOT / 'include'}", source], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_one_header_for_all_names_every_other_one():
    text = (ROOT / "include" / "mixseed" / "mixseed.h").read_text()
    others = [header.name for header in HEADERS if header.name != "mixseed.h"]
    assert [name for name in others if f'#include "mixseed/{name}"' not in text] == []
