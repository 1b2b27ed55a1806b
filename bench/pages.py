"""How large pages are, and how soon they can be used: ./dev python bench/pages.py FILE.csv K [FILE.csv K ...]

Prints for every file the size of its page and the median over several visits, in milliseconds, from the beginning of
the navigation until the page has drawn its figures and answers; first for the page without a payload, with the same
script. The wish is at most three times the empty page's time plus a second.
"""

import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
VISITS = 7
VISIT = """
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const { chromium } = createRequire(process.argv[2] + "/")("playwright-core");
const browser = await chromium.launch({ executablePath: process.argv[3], args: ["--no-sandbox"] });
const times = [];
for (let i = 0; i <= Number(process.argv[5]); i++) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  await page.goto(pathToFileURL(process.argv[4]).href);
  await page.waitForSelector("html[data-ready]");
  times.push(await page.evaluate(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))));
  await page.close();
}
console.log(JSON.stringify(times.slice(1)));
await browser.close();
"""


def milliseconds(page, folder):
    script = Path(folder) / "visit.mjs"
    script.write_text(VISIT)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    done = subprocess.run(["node", script, WEB, chromium, page, str(VISITS)], capture_output=True, text=True, check=True)
    return statistics.median(json.loads(done.stdout))


def main(binary, cases):
    built = (WEB / "dist" / "page.html").read_bytes()
    print(f"page without a payload: {len(built)} bytes, {len(gzip.compress(built))} compressed")
    with tempfile.TemporaryDirectory() as folder:
        empty = milliseconds(WEB / "dist" / "page.html", folder)
        limit = 3 * empty + 1000
        print(f"empty: {empty:.0f} ms, so the limit is {limit:.0f} ms")
        for data, components in cases:
            page = Path(folder) / "page.html"
            words = ["fit", data, "-k", components, "--restarts", "3", "--method", "kmeans++/kmeans/em", "--quiet"]
            subprocess.run([binary, *words, "--report", page], check=True)
            print(f"{data}, K = {components}: {page.stat().st_size} bytes, {milliseconds(page, folder):.0f} ms")


if __name__ == "__main__":
    words = sys.argv[1:]
    if not words or len(words) % 2:
        sys.exit(__doc__)
    main(str(ROOT / "build" / "release" / "mixseed"), list(zip(words[::2], words[1::2])))
