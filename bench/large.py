"""A file much larger than the memory that the fit may have: peak memory, bytes read and seconds of every round, beside
what the disk and the arithmetic take by themselves.

Command: large.py MIXSEED FILE [ROWS] [MEMORY] [whole], as root: the fit runs in a memory group (cgroup 1 or 2) of its own.
FILE is made by `mixseed generate` when it is not there: ROWS (default 150 million, 12 GB) x 10.
"""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 4


def memory_group(limit):
    """A new group with this limit: where to write a process id."""
    old, new = Path("/sys/fs/cgroup/memory/mixseed-large"), Path("/sys/fs/cgroup/mixseed-large")
    folder, name = (old, "memory.limit_in_bytes") if old.parent.exists() else (new, "memory.max")
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(str(limit))
    return folder / "cgroup.procs"


def drop_caches():
    os.sync()
    Path("/proc/sys/vm/drop_caches").write_text("3")


def number_in(path, name):
    return int(re.search(rf"^{name}:\s*(\d+)", Path(path).read_text(), re.MULTILINE).group(1))


def watched(words, group):
    """Runs words in the group; the finished process's output, and what was seen of it: lines of (seconds, round)."""
    drop_caches()
    started = time.monotonic()
    process = subprocess.Popen(
        ["sh", "-c", f'echo $$ > {group}; exec "$@"', "sh", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    peak, read = 0, 0
    while process.poll() is None:
        try:
            peak = max(peak, number_in(f"/proc/{process.pid}/status", "RssAnon"))
            read = max(read, number_in(f"/proc/{process.pid}/io", "read_bytes"))
        except (FileNotFoundError, AttributeError, ProcessLookupError, PermissionError):
            pass
        time.sleep(0.1)
    output, errors = process.communicate()
    if process.returncode != 0:
        sys.exit(errors)
    return output, peak * 1024, read, time.monotonic() - started


def disk_speed(file):
    """Bytes per second of reading the file from end to end."""
    drop_caches()
    started = time.monotonic()
    size = 0
    with open(file, "rb", buffering=0) as source:
        while chunk := source.read(1 << 23):
            size += len(chunk)
    return size / (time.monotonic() - started)


def fit(program, file, rounds, group, start):
    method = f"em:rounds={rounds},tol=0,acceleration=plain"
    words = [program, "fit", file, "--start", start, "--method", method, "--json", "--quiet"]
    output, peak, read, seconds = watched(words, group)
    return json.loads(output), peak, read, seconds


def main():
    program, file = sys.argv[1:3]
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else 150_000_000
    limit = int(sys.argv[4]) if len(sys.argv) > 4 else 2 << 30
    if not Path(file).exists():
        started = time.monotonic()
        words = [program, "generate", "--rows", str(rows), "--dim", "10", "-k", "20", "--seed", "1", "-o", file]
        done = subprocess.run(["/usr/bin/time", "-f", "%M", *words], check=True, stderr=subprocess.PIPE, text=True)
        print(f"generate: {time.monotonic() - started:.0f} s, peak {int(done.stderr.split()[-1]) / 1024:.0f} MB")
    size = os.stat(file).st_size
    group = memory_group(limit)
    print(f"{file}: {size / 1e9:.2f} GB; memory of the group {limit / 2**30:.2f} GiB")
    speed = disk_speed(file)
    print(f"disk: {speed / 1e9:.2f} GB/s, so {size / speed:.1f} s a pass", flush=True)
    start = str(Path(file).with_suffix(".start.json"))
    words = [program, "fit", file, "-k", "20", "--quiet", "-o", start]
    _, peak, read, seconds = watched([*words, "--method", "quick/em:rounds=1"], group)
    print(
        f"start and one round: {seconds:.1f} s, peak anonymous {peak / 2**20:.0f} MiB, read {read / 1e9:.1f} GB", flush=True
    )
    one = fit(program, file, 1, group, start)
    more = fit(program, file, 1 + ROUNDS, group, start)
    seconds, read = (more[3] - one[3]) / ROUNDS, (more[2] - one[2]) / ROUNDS
    print(
        f"per round: {seconds:.1f} s, read {read / 1e9:.2f} GB; peak anonymous {more[1] / 2**20:.0f} MiB; "
        f"team {more[0]['team']}",
        flush=True,
    )
    if len(sys.argv) <= 5:
        return
    _, peak, read, seconds = watched(words, group)
    print(f"whole default fit: {seconds:.0f} s, peak anonymous {peak / 2**20:.0f} MiB, read {read / 1e9:.0f} GB")


if __name__ == "__main__":
    main()
