"""The libraries in the program and its hardening, read from the binary."""

import hashlib
import importlib.util
import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Names of shared libraries by project.
LIBRARIES = {"libz": "zlib", "libzstd": "zstd", "libsqlite3": "SQLite"}
OF_THE_SYSTEM = {"libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64", "ld-linux-aarch64"}


def readelf(path, *options):
    return subprocess.run(["readelf", "-W", *options, path], check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def files(build):
    return [build / "mixseed", next((build / "python" / "mixseed").glob("_core*.so"))]


def test_addresses_are_random_and_tables_read_only(files):
    for file in files:
        assert re.search(r"Type:\s+DYN", readelf(file, "-h")), file
        headers = readelf(file, "-l")
        assert "GNU_RELRO" in headers, file
        assert re.search(r"GNU_STACK.* RW ", headers), "the stack can be executed"
        assert re.search(r"BIND_NOW|Flags:.*NOW", readelf(file, "-d")), file


def test_stack_and_buffers_are_watched(files):
    for file in files:
        symbols = readelf(file, "--dyn-syms")
        assert "__stack_chk_fail" in symbols, file
    assert re.search(r"__\w+_chk@", readelf(files[0], "--dyn-syms").replace("__stack_chk_fail", ""))


def test_libraries_are_looked_for_in_fixed_folders_only(build):
    # An empty or relative entry would load a library from the current directory.
    binaries = [path for path in build.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    linked = [path for path in binaries if path.suffix != ".o"]
    assert {"mixseed", "unit_tests", "soak", "mixseed-openmpi.so", "mixseed-mpich.so"} <= {path.name for path in linked}
    for path in linked:
        for entries in re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", readelf(path, "-d")):
            assert all(entry.startswith(("/", "$ORIGIN")) for entry in entries.split(":")), (path, entries)


@pytest.fixture(scope="module")
def bill(build):
    spec = importlib.util.spec_from_file_location("sbom", ROOT / "packaging" / "sbom.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.document(str(build / "mixseed"))


def test_the_bill_of_materials_names_every_library_that_is_linked(build, bill):
    needed = re.findall(r"NEEDED.*\[(\S+?)\.so", readelf(build / "mixseed", "-d"))
    listed = {package["name"] for package in bill["packages"]}
    assert {LIBRARIES[name] for name in needed if name not in OF_THE_SYSTEM} <= listed


def test_the_bill_of_materials_is_of_this_file(build, bill):
    own = bill["packages"][0]
    assert own["checksums"][0]["checksumValue"] == hashlib.sha256((build / "mixseed").read_bytes()).hexdigest()
    ids = {package["SPDXID"] for package in bill["packages"]} | {"SPDXRef-DOCUMENT"}
    for relation in bill["relationships"]:
        assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids


def test_the_program_knows_the_versions_that_it_was_built_with(build):
    told = subprocess.run([build / "mixseed", "version", "--verbose", "--json"], check=True, capture_output=True)
    versions = {one["name"]: one["version"] for one in json.loads(told.stdout)["built_with"]}
    assert all(re.match(r"\d+(\.\d+)+", version) for version in versions.values()), versions
    for name, module in {"Eigen": "eigen3", "zstd": "libzstd", "zlib": "zlib", "Highway": "libhwy"}.items():
        found = subprocess.run(["pkg-config", "--modversion", module], check=True, capture_output=True, text=True)
        assert versions[name] == found.stdout.strip()


def test_no_path_of_the_machine_is_in_the_program(build):
    assert str(ROOT).encode() not in (build / "mixseed").read_bytes()
