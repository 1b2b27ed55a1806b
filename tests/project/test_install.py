"""The files of `cmake --install` suffice for another project."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

CONSUMER = Path(__file__).resolve().parent / "consumer"


def run(*words, **named):
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, **named)
    assert done.returncode == 0, f"{shlex.join(map(str, words))}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def prefix(build, tmp_path_factory):
    place = tmp_path_factory.mktemp("install") / "prefix"
    run("cmake", "--install", build, "--prefix", place)
    return place


@pytest.fixture(scope="module")
def version(root):
    return re.search(r'kVersion = "([0-9.]+)"', (root / "include/mixseed/version.h").read_text()).group(1)


@pytest.fixture(scope="module")
def pkg_config(prefix):
    place = next(prefix.rglob("mixseed.pc")).parent
    own = str(place) + os.pathsep + os.environ.get("PKG_CONFIG_PATH", "")

    def ask(*options):
        return shlex.split(run("pkg-config", *options, "mixseed", env={**os.environ, "PKG_CONFIG_PATH": own}))

    return ask


def library_path(prefix):
    """A shared library must be found in the prefix; a static one needs no path."""
    folders = {str(path.parent) for path in prefix.rglob("libmixseed.*")}
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(sorted(folders))}


@pytest.fixture
def configure(prefix, cache, tmp_path):
    """The command that configures the consumer with the compiler of the build and asks for a version."""
    settings = [f"-D{name}={cache[name]}" for name in ("CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "CMAKE_BUILD_TYPE")]
    words = ["cmake", "-S", CONSUMER, "-B", tmp_path, "-G", cache["CMAKE_GENERATOR"], f"-DCMAKE_PREFIX_PATH={prefix}"]
    return lambda wanted: [*words, *settings, f"-DWANTED_VERSION={wanted}"]


def test_a_project_finds_and_links_the_installed_package(configure, version, tmp_path):
    run(*configure(version))
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "consumer", tmp_path / "model.json") == version + "\n"


def test_a_project_that_wants_another_version_is_refused(configure):
    done = subprocess.run(configure("99.0"), capture_output=True, text=True)
    assert done.returncode != 0
    assert "99.0" in done.stderr


def test_a_project_links_what_pkg_config_says(prefix, pkg_config, cache, version, tmp_path):
    compiler = [cache["CMAKE_CXX_COMPILER"], "-std=c++20", *shlex.split(cache["CMAKE_CXX_FLAGS"])]
    flags = pkg_config("--cflags", "--libs", "--static")
    run(*compiler, CONSUMER / "main.cpp", *flags, "-o", tmp_path / "consumer")
    assert run(tmp_path / "consumer", tmp_path / "model.json", env=library_path(prefix)) == version + "\n"


def test_pkg_config_knows_the_version(pkg_config, version):
    assert pkg_config("--modversion") == [version]


def test_the_installed_program_runs(prefix, version):
    assert run(prefix / "bin" / "mixseed", "--version") == f"mixseed {version}\n"


@pytest.mark.parametrize(
    "file, words",
    [
        ("man/man1/mixseed.1", ["help", "--man"]),
        ("bash-completion/completions/mixseed", ["completions", "bash"]),
        ("zsh/site-functions/_mixseed", ["completions", "zsh"]),
        ("fish/vendor_completions.d/mixseed.fish", ["completions", "fish"]),
    ],
)
def test_the_manual_page_and_the_completions_are_where_they_are_looked_for(prefix, file, words):
    assert (prefix / "share" / file).read_text() == run(prefix / "bin" / "mixseed", *words) != ""


def test_all_public_headers_and_no_others_are_installed(prefix, root):
    installed = {path.relative_to(prefix / "include") for path in (prefix / "include").rglob("*") if path.is_file()}
    public = {path.relative_to(root / "include") for path in (root / "include").rglob("*.h")}
    assert installed == public


def test_nothing_that_is_installed_as_text_names_the_source_or_the_build_tree(prefix, root, build):
    texts = [path for path in prefix.rglob("*") if path.suffix in (".cmake", ".pc", ".h")]
    assert len(texts) > 4
    assert [path.name for path in texts if any(str(tree) in path.read_text() for tree in (root, build))] == []


def test_the_package_asks_for_no_target_of_the_build(prefix):
    export = next(prefix.rglob("mixseedTargets.cmake")).read_text()
    assert "mixseed::mixseed" in export
    assert [name for name in ("mixseed_flags", "Eigen3", "nlohmann", "fmt::") if name in export] == []
