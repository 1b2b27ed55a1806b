"""The package that pip builds from the source without a network, and the libraries it is linked with."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mixseed

ROOT = Path(__file__).resolve().parents[2]
ALLOWED = re.compile(r"lib(z|zstd|stdc\+\+|m|gcc_s|c|pthread)\.so|ld-linux")


def run(*words, **named):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **named)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """A virtual environment over the system's packages, with the source installed by pip.

    Compiled with -Og, which takes half of the CPU time of a release build.
    """
    place = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--system-site-packages", place / "venv")
    source = place / "source"
    listed = run("git", "-c", f"safe.directory={ROOT}", "-C", ROOT, "ls-files", "-z").split("\0")
    for name in filter(None, listed):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    words = ["-m", "pip", "install", "--no-index", "--no-build-isolation", "--disable-pip-version-check", source]
    settings = {**clean, "CMAKE_ARGS": "-DCMAKE_BUILD_TYPE=Debug '-DCMAKE_CXX_FLAGS_DEBUG=-Og -DNDEBUG'"}
    run(place / "venv" / "bin" / "python", *words, env=settings, cwd=place)
    return place, clean


def test_the_source_installs_without_a_network_and_works(environment):
    place, clean = environment
    code = "import mixseed; print(mixseed.__version__, mixseed.GaussianMixture(1).fit([[0.0], [1.0]]).means_[0, 0])"
    printed = run(place / "venv" / "bin" / "python", "-c", code, env=clean, cwd=place)
    assert printed == f"{mixseed.__version__} 0.5\n"


def test_what_is_installed_is_the_package_with_its_types(environment):
    place, _ = environment
    installed = next((place / "venv").glob("lib/python*/site-packages/mixseed"))
    names = {path.name for path in installed.iterdir()}
    sources = {path.name for path in (ROOT / "python" / "mixseed").iterdir() if path.name != "__pycache__"}
    assert sources <= names and {"py.typed", "_core.pyi"} <= names
    version = next((place / "venv").glob(f"lib/python*/site-packages/mixseed-{mixseed.__version__}*"))
    metadata = (version / "METADATA").read_text()
    required = re.findall(r"^Requires-Dist: (.*)$", metadata, re.MULTILINE)
    assert [line for line in required if "extra" not in line] == ["numpy"]
    extras = set(re.findall(r"^Provides-Extra: (.*)$", metadata, re.MULTILINE))
    assert extras == {"scikit-learn", "pandas", "plot", "parquet", "dask", "spark", "ray"}
    assert "Requires-Python: >=3.9\n" in metadata and "Author: the mixseed developers\n" in metadata


def test_the_module_is_linked_with_little():
    module = next(Path(mixseed.__file__).parent.glob("_core*.so"))
    needed = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", module))
    assert needed and all(ALLOWED.match(name) for name in needed), needed
