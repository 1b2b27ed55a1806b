"""The built page in web/dist is what the sources in web/ make."""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGE = WEB / "dist" / "page.html"


def test_the_page_was_built_from_these_sources():
    names = [f"src/{path.name}" for path in sorted((WEB / "src").iterdir(), key=lambda path: path.name)]
    total = hashlib.sha256()
    for name in [*names, "build.mjs", "package.json", "package-lock.json", "tsconfig.json"]:
        total.update(f"{name}\n{(WEB / name).read_text()}\n".encode())
    said = re.search(r'name="mixseed-sources" content="([0-9a-f]+)"', PAGE.read_text()).group(1)
    assert said == total.hexdigest(), "cd web && npm run build"


def test_building_again_gives_the_same_bytes(npm, tmp_path):
    copy = tmp_path / "web"
    shutil.copytree(WEB, copy, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (copy / "node_modules").symlink_to(WEB / "node_modules")
    for words in (["run", "check"], ["run", "build"]):
        done = subprocess.run([npm, *words], cwd=copy, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (copy / "dist" / "page.html").read_bytes() == PAGE.read_bytes()


def test_the_page_is_small_and_holds_no_address_to_fetch_from():
    text = PAGE.read_text()
    assert len(gzip.compress(text.encode())) <= 700_000
    addresses = set(re.findall(r"https?://[^\s\"'`<>)]+", text))
    assert {address for address in addresses if "www.w3.org/" not in address} == set()


def test_the_lock_file_pins_every_package_and_names_no_host():
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    assert all("integrity" in package and "resolved" not in package for name, package in packages.items() if name)
