"""Kills a worker at random moments of a fit, and compares the bytes of the model.

Command: tests/engines/kills.py dask|spark|ray [TIMES].

Prints a line for every kill: when it was, how long the fit took, and whether the model file is that of one array. Ends with
an error if one is not, or took 30 seconds longer than without a kill. No part of the tests, for it takes minutes.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from pathlib import Path

import numpy as np

import mixseed

MOST_LOST = 30.0
SETTINGS = dict(init_params="uniform/cem:rounds=5", random_state=3, max_iter=25, tol=0.0)
X = mixseed.generate(200_000, 5, 6, random_state=1)[0]


def bytes_of(mixture) -> bytes:
    with tempfile.TemporaryDirectory() as place:
        mixture.save(Path(place) / "model")
        return (Path(place) / "model").read_bytes()


class Dask:
    """A cluster for every kill: Dask's nannies do not always restart a worker on a busy machine."""

    def ready(self):
        from distributed import Client, LocalCluster

        if hasattr(self, "client"):
            self.client.close()
            self.client.cluster.close()
        self.client = Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))

    def victims(self):
        return list(self.client.run(os.getpid).values())

    def fit(self):
        from dask import array

        from mixseed.dask import GaussianMixture

        rows = array.from_array(X, chunks=((70000, 60000, 70000), X.shape[1]))
        return GaussianMixture(6, client=self.client, **SETTINGS).fit(rows)


class Ray:
    def ready(self):
        pass

    def __init__(self):
        import ray

        ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False)
        self.blocks = [ray.put(rows) for rows in np.split(X, [70000, 130000])]

    def victims(self):
        return processes("ray::Actor")

    def fit(self):
        from mixseed.ray import GaussianMixture

        return GaussianMixture(6, workers=2, **SETTINGS).fit(self.blocks)


class Spark:
    """Local mode tries a task once by default, a cluster four times."""

    def ready(self):
        pass

    def __init__(self):
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
        self.session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
        self.session.sparkContext.setLogLevel("OFF")
        import pandas

        frame = pandas.DataFrame({"features": list(X), "key": np.arange(len(X))})
        self.rows = self.session.createDataFrame(frame).repartition(3).persist()
        self.rows.count()

    def victims(self):
        """The workers are children of the daemon that forks them."""
        daemons = processes("pyspark.daemon")
        return [process for process in daemons if parent_of(process) in daemons]

    def fit(self):
        from mixseed.spark import GaussianMixture

        named = dict(init=SETTINGS["init_params"], seed=3, maxIter=25, tol=0.0)
        return GaussianMixture(k=6, keyCol="key", **named).fit(self.rows).mixture


def processes(words: str) -> list[int]:
    """The processes of this session whose command line matches."""
    listed = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    found = [line.split(None, 1) for line in listed.splitlines() if words in line]
    return [int(process) for process, _ in found if os.getpid() in ancestors_of(int(process))]


def parent_of(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def ancestors_of(process: int) -> list[int]:
    chain = []
    while process > 1:
        process = parent_of(process)
        chain.append(process)
    return chain


def one_kill(engine, moment: float, chance: random.Random) -> tuple[float, list[int]]:
    killed: list[int] = []

    def kill() -> None:
        victims = engine.victims()
        if victims:
            killed.append(chance.choice(victims))
            os.kill(killed[0], signal.SIGKILL)

    timer = threading.Timer(moment, kill)
    timer.start()
    start = time.monotonic()
    mixture = engine.fit()
    taken = time.monotonic() - start
    timer.join()
    if bytes_of(mixture) != EXPECTED:
        raise SystemExit(f"another model after a kill at {moment:.2f} s")
    return taken, killed


def main() -> None:
    engine = {"dask": Dask, "ray": Ray, "spark": Spark}[sys.argv[1]]()
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    chance = random.Random(7)
    engine.ready()
    engine.fit()
    calm = seconds_of(engine.fit)
    print(f"without a kill: {calm:.1f} s", flush=True)
    for number in range(times):
        engine.ready()
        moment = chance.uniform(0, 0.9 * calm)
        taken, killed = one_kill(engine, moment, chance)
        print(f"kill {number + 1}: process {killed} at {moment:.2f} s; {taken:.1f} s; the same bytes", flush=True)
        if taken > calm + MOST_LOST:
            raise SystemExit(f"{taken - calm:.0f} s were lost")


def seconds_of(work) -> float:
    start = time.monotonic()
    work()
    return time.monotonic() - start


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    EXPECTED = bytes_of(mixseed.GaussianMixture(6, **SETTINGS).fit(X))
    main()
