"""Draws the pictures of docs/reading-the-report.md with the built program and Chromium.

    ./dev python docs/page_pictures.py
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / "build" / "release" / "mixseed"
IMAGES = ROOT / "docs" / "images"
WIDTH = 900  # CSS pixels of a screen, and SCALE of a picture to it
SCALE = 2 / 3

SHOT = "await page.screenshot({{ path: {path}, clip: {{ x: 0, y: 0, width: {width}, height: {height} }} }});"
# The picture of a replay is of this step.
STEP = """await page.focus("input[type=range]"); for (let i = 1; i < 3; i++) await page.keyboard.press("ArrowRight");"""


def mixseed(*words, folder):
    subprocess.run([PROGRAM, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def write_pages(folder):
    for name in ("faithful", "iris"):
        shutil.copy(ROOT / "data" / f"{name}.csv", folder)
    mixseed("fit", "iris.csv", "--columns", "1-4", "-k", "3", "--restarts", "20", "--report", "fit.html", "--quiet",
            folder=folder)
    replay = ["--method", "adaptive", "--replay", "replay.html", "--replay-with", "kmeans++"]
    mixseed("fit", "faithful.csv", "-k", "4", *replay, "--quiet", folder=folder)
    mixseed("lab", "compare", "faithful.csv", "-k", "3", "--seeds", "20", "--report", "compare.html", folder=folder)
    mixseed("lab", "run", "quick", "--store", "runs.db", "--quiet", folder=folder)
    mixseed("lab", "report", "--store", "runs.db", "-o", "laboratory.html", folder=folder)


def draw(folder, page, picture, height, width=WIDTH, scheme="light", before=""):
    shot = folder / "shot.png"
    script = folder / "script.mjs"
    body = before + SHOT.format(path=json.dumps(str(shot)), width=width, height=height)
    # The window is as high as the picture, so that its whole part of the page is drawn.
    size = f"await page.setViewportSize({{ width: {width}, height: {height} }});"
    script.write_text("export default async ({ page }) => {" + size + body + "};")
    options = {"web": str(ROOT / "web"), "chromium": shutil.which("chromium"), "width": width, "scheme": scheme}
    visit = ROOT / "tests" / "web" / "visit.mjs"
    subprocess.run(["node", visit, folder / page, script, json.dumps(options)], check=True, stdout=subprocess.DEVNULL)
    image = Image.open(shot).convert("RGB")
    small = image.resize((round(image.width * SCALE), round(image.height * SCALE)), Image.LANCZOS)
    small.quantize(256, kmeans=3).save(IMAGES / picture, optimize=True)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(folder)
        draw(folder, "fit.html", "report.png", 1400)
        draw(folder, "fit.html", "report-phone.png", 1500, width=450)
        draw(folder, "replay.html", "replay.png", 830, before=STEP)
        draw(folder, "compare.html", "compare.png", 1700, width=1020, scheme="dark")
        draw(folder, "laboratory.html", "laboratory.png", 1700)


if __name__ == "__main__":
    main()
