"""The model file has the same bytes wherever the rows are stored and whichever processes read them."""

import fcntl
import json
import os
import random
import shutil
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import overlapping_groups
from listed_methods import REFINERS, SEEDERS

ROWS = 5 * 16384 + 700
KILLS = int(os.environ.get("MIXSEED_KILLS", 36)) // 12
# hac cannot cluster all rows at once.
SEEDS = ["hac:s=0.005" if seeder == "hac" else seeder for seeder in SEEDERS if ":" not in seeder]
METHODS = [f"standardise/{seeder}/em:rounds=2" for seeder in SEEDS]
METHODS += [f"uniform/{refiner}/em:rounds=2" for refiner in REFINERS if ":" not in refiner]
MPIRUN = {
    "openmpi": ["mpirun.openmpi", "--oversubscribe", "--bind-to", "none"],
    "mpich": ["mpirun.mpich"],
}
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A folder with all.npy, and the same rows as four parts of odd lengths."""
    folder = tmp_path_factory.mktemp("scale")
    rows = overlapping_groups(ROWS)
    np.save(folder / "all.npy", rows)
    (folder / "parts").mkdir()
    for number, part in zip((2, 10, 11, 100), np.split(rows, [20000, 20001, 60000])):
        np.save(folder / "parts" / f"part-{number}.npy", part)
    return folder


@pytest.fixture
def model_of(binary, place, tmp_path):
    """model_of(data, *words, launcher=()): the bytes of the model file."""

    def fit(data, *words, launcher=(), method="auto"):
        output = tmp_path / "model.json"
        output.unlink(missing_ok=True)
        command = [*launcher, binary, "fit", data, "-k", "3", "--method", method, "--quiet", "-o", str(output), *words]
        done = subprocess.run(command, cwd=place, env=ENVIRONMENT, capture_output=True, timeout=120)
        assert done.returncode == 0, done.stderr.decode()
        return output.read_bytes()

    return fit


def launcher(implementation, ranks):
    return [*MPIRUN[implementation], "-n", str(ranks)]


def test_parts_and_files_larger_than_memory_give_the_same_model(model_of):
    expected = model_of("all.npy", "--threads", "1")
    assert model_of("all.npy", "--threads", "3") == expected
    assert model_of("parts") == expected
    assert model_of("parts/part-*.npy") == expected
    assert model_of("all.npy", "--memory", "1M") == expected
    assert model_of("parts", "--memory", "100K") == expected


@pytest.mark.parametrize("implementation", MPIRUN)
def test_ranks_give_the_same_model(model_of, implementation):
    expected = model_of("all.npy")
    for ranks in (1, 2, 3, 4):
        assert model_of("parts", launcher=launcher(implementation, ranks)) == expected
    assert model_of("all.npy", "--memory", "1M", launcher=launcher(implementation, 2)) == expected


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_the_same_model_from_parts_and_ranks(model_of, method):
    expected = model_of("all.npy", method=method)
    assert model_of("parts", "--memory", "1M", method=method) == expected
    assert model_of("parts", method=method, launcher=launcher("mpich", 3)) == expected


def test_the_report_says_who_had_the_rows(run_json, place):
    words = (place / "all.npy", "-k", "2", "--method", "uniform/em:rounds=2")
    assert run_json("fit", *words)["team"] == {"kind": "memory"}
    assert run_json("fit", *words, "--memory", "1M")["team"] == {"kind": "files"}


def test_rank_0_alone_prints(binary, place):
    words = [*launcher("mpich", 3), binary, "fit", "all.npy", "-k", "2", "--method", "uniform/em:rounds=2", "--json"]
    done = subprocess.run(words, cwd=place, env=ENVIRONMENT, capture_output=True, timeout=60)
    assert json.loads(done.stdout)["team"] == {"kind": "mpi", "ranks": 3}
    words[-1] = "--help"
    done = subprocess.run(words, cwd=place, env=ENVIRONMENT, capture_output=True, timeout=60)
    assert done.stdout.decode().count("--components") == 1


def test_what_cannot_be_shared_out_is_refused_once(binary, place):
    for words, told in (
        (["methods"], "mpirun can share out mixseed fit"),
        (["fit", "none.npy", "-k", "2"], "none.npy: cannot be opened"),
        (["fit", "all.npy", "-k", "2", "--report", "r.html"], "pages show rows in memory"),
        (["fit", "all.npy", "-k", "2", "--missing", "marginal"], "--missing marginal needs rows in memory"),
    ):
        done = subprocess.run(
            [*launcher("mpich", 2), binary, *words], cwd=place, env=ENVIRONMENT, capture_output=True, timeout=60
        )
        assert done.returncode != 0
        assert done.stderr.decode().count("mixseed: ") == 1 and told in done.stderr.decode(), done.stderr.decode()


def test_ranks_spread_the_runs_of_a_plan(binary, run, tmp_path):
    plan = ("quick", "--data-sets", "1", "--seeds", "2", "--only", "dim=3,separation=2", "--jobs", "1")
    assert run("lab", "run", *plan, "--shard", "1/5", "--store", "ranks.db").returncode == 0  # some are there before
    command = [*launcher("mpich", 3), binary, "lab", "run", *plan, "--store", "ranks.db"]
    done = subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert run("lab", "run", *plan, "--store", "one.db").returncode == 0
    assert "100.0 %" in run("lab", "status", *plan[:-2], "--store", "ranks.db").stdout
    tables = [run("lab", "tables", "--store", f"{name}.db", "--format", "json").stdout for name in ("ranks", "one")]
    assert tables[0] == tables[1]


def test_a_program_without_a_module_does_not_run_n_times(binary, place, tmp_path):
    alone = tmp_path / "mixseed"
    shutil.copy(binary, alone)
    words = [*launcher("mpich", 2), alone, "fit", "all.npy", "-k", "2", "-o", tmp_path / "m.json"]
    done = subprocess.run(words, cwd=place, env=ENVIRONMENT, capture_output=True, timeout=60)
    assert done.returncode == 1
    assert "has no module for mpich" in done.stderr.decode()
    assert not (tmp_path / "m.json").exists()


def test_parts_must_have_the_same_columns(run, tmp_path):
    (tmp_path / "a1.csv").write_text("x,y\n1,2\n3,4\n")
    (tmp_path / "a2.csv").write_text("y,x\n5,6\n8,9\n")
    (tmp_path / "b.csv").write_text("x,z\n5,6\n8,9\n")
    done = run("fit", "a*.csv", "-k", "1", "--json", "--model")
    assert json.loads(done.stdout)["model"]["means"][0] == [(1 + 3 + 6 + 9) / 4, (2 + 4 + 5 + 8) / 4]
    done = run("fit", "[ab]*.csv", "-k", "1")
    assert done.returncode == 2 and "b.csv" in done.stderr and "'y'" in done.stderr
    done = run("fit", "c*.csv", "-k", "1")
    assert done.returncode == 2 and "no file matches this pattern" in done.stderr


def test_a_number_that_is_not_finite_in_a_large_file_is_found(run, tmp_path):
    rows = overlapping_groups(40000)
    rows[30000, 1] = np.nan
    np.save(tmp_path / "rows.npy", rows)
    done = run("fit", "rows.npy", "-k", "2", "--memory", "100K")
    assert done.returncode == 2 and "row 30001" in done.stderr and "column 2" in done.stderr


CHECKPOINT = ("--checkpoint", "c.ckpt", "--method", "kmeans++/em:rounds=40,tol=0", "--restarts", "3", "--quiet")


def start(binary, place, *words, launched=()):
    command = [*launched, binary, "fit", "all.npy", "-k", "3", *CHECKPOINT, "-o", "m.json", *words]
    return subprocess.Popen(
        command, cwd=place, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


@pytest.fixture
def checkpointed(binary, place):
    """The model file of an uninterrupted fit, and its duration in seconds."""
    for name in ("c.ckpt", "m.json"):
        (place / name).unlink(missing_ok=True)
    began = time.monotonic()
    _, errors = start(binary, place).communicate(timeout=120)
    took = time.monotonic() - began
    assert not (place / "c.ckpt").exists(), errors
    expected = (place / "m.json").read_bytes()
    (place / "m.json").unlink()
    return expected, took


def test_a_fit_that_is_killed_goes_on_to_the_same_bytes(binary, place, checkpointed):
    expected, took = checkpointed
    chance = random.Random(5)
    for _ in range(KILLS):
        process = start(binary, place, "--resume")
        time.sleep(chance.uniform(0, 1.2 * took))
        process.send_signal(signal.SIGKILL)
        process.communicate()
    _, errors = start(binary, place, "--resume").communicate(timeout=120)
    assert (place / "m.json").read_bytes() == expected, errors
    assert not (place / "c.ckpt").exists()


def ranks_of(process):
    """The processes of mixseed that a launcher has started."""
    listed = subprocess.run(["ps", "-eo", "pid,sid,comm"], capture_output=True, text=True, check=True).stdout
    found = [line.split(maxsplit=2) for line in listed.splitlines()[1:]]  # names may have spaces
    return [int(pid) for pid, session, name in found if int(session) == process.pid and name == "mixseed"]


@pytest.mark.parametrize("implementation", MPIRUN)
def test_a_killed_rank_ends_the_job_and_the_fit_goes_on(binary, place, checkpointed, implementation):
    expected, took = checkpointed
    chance = random.Random(6)
    for _ in range(KILLS):
        process = start(binary, place, "--resume", launched=launcher(implementation, 3))
        time.sleep(chance.uniform(0.2, 0.5 + took))
        running = ranks_of(process)
        try:
            if running:
                os.kill(chance.choice(running), signal.SIGKILL)
        except ProcessLookupError:  # it has ended in between
            running = []
        _, errors = process.communicate(timeout=30)
        assert not running or process.returncode != 0 or (place / "m.json").exists(), errors
    _, errors = start(binary, place, "--resume", launched=launcher(implementation, 2)).communicate(timeout=120)
    assert (place / "m.json").read_bytes() == expected, errors


def cut_short(binary, place):
    """A checkpoint of a fit that was killed in the middle."""
    (place / "c.ckpt").unlink(missing_ok=True)
    while True:
        process = start(binary, place, "--resume")
        while process.poll() is None and (not (place / "c.ckpt").exists() or (place / "c.ckpt").stat().st_size < 20000):
            time.sleep(0.001)
        process.kill()
        process.communicate()
        if (place / "c.ckpt").exists():
            return (place / "c.ckpt").read_bytes()


def test_a_checkpoint_is_written_by_one_fit_at_a_time(binary, run, place, checkpointed):
    cut_short(binary, place)
    with open(place / "c.ckpt", "rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        _, errors = start(binary, place, "--resume").communicate(timeout=120)
        assert b"another fit is writing to it" in errors
    _, errors = start(binary, place, "--resume").communicate(timeout=120)
    assert (place / "m.json").read_bytes() == checkpointed[0], errors


def test_a_row_that_changed_since_the_checkpoint_is_noticed(binary, place):
    rows = np.load(place / "all.npy")
    rows[len(rows) // 2] = rows.mean(axis=0)  # no other extremes, no other number of rows
    np.save(place / "touched.npy", rows)
    words = ("-k", "3", "--method", "uniform/em:rounds=100000,tol=0", "--checkpoint", "long.ckpt", "--resume", "--quiet")
    process = subprocess.Popen([binary, "fit", "all.npy", *words], cwd=place)
    # The first answers, about 50,000 bytes, contain samples of distinct values, in which the changed row may be missing.
    while process.poll() is None and (not (place / "long.ckpt").exists() or (place / "long.ckpt").stat().st_size < 200_000):
        time.sleep(0.001)
    process.kill()
    process.communicate()
    done = subprocess.run([binary, "fit", "touched.npy", *words], cwd=place, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and "it belongs to other rows" in done.stderr
    (place / "long.ckpt").unlink()


def test_a_wrong_checkpoint_is_refused_with_a_reason(binary, run, place, checkpointed):
    expected, _ = checkpointed
    content = cut_short(binary, place)

    def resumed(changed, *words, data="all.npy"):
        (place / "c.ckpt").write_bytes(changed)
        done = run(
            "fit", place / data, "-k", "3", *CHECKPOINT[2:], "--checkpoint", place / "c.ckpt", "--resume", "-o",
            place / "m.json", *words,
        )
        assert (done.returncode == 0) == (done.stderr == ""), done.stderr
        return done.stderr

    assert "is not a checkpoint of mixseed" in resumed(b"something else")
    assert "is not a checkpoint of mixseed" in resumed(content[:10])
    assert "of another fit" in resumed(content, "--seed", "7")
    assert "checkpoint of mixseed 9.9" in resumed(content.replace(b"\n0.", b"\n9.9", 1))
    spot = len(content) - 40
    damaged = content[: spot - 9000] + bytes([content[spot - 9000] ^ 1]) + content[spot - 8999 :]
    assert "damaged" in resumed(damaged)
    np.save(place / "other.npy", overlapping_groups(ROWS) * 2)
    assert "belongs to other rows" in resumed(content, data="other.npy")
    assert run("fit", place / "all.npy", "-k", "3", "--checkpoint", place / "c.ckpt").returncode != 0  # no --resume
    assert resumed(content[:-7]) == ""  # half an answer at the end is left out
    assert (place / "m.json").read_bytes() == expected


def test_a_checkpoint_that_cannot_be_is_refused_before_the_fit(run, place):
    words = ("fit", place / "all.npy", "-k", "2")
    assert "--resume wants --checkpoint" in run(*words, "--resume").stderr
    assert "in passes" in run(*words, "--checkpoint", "c", "--budget", "10s").stderr
    assert "marginal" in run(*words, "--checkpoint", "c", "--missing", "marginal").stderr
    assert "cannot be written" in run(*words, "--checkpoint", "no/c").stderr
