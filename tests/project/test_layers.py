"""The includes that each folder may have: base <- kernel <- {model, rows} <- pass <- {seed, refine, team} <- fit <- select
<- lab <- {cli, python}; io sits on model, report on base's text; lab, cli and python use report."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)

BELOW = {
    "base": set(),
    "kernel": {"base"},
    "model": {"base", "kernel"},
    "rows": {"base", "kernel"},
    "pass": {"base", "kernel", "model", "rows"},
    "team": {"base", "pass", "rows"},
    "seed": {"base", "model", "pass"},
    "refine": {"base", "model", "pass"},
    "fit": {"base", "model", "pass", "team", "seed", "refine"},
    "select": {"base", "model", "pass", "team", "seed", "refine", "fit"},
    "io": {"base", "model"},
}
# The only headers of pass that methods may include: questions and verbs, not how they are answered.
DOORS = {
    "seed": {"pass/verbs.h", "pass/growing.h", "pass/mixture_from_centers.h", "pass/team.h"},
    "refine": {"pass/verbs.h", "pass/growing.h", "pass/mixture_from_centers.h", "pass/team.h", "pass/e_step.h"},
}
THREADS = {"thread", "mutex", "shared_mutex", "condition_variable", "atomic", "future", "semaphore", "latch", "barrier"}
SYSTEM = re.compile(r"(sys/\w+|dlfcn|unistd|fcntl|signal|poll|termios|locale|stdlib)\.h")


def sources(folder):
    found = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".h", ".cpp")]
    assert found, f"{folder} holds no sources"
    return found


def includes(path):
    """The includes of a file as (is_quoted, name)."""
    return [(quote == '"', name) for quote, name in INCLUDE.findall(path.read_text())]


def name_of(path):
    return str(path.relative_to(ROOT))


def is_standard(name):
    return re.fullmatch(r"[a-z_0-9]+", name) is not None


def breaches(folder, is_allowed):
    """Every include in a folder that the rule does not allow, as text."""
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
    assert set(BELOW) <= folders


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


COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
# Names of threads, kernels and blocks of rows. They are searched in the code, because headers also come indirectly.
MACHINERY = re.compile(
    r"\b(Pool|pool|kernel|Part|Block|BlockBuffer|ViewRows|LocalTeam|JoiningThread|jthread|mutex|atomic|async)\b"
)


def machinery_in(text):
    """The names in a source, outside of comments and strings, that methods must not use."""
    return sorted(set(MACHINERY.findall(COMMENT_OR_TEXT.sub(" ", text))))


@pytest.mark.parametrize("layer", ["seed", "refine"])
def test_seeders_and_refiners_are_written_with_questions_only(layer):
    def is_allowed(path, quoted, name):
        return name.split("/")[0] not in ("pass", "rows", "team", "kernel") or name in DOORS[layer]

    assert breaches(f"src/{layer}", is_allowed) == []


@pytest.mark.parametrize("layer", ["seed", "refine"])
def test_seeders_and_refiners_know_no_threads_and_no_kernels_whatever_they_include(layer):
    def is_allowed(path, quoted, name):
        return name not in {"base/pool.h", "base/free_list.h", "base/portable.h"} and name not in THREADS

    assert breaches(f"src/{layer}", is_allowed) == []
    assert {name_of(path): words for path in sources(f"src/{layer}") if (words := machinery_in(path.read_text()))} == {}


def test_machinery_is_seen_where_it_is_used_without_an_include():
    assert machinery_in("X.team().pool().run(n, work);  // on the Pool") == ["pool"]
    assert machinery_in('text = "Pool";  /* kernel::active() */ int repartition;') == []
    assert machinery_in("kernel::active().distances(c, k, x, out); Part part(rows, pool);") == ["Part", "kernel", "pool"]


def test_only_io_reads_and_writes_files():
    """Limits of the system, which are files on Linux, are read in base: io and fit need them."""

    def is_allowed(path, quoted, name):
        outside = {"mixseed/io.h", "fstream", "zlib.h", "zstd.h", "sys/mman.h", "fcntl.h", "cstdio"}
        return layer_of(path) == "io" or name not in outside or name_of(path) == "src/base/memory.cpp"

    assert breaches("src", is_allowed) == []


def test_public_headers_include_only_the_standard_library_and_each_other():
    def is_allowed(path, quoted, name):
        return (ROOT / "include" / name).is_file() if quoted else is_standard(name)

    assert breaches("include", is_allowed) == []


def test_the_program_sees_public_headers_and_its_own_only():
    def is_allowed(path, quoted, name):
        if quoted:
            own = any((ROOT / folder / name).is_file() for folder in ("cli", "include"))
            return own or any(is_in(folder, name) for folder in ("lab", "report", "mpi"))
        return is_standard(name) or name.startswith("CLI/") or SYSTEM.fullmatch(name)

    assert breaches("cli", is_allowed) == []


def test_what_is_compiled_against_mpi_sees_nothing_of_mixseed():
    def is_allowed(path, quoted, name):
        return (ROOT / "mpi" / name).is_file() if quoted else is_standard(name) or name == "mpi.h"

    assert breaches("mpi", is_allowed) == []


def is_in(folder, name):
    return name.startswith(f"{folder}/") and (ROOT / name).is_file()


def test_the_report_layer_sees_public_headers_the_text_of_base_and_its_own_only():
    def is_allowed(path, quoted, name):
        if quoted:
            return (ROOT / "include" / name).is_file() or is_in("report", name) or name == "base/text.h"
        return is_standard(name)

    assert breaches("report", is_allowed) == []


LAB_BASE = {"base/json.h", "base/portable.h"}


def test_the_laboratory_sees_public_headers_json_and_portable_of_base_and_its_own_only():
    def is_allowed(path, quoted, name):
        if quoted:
            return (ROOT / "include" / name).is_file() or is_in("lab", name) or is_in("report", name) or name in LAB_BASE
        if path.name == "store.cpp" and (name == "sqlite3.h" or SYSTEM.fullmatch(name)):
            return True
        return is_standard(name) or name.startswith("fmt/")

    assert breaches("lab", is_allowed) == []


def test_only_the_store_knows_sqlite():
    users = [name_of(path) for path in sources("lab") if any(name == "sqlite3.h" for _, name in includes(path))]
    assert users == ["lab/store.cpp"]


def test_the_python_module_sees_public_headers_the_laboratory_and_its_own_only():
    def is_allowed(path, quoted, name):
        if quoted:
            own = [ROOT / folder / name for folder in ("python/binding", "include")]
            return any(path.is_file() for path in own) or is_in("lab", name) or is_in("report", name)
        return is_standard(name) or name.startswith("pybind11/")

    assert breaches("python/binding", is_allowed) == []


def users_of(library, *folders):
    found = (path for folder in folders for path in sources(folder))
    return [name_of(path) for path in found if any(name.startswith(library) for _, name in includes(path))]


def test_one_file_parses_the_command_line():
    assert users_of("CLI/", "src", "include", "lab", "cli") == ["cli/parser.cpp"]


def test_what_is_slow_to_compile_stands_in_no_header():
    slow = ("fmt/", "nlohmann/json.hpp", "CLI/", "iostream", "regex")

    def is_allowed(path, quoted, name):
        return path.suffix == ".cpp" or not name.startswith(slow)

    for folder in ("src", "include", "lab", "cli"):
        assert breaches(folder, is_allowed) == []


def test_libraries_of_templates_are_compiled_in_one_file_each():
    users = {"Eigen": ["src/model/linear.cpp"], "nlohmann": ["src/base/json.cpp"], "fmt/": ["lab/format.cpp"]}
    for library, files in users.items():
        assert users_of(library, "src", "include", "lab", "cli", "report", "python/binding") == files


def test_the_picture_of_the_rooms_is_true_and_no_door_leads_up(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    rooms = importlib.import_module("rooms")
    assert rooms.against_the_order(rooms.doors()) == []
    assert rooms.against_the_order([("src/base", "src/pass")]) == ["src/base includes src/pass"]
    assert rooms.picture() == rooms.PICTURE.read_text(), "./dev docs draws it"


def test_an_include_in_any_spelling_is_seen(tmp_path):
    file = tmp_path / "x.cpp"
    file.write_text('#include <a>\n  #  include "b/c.h"\n// #include "no.h"\n')
    assert includes(file) == [(False, "a"), (True, "b/c.h")]
