"""Retired names do not come back as C++ identifiers, nor retired phrases in comments, messages and docs.

Names inside string literals stay, for the texts of methods and parameters are public: `rehearse`, `lift`, `kicks=`."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLACES = """ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md README.md SECURITY.md bench cli cmake data docs examples include lab
mpi packaging python report src tests web""".split()
SUFFIXES = {".cpp", ".h", ".md", ".py", ".R", ".sh", ".ts", ".txt"}
SKIPPED = {"corpus", "dist", "node_modules", "__pycache__", "test_words.py"}

TYPES = """Allowance Apart Belong Belonging Facts Few For Found Frame Frames GainToCome Held HeldShare Inventory Landing
LazyFacts Lens LiftOptions Losses Meter Outlook Outlooks Proximity Reach Scales Settling Share Shares Sight Spare Span
Spheres StreamShare Survey Tally TileRoom TryOut Units Weigh""".split()
NAMES = """allowance aside belonging facts_by_column gain_to_come inventory inventory_of landing lens lifting marks mend
mend_falls outlook outlooks proximity see_rows sight story tally to_come whom with_room""".split()
STEMS = "anew kick rehears settl".split()  # of words within an identifier, as in `after_kick` or `kSettled`
PUBLIC = {"kicks"}  # a parameter of `search`, and the field of that name in mixseed/budget.h

PHRASES = (
    "(is|are) dear",
    "(?<![`'\"])anew(?![`'\"=])",
    "by the door",
    "(has|have|had|having) to do with",
    "has a say",
    "looked at",
    "nobody",
    "once more",
    "so many",
    "that (is|are) none",
    "whoever",
)

STRING = r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\''
NOT_CODE = re.compile(rf"//[^\n]*|/\*.*?\*/|{STRING}", re.DOTALL)
ALIAS = re.compile(r"\busing \w+ \[\[deprecated\b")
TEST_NAME = re.compile(r"\bTEST(?:_[FP])?\(\w+,\s*\w+\)")
PHRASE = re.compile("|".join(rf"\b{phrase.replace(' ', chr(92) + 's+')}\b" for phrase in PHRASES), re.IGNORECASE)
LINE_START = re.compile(r"\n[ \t]*(?://|#|\*|>)?[ \t]*")


def parts_of(identifier):
    """The words of an identifier in lower case: `kSettledRows` and `settled_rows` both have 'settled'."""
    return [part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", identifier)]


def retired_names(text):
    """Retired identifiers of a C++ text, except in comments, strings, names of tests and deprecated aliases."""
    code = ALIAS.sub(" ", TEST_NAME.sub(" ", NOT_CODE.sub(" ", text)))
    found = {
        name
        for name in re.findall(r"\b[A-Za-z_]\w*", code)
        if name in TYPES
        or name.rstrip("_") in NAMES
        or any(part.startswith(stem) for part in parts_of(name) for stem in STEMS)
    }
    return sorted(found - PUBLIC)


def retired_phrases(text):
    """Retired phrases of a text, also where a phrase is broken over two lines of a comment."""
    return sorted({" ".join(found.group().lower().split()) for found in PHRASE.finditer(LINE_START.sub(" ", text))})


def files(place):
    path = ROOT / place
    assert path.exists(), f"{place} is not there"
    found = [path] if path.is_file() else sorted(path.rglob("*"))
    return [file for file in found if file.suffix in SUFFIXES and SKIPPED.isdisjoint(file.relative_to(ROOT).parts)]


def breaches(place, search, suffixes=SUFFIXES):
    return [
        f"{file.relative_to(ROOT)}: {word}"
        for file in files(place)
        if file.suffix in suffixes
        for word in search(file.read_text())
    ]


@pytest.mark.parametrize("place", PLACES)
def test_no_retired_name_comes_back(place):
    assert breaches(place, retired_names, {".cpp", ".h"}) == []


@pytest.mark.parametrize("place", PLACES)
def test_no_retired_phrase_comes_back(place):
    assert breaches(place, retired_phrases) == []


def test_names_are_found_in_code_alone():
    code = 'Few rows; // Held\nconst auto kSettledRows = after_kick("Tally", \'x\');\nTEST(Search, KicksHelp) {}\n'
    assert retired_names(code) == ["Few", "after_kick", "kSettledRows"]
    assert retired_names('using Lens [[deprecated("use Scaling")]] = Scaling;') == []
    assert retired_names("int kicks = 0; Range Fewest; int unsettled;") == []


def test_phrases_are_found_across_the_lines_of_a_comment():
    assert retired_phrases("// a mixture that\n  // is none, which nobody\n# looked\n# at") == [
        "looked at",
        "nobody",
        "that is none",
    ]
    assert retired_phrases("`anew` and anew=2 are a parameter") == []
