"""What engines cost: bench/engines.py rounds | mllib | parquet. Needs the environment of ./dev test-engines.

    PYTHONPATH=build/engines/python build/engines-environment/bin/python bench/engines.py rounds

Every figure is printed as a line of a table; seconds are medians of one run, on a machine that should do nothing else.
"""

from __future__ import annotations

import argparse
import atexit
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

import mixseed

ROWS, WIDTH, K = 581012, 10, 10


def generated(rows: int, width: int = WIDTH, components: int = K, seed: int = 1) -> np.ndarray:
    return mixseed.generate(rows, width, components, random_state=seed)[0]


def timed_rounds(rows: mixseed.Team, components: int, rounds: int = 15) -> tuple[float, int]:
    """Median seconds of a question of EM's, and the bytes of all answers to one."""
    seconds, lengths = [], []
    ask = rows.ask

    def watch(question: bytes) -> list[bytes]:
        start = time.perf_counter()
        answers = ask(question)
        seconds.append(time.perf_counter() - start)
        lengths.append(sum(map(len, answers)))
        return answers

    rows.ask = watch
    mixseed.GaussianMixture(components, init_params="uniform", random_state=1, max_iter=rounds, tol=0.0).fit(rows)
    rows.ask = ask
    return statistics.median(seconds[-rounds + 2 :]), lengths[-1]


def here(X: np.ndarray) -> mixseed.Team:
    half = len(X) // 2 // mixseed.WINDOW * mixseed.WINDOW
    parts = [mixseed.Part(X[:half], first_row=0), mixseed.Part(X[half:], first_row=half)]
    return mixseed.team(lambda question: [part.answer(question) for part in parts])


def by_dask(X: np.ndarray) -> mixseed.Team:
    from dask import array
    from distributed import Client, LocalCluster

    import mixseed.dask

    global client
    if "client" not in globals():
        client = Client(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None))
    half = len(X) // 2 // mixseed.WINDOW * mixseed.WINDOW
    return mixseed.dask.team(array.from_array(X, chunks=((half, len(X) - half), X.shape[1])), client=client)


def by_ray(X: np.ndarray) -> mixseed.Team:
    import ray

    import mixseed.ray

    if not ray.is_initialized():
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    return mixseed.ray.team([ray.put(X)], workers=2)


