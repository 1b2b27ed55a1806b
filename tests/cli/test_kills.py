"""After kill -9 or on a full disk a result file is complete or absent, and reported results are not lost.

MIXSEED_KILLS is the number of kills over all commands; docs/reliability.md has the figures of the long runs.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from contextlib import closing

import pytest
from conftest import overlapping_groups, write_csv

KILLS = int(os.environ.get("MIXSEED_KILLS", 36))
PLAN = ("quick", "--data-sets", "1", "--seeds", "2", "--only", "dim=3,separation=2")


def is_model(content):
    return json.loads(content)["format"] == "mixseed.mixture"


def is_table(rows):
    def is_whole(content):
        lines = content.decode().splitlines()
        return len(lines) == rows and len({line.count(",") for line in lines}) == 1

    return is_whole


def is_array(content):
    return len(content) == 128 + 4000 * 5 * 8


def is_report(content):
    return b"Table 7" in content and content.endswith(b"\n")


@pytest.fixture(scope="module")
def workplace(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("kills")
    write_csv(folder / "rows.csv", overlapping_groups(4000))

    def run(*words):
        subprocess.run([binary, *words], cwd=folder, check=True, capture_output=True)

    run("fit", "rows.csv", "-k", "5", "-o", "model.json", "--method", "uniform/em:rounds=3", "--quiet")
    for shard in ("1/2", "2/2"):
        run("lab", "run", *PLAN, "--shard", shard, "--store", f"part{shard[0]}.db", "--quiet")
    return folder


# Arguments of each command and a check that its output is complete.
COMMANDS = {
    "fit": (("fit", "rows.csv", "-k", "5", "-o", "OUT", "--method", "uniform/em:rounds=20,tol=0", "--seed", "2"), is_model),
    "predict": (("predict", "model.json", "rows.csv", "--proba", "-o", "OUT.csv"), is_table(4001)),
    "convert": (("convert", "rows.csv", "OUT.npy"), is_array),
    "tables": (("lab", "tables", "--store", "part1.db", "--format", "markdown", "-o", "OUT"), is_report),
}


def start(binary, folder, words):
    return subprocess.Popen([binary, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def length_of(binary, folder, words):
    begin = time.monotonic()
    start(binary, folder, words).communicate()
    return time.monotonic() - begin


@pytest.mark.parametrize("name", COMMANDS)
def test_a_killed_command_leaves_the_old_file_or_the_new_one(binary, workplace, name):
    words, is_whole = COMMANDS[name]
    target = workplace / next(word for word in words if word.startswith("OUT"))
    length = length_of(binary, workplace, words)
    draw, old = random.Random(name), b"what was there before"
    for _ in range(KILLS // 6):
        target.write_bytes(old)
        process = start(binary, workplace, words)
        time.sleep(length * 1.2 * draw.random())
        process.send_signal(signal.SIGKILL)
        said = process.communicate()[0]
        content = target.read_bytes()
        assert content == old or is_whole(content)
        if process.returncode == 0 or said:
            assert name == "fit" or content != old, "it was reported"
        for left in workplace.glob(".mixseed-*.tmp"):
            left.unlink()


def stored(path):
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return connection.execute("SELECT count(*) FROM runs").fetchone()[0]


def test_runs_that_were_stored_survive_kills_and_the_same_command_goes_on(binary, workplace):
    words = ("lab", "run", *PLAN, "--store", "killed.db", "--quiet")
    draw, before = random.Random(1), 0
    for _ in range(KILLS // 6):
        process = start(binary, workplace, words)
        time.sleep(1.5 * draw.random())
        process.kill()
        process.communicate()
        if not (workplace / "killed.db").exists() or (workplace / "killed.db").stat().st_size == 0:
            continue
        now = stored(workplace / "killed.db")
        assert now >= before
        before = now
    subprocess.run([binary, *words], cwd=workplace, check=True)
    assert stored(workplace / "killed.db") == 640


def test_a_killed_merge_has_all_or_nothing(binary, workplace):
    words = ("lab", "merge", "merged.db", "part1.db", "part2.db")
    length = length_of(binary, workplace, words)
    whole = stored(workplace / "merged.db")
    assert whole == 640
    draw = random.Random(2)
    for _ in range(KILLS // 6):
        for file in workplace.glob("merged.db*"):
            file.unlink()
        process = start(binary, workplace, words)
        time.sleep(length * 1.2 * draw.random())
        process.kill()
        process.communicate()
        if (workplace / "merged.db").exists() and (workplace / "merged.db").stat().st_size > 0:
            with closing(sqlite3.connect(workplace / "merged.db")) as connection:
                tables = connection.execute("SELECT count(*) FROM sqlite_master WHERE name='runs'").fetchone()[0]
                assert not tables or connection.execute("SELECT count(*) FROM runs").fetchone()[0] in (0, whole)


@pytest.fixture
def small_disk(tmp_path):
    """A file system of a few blocks; as root only."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True)
    if made.returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.parametrize("name", COMMANDS)
def test_on_a_full_disk_the_old_file_stays_and_the_reason_is_told(binary, workplace, small_disk, name):
    words, is_whole = COMMANDS[name]
    out = next(word for word in words if word.startswith("OUT"))
    target = small_disk / out
    target.write_bytes(b"old")
    for free in (0, 4096, 24576):
        (small_disk / "ballast").write_bytes(bytes(60000 - free))
        room = [str(target) if word == out else word for word in words]
        done = subprocess.run([binary, *room], cwd=workplace, capture_output=True)
        content = target.read_bytes()
        if done.returncode == 0:
            assert is_whole(content)
        else:
            assert content == b"old" and b"No space left on device" in done.stderr
        assert sorted(os.listdir(small_disk)) == sorted(["ballast", out])
        target.write_bytes(b"old")


def test_a_store_on_a_full_disk_keeps_what_it_has(binary, workplace, small_disk):
    words = [binary, "lab", "run", *PLAN, "--store", str(small_disk / "runs.db"), "--quiet"]
    done = subprocess.run(words, cwd=workplace, capture_output=True)
    assert done.returncode == 2 and b"full" in done.stderr, done.stderr
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    subprocess.run(words, cwd=workplace, check=True)
    assert stored(small_disk / "runs.db") == 640
