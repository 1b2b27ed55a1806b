"""Who may include whom: base <- kernel <- model <- {seed, refine} <- fit <- lab <- {cli, python}; io and team sit on
model."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)

BELOW = {
    "base": set(),
    "kernel": {"base"},
    "model": {"base", "kernel"},
    "seed": {"base", "model"},
    "refine": {"base", "model"},
    "fit": {"base", "model", "seed", "refine"},
    "io": {"base", "model"},
    "team": {"base", "model"},
}
THREADS = {"thread", "mutex", "shared_mutex", "condition_variable", "atomic", "future", "semaphore", "latch", "barrier"}
SYSTEM = re.compile(r"(sys/\w+|unistd|fcntl|signal|poll|termios|locale|stdlib)\.h")


def sources(folder):
    found = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".h", ".cpp")]
    assert found, f"{folder} holds no sources"
    return found


def includes(path):
    """The names that a file includes, as (is_quoted, name)."""
    return [(quote == '"', name) for quote, name in INCLUDE.findall(path.read_text())]


def name_of(path):
    return str(path.relative_to(ROOT))


def is_standard(name):
    return re.fullmatch(r"[a-z_0-9]+", name) is not None


def breaches(folder, is_allowed):
    """Every include below a folder that the rule does not allow, as text."""
    return [
        f"{name_of(path)} includes {name}"
        for path in sources(folder)
        for quoted, name in includes(path)
        if not is_allowed(path, quoted, name)
    ]


def layer_of(path):
    return path.relative_to(ROOT / "src").parts[0]


def test_every_folder_of_src_has_its_place_in_the_layers():
    folders = {path.name for path in (ROOT / "src").iterdir()}
    assert folders <= set(BELOW)
    assert {"base", "kernel", "model", "seed", "refine", "fit", "io"} <= folders


@pytest.mark.parametrize("layer", [layer for layer in BELOW if (ROOT / "src" / layer).is_dir()])
def test_a_layer_includes_only_itself_and_the_layers_below(layer):
    def is_allowed(path, quoted, name):
        first = name.split("/")[0]
        return not quoted or first == "mixseed" or first in BELOW[layer] | {layer}

    assert breaches(f"src/{layer}", is_allowed) == []


def test_the_engine_includes_its_own_headers_by_their_path_from_src_or_include():
    def is_allowed(path, quoted, name):
        return not quoted or (ROOT / "src" / name).is_file() or (ROOT / "include" / name).is_file()

    assert breaches("src", is_allowed) == []


@pytest.mark.parametrize("layer", ["seed", "refine"])
def test_seeders_and_refiners_know_no_threads(layer):
    def is_allowed(path, quoted, name):
        return name != "base/pool.h" and name not in THREADS

    assert breaches(f"src/{layer}", is_allowed) == []


def test_only_io_reads_and_writes_files():
    def is_allowed(path, quoted, name):
        outside = {"mixseed/io.h", "fstream", "zlib.h", "zstd.h", "sys/mman.h", "fcntl.h", "cstdio"}
        return layer_of(path) == "io" or name not in outside

    assert breaches("src", is_allowed) == []


def test_public_headers_include_only_the_standard_library_and_each_other():
    def is_allowed(path, quoted, name):
        return (ROOT / "include" / name).is_file() if quoted else is_standard(name)

    assert breaches("include", is_allowed) == []


def test_the_program_sees_public_headers_and_its_own_only():
    libraries = ("CLI/", "fmt/", "nlohmann/")

    def is_allowed(path, quoted, name):
        if quoted:
            return any((ROOT / folder / name).is_file() for folder in ("cli", "include")) or is_of_the_lab(name)
        return is_standard(name) or name.startswith(libraries) or SYSTEM.fullmatch(name)

    assert breaches("cli", is_allowed) == []


def is_of_the_lab(name):
    return name.startswith("lab/") and (ROOT / name).is_file()


def test_the_laboratory_sees_public_headers_and_its_own_only():
    def is_allowed(path, quoted, name):
        if quoted:
            return (ROOT / "include" / name).is_file() or is_of_the_lab(name)
        if path.name == "store.cpp" and (name == "sqlite3.h" or SYSTEM.fullmatch(name)):
            return True
        return is_standard(name) or name.startswith(("fmt/", "nlohmann/"))

    assert breaches("lab", is_allowed) == []


def test_only_the_store_knows_sqlite():
    users = [name_of(path) for path in sources("lab") if any(name == "sqlite3.h" for _, name in includes(path))]
    assert users == ["lab/store.cpp"]


def test_the_python_module_sees_public_headers_the_laboratory_and_its_own_only():
    def is_allowed(path, quoted, name):
        if quoted:
            own = [ROOT / folder / name for folder in ("python/binding", "include")]
            return any(path.is_file() for path in own) or is_of_the_lab(name)
        return is_standard(name) or name.startswith("pybind11/")

    assert breaches("python/binding", is_allowed) == []


def test_json_is_parsed_in_one_file_of_the_engine():
    users = [name_of(path) for path in sources("src") if any("nlohmann" in name for _, name in includes(path))]
    assert len(users) == 1, users


def test_eigen_stays_inside_model():
    users = {layer_of(path) for path in sources("src") if any(name.startswith("Eigen") for _, name in includes(path))}
    assert users == {"model"}


def test_no_header_of_the_engine_includes_fmt_or_json():
    def is_allowed(path, quoted, name):
        return path.suffix == ".cpp" or not name.startswith(("fmt/", "nlohmann/"))

    assert breaches("src", is_allowed) == []


def test_an_include_in_any_spelling_is_seen(tmp_path):
    file = tmp_path / "x.cpp"
    file.write_text('#include <a>\n  #  include "b/c.h"\n// #include "no.h"\n')
    assert includes(file) == [(False, "a"), (True, "b/c.h")]
