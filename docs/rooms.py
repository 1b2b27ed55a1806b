"""Draws who includes whom between the folders of the project: docs/images/rooms.svg. `./dev docs` runs it."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "images" / "rooms.svg"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)
# From the program down; who stands in one line does not include each other.
LINES = [
    ["cli", "python/binding"],
    ["lab", "mpi"],
    ["report", "src/select"],
    ["src/fit"],
    ["src/io", "src/seed", "src/refine", "src/team"],
    ["src/pass"],
    ["src/model", "src/rows"],
    ["src/kernel"],
    ["src/base"],
    ["include/mixseed"],
]
WIDTH, STEP, BOX, HEIGHT = 860, 80, 128, 40


def room_of(name, own):
    """The folder that an included name lies in."""
    if (ROOT / own / name).is_file():
        return own
    for base in ("src", "include", "."):
        if (ROOT / base / name).is_file():
            return str((ROOT / base / name).parent.relative_to(ROOT)).replace("src/model/families", "src/model")
    return None


def sources(room):
    return [path for path in sorted((ROOT / room).rglob("*")) if path.suffix in (".h", ".cpp")]


def doors():
    """(room, a room that it includes), in order."""
    found = set()
    for room in (room for line in LINES for room in line):
        for path in sources(room):
            others = {room_of(name, room) for name in INCLUDE.findall(path.read_text())} - {room, None}
            found |= {(room, other) for other in others}
    return sorted(found)


def places():
    """Room -> the middle of its box."""
    found = {}
    for number, line in enumerate(LINES):
        for i, room in enumerate(line):
            found[room] = WIDTH * (2 * i + 1) / (2 * len(line)), 30 + number * STEP
    return found


def against_the_order(found):
    level = {room: number for number, line in enumerate(LINES) for room in line}
    return sorted(f"{room} includes {other}" for room, other in found if level[room] >= level[other])


def picture():
    at, parts = places(), []
    for room, other in doors():
        if other == "include/mixseed":  # everybody does
            continue
        (x, y), (u, v) = at[room], at[other]
        bend = f"C {x:.0f} {y + 60:.0f}, {u:.0f} {v - 60:.0f}, {u:.0f} {v - 20:.0f}"
        parts.append(f'<path d="M {x:.0f} {y + 20:.0f} {bend}"><title>{room} includes {other}</title></path>')
    for room, (x, y) in at.items():
        parts.append(
            f'<rect x="{x - BOX / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{BOX}" height="{HEIGHT}" rx="6"/>'
            f'<text x="{x:.0f}" y="{y + 5:.0f}">{room}</text>'
        )
    x, y = at["include/mixseed"]
    parts.append(f'<text x="{x + 150:.0f}" y="{y + 5:.0f}" class="small">included by every room</text>')
    height = 30 + (len(LINES) - 1) * STEP + 40
    style = (
        "svg{background:#fff}path{fill:none;stroke:#4477aa;stroke-opacity:.5;stroke-width:1.5}rect{fill:#f4f6f8;stroke:#334}"
        "text{font:14px sans-serif;text-anchor:middle;fill:#112}.small{font-size:11px;fill:#556}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="The rooms of the project; lines go from a room to those below that it includes">\n'
        f"<style>{style}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


if __name__ == "__main__":
    PICTURE.write_text(picture())
