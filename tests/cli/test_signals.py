"""Signals end the program with a message and leave no temporary file."""

import os
import resource
import signal
import subprocess
import time

import numpy as np
import pytest
from conftest import write_csv

ENDING = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGALRM, signal.SIGTERM, signal.SIGXCPU]
ENDLESS = ("fit", "many.csv", "-k", "15", "--method", "uniform/em:rounds=1000000,tol=0", "-o", "out.json")
GENERATE = ("generate", "--rows", "1000000000", "-o", "out.csv", "--labels", "labels.csv")
PATIENCE = 600


def start(binary, words, folder, ignored=()):
    def set_signals():  # whatever the test's own parent ignores
        for number in (*ENDING, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

    return subprocess.Popen([binary, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            preexec_fn=set_signals)


def wait_until(is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def temporary_files(folder):
    return [name for name in os.listdir(folder) if name.endswith(".tmp")]


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_in_the_midst_of_writing_leaves_no_temporary_file(binary, tmp_path, number):
    running = start(binary, GENERATE, tmp_path)
    wait_until(lambda: len(temporary_files(tmp_path)) == 2)
    running.send_signal(number)
    said = running.communicate(timeout=PATIENCE)[1]
    assert (running.returncode, said) == (128 + number, "mixseed: interrupted, nothing was written\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("number", ENDING, ids=lambda number: number.name)
def test_a_signal_in_the_midst_of_a_fit_is_told(binary, tmp_path, number):
    write_csv(tmp_path / "many.csv", np.random.default_rng(5).uniform(size=(20000, 3)))
    running = start(binary, ENDLESS, tmp_path)
    time.sleep(1)
    running.send_signal(number)
    said = running.communicate(timeout=PATIENCE)[1]
    assert (running.returncode, said) == (128 + number, "mixseed: interrupted, nothing was written\n")
    assert os.listdir(tmp_path) == ["many.csv"]


def test_a_limit_of_processor_time_leaves_no_temporary_file(binary, tmp_path):
    words = ["sh", "-c", 'ulimit -S -t 1; exec "$@"', "sh", binary, *GENERATE]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 128 + signal.SIGXCPU and "interrupted" in done.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("words, size", [(GENERATE, 1 << 20), (("fit", "many.csv", "-k", "2", "--checkpoint", "ck"), 10)],
                         ids=["generate", "checkpoint"])
def test_a_limit_of_file_size_is_an_error_that_leaves_no_temporary_file(binary, tmp_path, words, size):
    write_csv(tmp_path / "many.csv", np.random.default_rng(5).uniform(size=(200, 3)))

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    done = subprocess.run([binary, *words], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, preexec_fn=limit)
    assert done.returncode == 2 and "cannot be written: File too large" in done.stderr
    assert os.listdir(tmp_path) == ["many.csv"]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGQUIT], ids=lambda number: number.name)
def test_a_signal_that_is_ignored_at_the_start_stays_ignored(binary, tmp_path, number):
    """nohup relies on this."""
    running = start(binary, GENERATE, tmp_path, ignored=[number])
    wait_until(lambda: len(temporary_files(tmp_path)) == 2)
    running.send_signal(number)
    time.sleep(1)
    assert running.poll() is None
    running.terminate()
    running.communicate(timeout=PATIENCE)
    assert running.returncode == 128 + signal.SIGTERM