def session():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.memory", "4g").config("spark.sql.shuffle.partitions", "2")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def frame_of(X: np.ndarray):
    """The rows with their places as keys, by way of Parquet, as users have them."""
    import pyarrow
    from pyarrow import parquet

    place = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    for number, rows in enumerate(np.array_split(X, 4)):
        vectors = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(rows.ravel()), X.shape[1]).cast(
            pyarrow.list_(pyarrow.float64())
        )
        keys = np.arange(len(rows)) + number * -(-len(X) // 4)
        parquet.write_table(pyarrow.table({"x": vectors, "key": keys}), f"{place}/{number}.parquet")
    from pyspark.ml.functions import array_to_vector

    rows = session().read.parquet(place)
    return rows.select(array_to_vector("x").alias("features"), "key").repartition(2)


def by_spark(X: np.ndarray) -> mixseed.Team:
    import mixseed.spark

    return mixseed.spark.team(frame_of(X))[0]


def rounds() -> None:
    empty, full = generated(2 * mixseed.WINDOW, 1, 1), generated(ROWS)
    print("engine  ms per round, empty  ms at 581,012 x 10, K = 10  bytes of answers there")
    for name, engine in {"threads": here, "ray": by_ray, "dask": by_dask, "spark": by_spark}.items():
        nothing, _ = timed_rounds(engine(empty), 1)
        something, length = timed_rounds(engine(full), K)
        print(f"{name}  {nothing * 1e3:.1f}  {something * 1e3:.0f}  {length}", flush=True)


def likelihood(model, X: np.ndarray) -> float:
    """The mean log density, of pyspark's model too, by one program."""
    if hasattr(model, "mixture"):
        return model.mixture.score(X)
    gaussians = model.gaussiansDF.collect()
    means = [gaussian["mean"].toArray() for gaussian in gaussians]
    covariances = [gaussian["cov"].toArray() for gaussian in gaussians]
    try:
        return mixseed.GaussianMixture.from_parameters(model.weights, means, covariances).score(X)
    except ValueError:
        return float("nan")


def seconds_and_value(make):
    start = time.perf_counter()
    value = make()
    return time.perf_counter() - start, value


def mllib(count: int, rounds: int) -> None:
    """Columns have deviation 1, and the number of MLlib's rounds is limited: its tol is of the total likelihood, so that
    with many rows it may go on for long."""
    from pyspark.ml.clustering import GaussianMixture as Theirs

    from mixseed.spark import GaussianMixture as Ours

    offset(Ours, Theirs)
    # In the generator's own units densities are about 1e-28, and MLlib, which adds 2e-16 to each, ends where it starts.
    X = generated(count)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    rows = frame_of(X).persist()
    rows.count()
    programs = {
        f"mllib, maxIter={rounds}": lambda seed: Theirs(k=K, seed=seed, maxIter=rounds),
        "mixseed, init=quick": lambda seed: Ours(k=K, seed=seed, init="quick"),
        "mixseed": lambda seed: Ours(k=K, seed=seed),
    }
    print(f"{count} rows: program  seed  rounds  seconds  mean log-likelihood")
    for seed in range(1, 6):
        for name, program in programs.items():
            spent, model = seconds_and_value(lambda program=program, seed=seed: program(seed).fit(rows))
            done = model.mixture.n_iter_ if hasattr(model, "mixture") else model.summary.numIter
            print(f"{name}  {seed}  {done}  {spent:.1f}  {likelihood(model, X):.6f}", flush=True)


def offset(Ours, Theirs) -> None:
    """Two clusters 10 apart, far from zero: how far the means that are found lie from the true ones."""
    from pyspark.ml.linalg import Vectors

    random = np.random.RandomState(0)
    X = random.normal(size=(20000, 2)) + np.where(np.arange(20000)[:, None] % 2, 5.0, -5.0) + 1e8
    rows = session().createDataFrame([(Vectors.dense(row), i) for i, row in enumerate(X.tolist())], ["features", "key"])
    truth = np.array([[1e8 - 5] * 2, [1e8 + 5] * 2])
    for name, Method in {"mixseed": Ours, "mllib": Theirs}.items():
        model = Method(k=2, seed=1).fit(rows)
        found = (
            model.mixture.means_
            if name == "mixseed"
            else np.array([g["mean"].toArray() for g in model.gaussiansDF.collect()])
        )
        error = np.abs(np.sort(found, axis=0) - truth).max()
        print(f"offset 1e8: {name}: the largest error of a mean is {error:.3g}", flush=True)


PARQUET = """
import resource, sys, time, warnings
import mixseed
warnings.simplefilter("ignore")
start = time.perf_counter()
mixture = mixseed.GaussianMixture(10, init_params="uniform", random_state=1, max_iter=2, tol=0.0, n_jobs=2)
mixture.fit(mixseed.chunks(sys.argv[1] + "/*.parquet"))
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{mixture.n_samples_} rows, {mixture.n_iter_} rounds of em, {time.perf_counter() - start:.0f} s, peak {peak:.0f} MB")
"""


def write_parquet(place: str, gigabytes: float) -> float:
    import pyarrow
    from pyarrow import parquet

    rows = generated(1_000_000)
    for number in range(int(gigabytes * 1e9 / rows.nbytes)):
        moved = rows + np.random.RandomState(number).normal(size=WIDTH) * 1e-3
        table = pyarrow.table({f"x{j}": moved[:, j] for j in range(WIDTH)})
        parquet.write_table(table, f"{place}/{number:04}.parquet", compression="none", use_dictionary=False)
    return sum(entry.stat().st_size for entry in os.scandir(place)) / 1e9


def parquet_files(gigabytes: float) -> None:
    place = tempfile.mkdtemp(dir=os.environ.get("TMPDIR"))
    try:
        print(f"{write_parquet(place, gigabytes):.2f} GB of Parquet", flush=True)
        print(subprocess.run([sys.executable, "-c", PARQUET, place], text=True, check=True, capture_output=True).stdout)
    finally:
        shutil.rmtree(place)


def main() -> None:
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["rounds", "mllib", "parquet"])
    parser.add_argument("--gigabytes", type=float, default=4, help="of Parquet")
    parser.add_argument("--rows", type=int, default=1_000_000, help="beside MLlib")
    parser.add_argument("--rounds", type=int, default=20, help="of MLlib, at most; its own default is 100")
    chosen = parser.parse_args()
    if chosen.what == "parquet":
        parquet_files(chosen.gigabytes)
    elif chosen.what == "mllib":
        mllib(chosen.rows, chosen.rounds)
    else:
        rounds()


if __name__ == "__main__":
    main()
