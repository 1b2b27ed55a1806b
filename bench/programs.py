"""How to call the drivers; each is a process of its own that answers with one line of JSON."""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / "build" / "bench"
DATA = BUILD / "data"


def binary(name):
    return [BUILD / "bench" / f"bench_{name}"]


def script(name):
    return [sys.executable, HERE / "drivers" / f"{name}.py"]


OURS = "mixseed"
DRIVERS = {
    OURS: binary("mixseed"),
    "sklearn": script("scikit_learn"),
    "armadillo": binary("armadillo"),
    "opencv": binary("opencv"),
    "mclust": ["Rscript", "--vanilla", HERE / "drivers" / "mclust.R"],
    "vlfeat": binary("vlfeat"),
}
TITLES = {
    OURS: "mixseed",
    "sklearn": "scikit-learn",
    "armadillo": "Armadillo gmm_full",
    "opencv": "OpenCV ml::EM",
    "mclust": "mclust VVV",
    "vlfeat": "VLFeat, **diagonal only**",
}
PEERS = [name for name in DRIVERS if name != OURS]


class Failed(Exception):
    """A driver gave no answer; the text is the last line that it wrote."""


def ask(command, environment):
    words = [str(word) for word in command]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode != 0:
        raise Failed((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
    return json.loads(done.stdout)


def data_of(size):
    return DATA / f"{size.name}.npy"


def make_data(size):
    """Makes what is not there yet, and gives the share of rows that no component is sure of."""
    DATA.mkdir(parents=True, exist_ok=True)
    numbers = [str(number) for number in (size.n, size.D, size.K, size.start_seed)]
    subprocess.run([sys.executable, HERE / "data.py", DATA, size.name, *numbers, BUILD / "mixseed"], check=True)
    return json.loads((DATA / f"{size.name}.doubtful.json").read_text())


def em_rounds(program, size, rounds, times, environment, threads=1):
    inputs = [data_of(size), DATA / f"{size.name}.start.npy"]
    return ask([*DRIVERS[program], *inputs, *rounds, times, threads], environment)


def fits(size, method, seeds, environment):
    return ask([*binary("fits"), data_of(size), size.K, method, *seeds], environment)


def sklearn_fits(size, seeds, environment):
    return ask([*script("scikit_learn_fits"), data_of(size), size.K, *seeds], environment)


def peak():
    return ask(binary("peak"), {})


def cores_to_be_had():
    """How much faster two processes at once are than one: what two threads can gain at most just now."""
    command = [str(word) for word in binary("peak")]
    alone = peak()["gflops"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    return sum(json.loads(process.communicate()[0])["gflops"] for process in both) / alone


def dgemm(environment):
    """GFLOP/s, or 0 where the kernels do not run."""
    try:
        return ask(script("dgemm"), environment)
    except Failed:
        return 0.0


def peak_megabytes_of_fit(size, environment):
    """Of the program itself. This process has to stay small: its own memory is a lower bound of the answer."""
    words = ["fit", data_of(size), "-k", size.K, "--method", "uniform/em:rounds=2", "--threads", 1, "--quiet"]
    command = [str(word) for word in (BUILD / "mixseed", *words)]
    child = os.posix_spawn(command[0], command, {**os.environ, **environment})
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        raise Failed(f"mixseed fit: status {status}")
    return usage.ru_maxrss * 1024 / 1e6
