"""How the engine works under Python: memory, the GIL, Ctrl-C and what `verbose` shows."""

import io
import os
import pty
import signal
import subprocess
import sys
import threading
import time

import pytest

from mixseed import GaussianMixture, _core
from mixseed._arguments import em_settings
from mixseed._progress import Display, Event, bar_line

from .conftest import blobs

MEMORY = """
import resource
import numpy as np
import mixseed
import sklearn.mixture
rows = np.random.RandomState(0).normal(size=(581012, 10))
rows[::3] += 5
mixseed.GaussianMixture(2, random_state=0).fit(rows[:1000])  # what is loaded at the first use
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
mixture = mixseed.GaussianMixture(10, random_state=0, max_iter=5, tol=0)
import warnings
warnings.simplefilter("ignore")
mixture.fit(rows)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""


def test_a_fit_needs_little_memory_beside_the_array():
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True)
    assert float(done.stdout) <= 64, done.stdout


LONG = """
import signal
import numpy as np
import mixseed
signal.signal(signal.SIGINT, signal.default_int_handler)  # the test runner may have set it to ignored
rows = np.random.RandomState(0).normal(size=(20000, 5))
mixture = mixseed.GaussianMixture(30, max_iter=10**8, tol=0, n_init={n_init}, n_jobs=2, init_params="unif")
print("ready", flush=True)
try:
    mixture.fit(rows)
except KeyboardInterrupt:
    print("stopped", hasattr(mixture, "means_"), flush=True)
"""


HAC = LONG.replace("20000, 5", "16000, 8").replace('"unif"', '"hac"')


@pytest.mark.parametrize("code", [LONG.format(n_init=1), LONG.format(n_init=4), HAC.format(n_init=1)])
def test_ctrl_c_stops_a_fit_at_once_and_cleanly(code):
    words = [sys.executable, "-c", code]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(1)
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        out, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert out == "stopped False\n", errors
    assert time.monotonic() - start < 10


def test_other_threads_run_during_a_fit():
    X, _ = blobs(100000)
    mixture = GaussianMixture(20, max_iter=100, tol=0, n_jobs=1, init_params="unif", random_state=0)
    worker = threading.Thread(target=mixture.fit, args=(X,))
    with pytest.warns(UserWarning):
        worker.start()
        turns = 0
        while worker.is_alive():
            turns += 1
            time.sleep(0.001)
        worker.join()
    assert turns > 20


class Terminal(io.StringIO):
    def isatty(self):
        return True


def events(rounds, runs=1):
    return [(3, 0, 2, "em", round_, 100, -1.5, round_ / 100, 65.2, 0, runs) for round_ in range(rounds)]


def test_a_terminal_gets_a_bar_that_is_removed():
    screen = Terminal()
    with Display(1, 10, screen) as tell:
        tell(events(51))
    assert "[##########..........]  em 50/100  at most 1:06 left  K=3  -1.50000" in screen.getvalue()
    assert screen.getvalue().endswith("\r") and "\n" not in screen.getvalue()


def test_the_bar_of_several_fits_counts_them_and_has_whole_facts_only():
    last = Event(*events(51, runs=33)[-1])
    assert bar_line(last, 80) == "[##########..........]  0 of 33 fits  at most 1:06 left  K=3  em 50/100"
    assert bar_line(last, 59) == "[##########..........]  0 of 33 fits  at most 1:06 left"
    unknown = last._replace(seconds_left=float("nan"), ended=3)
    assert bar_line(unknown, 80) == "[##########..........]  3 of 33 fits  K=3  em 50/100"


def test_a_sweep_tells_a_share_that_never_falls():
    shares = []
    with Display(2, 1, io.StringIO()):
        X = blobs()[0]
        _core.select(X, components=[2, 3, 4], criterion="bic", method="auto", em=em_settings(GaussianMixture()), restarts=2,
                     threads=2, tell=lambda told: shares.extend(Event(*one).share for one in told))
    assert len(shares) > 20 and shares == sorted(shares) and shares[-1] > 0.8


def test_a_file_gets_a_line_every_interval():
    log = io.StringIO()
    with Display(1, 10, log) as tell:
        tell(events(21))
    assert log.getvalue().splitlines() == [
        f"3 components, start 1 of 2: em {round_}, log-likelihood -1.500000" for round_ in (0, 10, 20)
    ]


def test_verbose_prints_every_round_on_standard_output(capsys):
    mixture = GaussianMixture(3, prior=0, verbose=2, verbose_interval=1, random_state=0).fit(blobs()[0])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == mixture.n_iter_ + 1
    assert f"{mixture.lower_bound_:.6f}" in lines[-1]
    GaussianMixture(3, random_state=0).fit(blobs()[0])
    assert capsys.readouterr().out == ""


def test_verbose_draws_its_bar_on_a_real_terminal():
    code = (
        "import numpy as np, mixseed, warnings; warnings.simplefilter('ignore');"
        "X = np.random.RandomState(0).normal(size=(20000, 5));"
        "mixseed.GaussianMixture(20, verbose=1, tol=0, init_params='unif', n_jobs=1).fit(X)"
    )
    ours, theirs = pty.openpty()
    process = subprocess.Popen([sys.executable, "-c", code], stdout=theirs)
    os.close(theirs)
    seen = b""
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:  # the other end is closed
        pass
    assert process.wait() == 0
    assert b"em " in seen and b"[#" in seen
