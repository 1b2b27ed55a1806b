"""The C++ examples of the documents compile without warnings and run."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```cpp\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
DOCUMENTS = [path for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if BLOCK.search(path.read_text())]
STRICT = ["-std=c++20", "-O0", "-Wall", "-Wextra", "-Werror", "-Wno-unused-value", "-Wno-unused-variable",
          "-Wno-unused-but-set-variable"]


def program_of(text):
    """One program with a function per block, so that all blocks are compiled at once."""
    includes, functions = [], []
    for number, block in enumerate(BLOCK.findall(text)):
        lines = block.splitlines()
        includes += [line for line in lines if line.startswith("#include")]
        body = "\n".join("  " + line for line in lines if not line.startswith("#include"))
        functions.append(f"void block_{number}() {{\n{body}\n}}\n")
    calls = "".join(f"  block_{number}();\n" for number in range(len(functions)))
    return "\n".join([*dict.fromkeys(includes), *functions, f"int main() {{\n{calls}}}\n"])


@pytest.fixture(scope="module")
def link_flags(build):
    private = re.search(r"Requires\.private: (.*)", (build / "mixseed.pc").read_text()).group(1).split()
    libraries = subprocess.run(["pkg-config", "--libs", *private], capture_output=True, text=True, check=True).stdout
    return [build / "libmixseed.a", *shlex.split(libraries), "-pthread"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_blocks_of_a_document_compile_and_run(document, link_flags, cache, tmp_path):
    shutil.copytree(ROOT / "data", tmp_path, dirs_exist_ok=True)
    shutil.copytree(ROOT / "data", tmp_path / "data")
    source, program = tmp_path / "blocks.cpp", tmp_path / "blocks"
    source.write_text(program_of(document.read_text()))
    words = [cache["CMAKE_CXX_COMPILER"], *STRICT, *shlex.split(cache["CMAKE_CXX_FLAGS"]), "-I", ROOT / "include", source]
    done = subprocess.run([*map(str, [*words, *link_flags, "-o", program])], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    done = subprocess.run([program], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout == done.stderr == ""


def test_the_readme_and_the_page_for_cpp_have_blocks():
    assert {"README.md", "cpp.md"} <= {document.name for document in DOCUMENTS}


def test_a_block_that_does_not_compile_would_be_seen():
    text = "```cpp\n#include <vector>\nint x = 1;\n```\nwords\n```cpp\n#include <vector>\nreturn;\n```\n"
    assert program_of(text) == (
        "#include <vector>\nvoid block_0() {\n  int x = 1;\n}\n\nvoid block_1() {\n  return;\n}\n\n"
        "int main() {\n  block_0();\n  block_1();\n}\n"
    )
