"""The library never prints, aborts or exits: it reports through results, exceptions and the observer."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(path for folder in ("include", "src") for path in (ROOT / folder).rglob("*.*"))

# Formatting into a buffer (snprintf) and static_assert are allowed.
NOISE = re.compile(
    r"\b(std::)?(cout|cerr|clog|wcout|wcerr)\b"
    r"|\b(v?f?printf|v?dprintf|f?puts|f?putc|putchar|perror|abort|_?exit|_Exit|quick_exit|terminate|assert|syslog)\s*\("
    r"|\b(stdout|stderr|STDERR_FILENO)\b"
    r"|\bfmt::print\b"
)
COMMENT_OR_LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)

# Without std::terminate, to which the compiler itself refers for every noexcept.
NOISY_SYMBOLS = {
    "abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "syslog",
    "printf", "vprintf", "puts", "putchar", "perror", "stdout", "stderr", "__printf_chk", "__vprintf_chk",
    "_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt5wcout", "_ZSt5wcerr",
}  # fmt: skip


def code_of(text):
    return COMMENT_OR_LITERAL.sub(" ", text)


def undefined_symbols(library):
    """Pairs of an object file and an undefined symbol in it."""
    done = subprocess.run(["nm", "-A", "--undefined-only", library], capture_output=True, text=True, check=True)
    pairs = (line.rsplit(" ", 2) for line in done.stdout.splitlines())
    return {(place.split(":")[-2], name.split("@")[0]) for place, _, name in pairs}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_prints_aborts_or_exits(path):
    assert [match.group() for match in NOISE.finditer(code_of(path.read_text()))] == []


def test_only_a_file_named_dash_is_written_to_standard_output():
    users = [str(path.relative_to(ROOT)) for path in SOURCES if "STDOUT_FILENO" in code_of(path.read_text())]
    assert users == ["src/io/atomic_file.cpp"]


def test_no_object_of_the_library_wants_to_print_abort_or_exit(library):
    symbols = undefined_symbols(library)
    assert any(name.startswith("_Z") for _, name in symbols), "nm listed nothing"
    assert sorted(pair for pair in symbols if pair[1] in NOISY_SYMBOLS) == []


LOUD = ["std::cout << x;", "printf (x);", "exit(1);", "std::abort();", "assert(x);", "puts(x)"]
QUIET = ["static_assert(x);", "snprintf(a, b, c);", '"exit(1)"', "// abort()", "at_exit_of(x)"]


@pytest.mark.parametrize("noise", LOUD)
def test_the_search_finds_noise(noise):
    assert NOISE.search(code_of(f"f(); {noise}"))


@pytest.mark.parametrize("quiet", QUIET)
def test_the_search_passes_over_what_makes_no_noise(quiet):
    assert not NOISE.search(code_of(f"f(); {quiet}\n"))
