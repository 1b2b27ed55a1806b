"""Progress on a terminal, interruption, and standard output that is closed early."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import stat
import struct
import subprocess
import termios
import time
from pathlib import Path

import numpy as np
import pytest
from conftest import write_csv

ENDLESS = ("-k", "15", "--method", "uniform/em:rounds=1000000,tol=0")  # on rows without any structure
PATIENCE = 600  # seconds; only a hang takes so long, however busy the machine is


@pytest.fixture
def many_csv(tmp_path):
    return write_csv(tmp_path / "many.csv", np.random.default_rng(5).uniform(size=(20000, 3)))


class Terminal:
    """The program with standard error on a pseudo-terminal."""

    def __init__(self, command, cwd, width=100):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, width, 0, 0))
        self.process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=slave)
        os.close(slave)
        self.text = ""

    def read(self, seconds):
        """Collects the terminal output until the program ends or the time is over."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not select.select([self.master], [], [], 0.05)[0]:
                if self.process.poll() is not None:
                    break
                continue
            try:
                chunk = os.read(self.master, 65536)
            except OSError:
                break
            self.text += chunk.decode()
        return self.text

    def end(self):
        """The exit code and standard output."""
        self.read(PATIENCE)
        output = self.process.communicate(timeout=PATIENCE)[0]
        os.close(self.master)
        return self.process.returncode, output.decode()


def screen_of(text):
    """The lines of the terminal after the text, trailing blanks removed."""
    lines, line, column = [], [], 0
    for letter in text:
        if letter == "\r":
            column = 0
        elif letter == "\n":
            lines.append("".join(line).rstrip())
            line, column = [], 0
        else:
            line[column : column + 1] = [letter]
            column += 1
    return lines + ["".join(line).rstrip()]


def test_a_bar_is_drawn_on_a_terminal_and_removed_at_the_end(binary, many_csv, tmp_path):
    method = "uniform/em:rounds=1500,tol=0,acceleration=plain"  # longer steps come to a standstill before
    terminal = Terminal([binary, "fit", many_csv, "-k", "5", "--method", method, "--json"], tmp_path)
    code, output = terminal.end()
    assert code == 0 and json.loads(output)["rounds"] == 1500
    assert re.search(r"\[[#.]{20}\] em \d+/1500  at most \d+:\d\d left  K=5  log-likelihood -\d+\.\d+", terminal.text)
    assert screen_of(terminal.text) == [""]


def test_the_bar_is_redrawn_at_most_ten_times_a_second_and_fits_the_width(binary, many_csv, tmp_path):
    terminal = Terminal([binary, "fit", many_csv, *ENDLESS], tmp_path, width=70)
    begin = time.monotonic()
    terminal.read(2.0)
    elapsed = time.monotonic() - begin
    drawings = terminal.text.count("\r")
    terminal.process.send_signal(signal.SIGINT)
    code, _ = terminal.end()
    assert code == 130
    assert 3 <= drawings <= 10 * elapsed + 2
    assert max(len(part.strip("\n")) for part in terminal.text.split("\r")) < 70
    assert "left" in terminal.text


def test_restarts_are_counted_on_the_bar(binary, many_csv, tmp_path):
    method = "uniform/em:rounds=20,tol=0"
    terminal = Terminal([binary, "fit", many_csv, "-k", "4", "--method", method, "--restarts", "6"], tmp_path)
    code, _ = terminal.end()
    assert code == 0 and re.search(r"\d of 6 fits", terminal.text)


def lines_drawn(text):
    return [part.rstrip() for part in text.split("\r") if part.strip()]


@pytest.mark.parametrize("method", ["auto/em:rounds=60,tol=0", "uniform/em:rounds=60"])
def test_the_bar_of_a_range_with_restarts_never_goes_back_and_does_not_begin_near_its_end(binary, many_csv, tmp_path,
                                                                                           method):
    words = [binary, "fit", many_csv, "-k", "2..9", "--restarts", "3", "--threads", "2", "--method", method]
    terminal = Terminal(words, tmp_path)
    code, _ = terminal.end()
    assert code == 0
    drawn = lines_drawn(terminal.text)
    cells = [line.count("#") for line in drawn]
    ended = [int(re.search(r"(\d+) of 24 fits", line).group(1)) for line in drawn]
    assert cells == sorted(cells) and ended == sorted(ended)
    assert cells[0] <= 4 and cells[-1] >= 15 and ended[-1] >= 20
    assert not re.search(r" left", drawn[0])


def test_at_sixty_columns_every_fact_is_whole(binary, many_csv, tmp_path):
    words = [binary, "fit", many_csv, "-k", "19..21", "--restarts", "2", "--method", "uniform/em:rounds=30"]
    terminal = Terminal(words, tmp_path, width=60)
    assert terminal.end()[0] == 0
    drawn = lines_drawn(terminal.text)
    assert drawn and all(len(line) < 60 for line in drawn)
    fact = r"(\d of 6 fits|(about|at most) \d+:\d\d left|K=(19|20|21)|em \d+/30|uniform \d+/21)"
    assert all(re.fullmatch(rf"\[[#.]{{20}}\] {fact}(  {fact})*", line) for line in drawn), drawn


@pytest.mark.parametrize("option", ["--quiet", "--verbose"])
def test_quiet_and_verbose_draw_no_bar(binary, many_csv, tmp_path, option):
    method = "uniform/em:rounds=30,tol=0"
    terminal = Terminal([binary, "fit", many_csv, "-k", "5", "--method", method, option], tmp_path)
    code, _ = terminal.end()
    assert code == 0 and "[" not in terminal.text
    assert len(terminal.text.splitlines()) == (0 if option == "--quiet" else 31)


def test_an_interrupted_bar_leaves_only_the_message(binary, many_csv, tmp_path):
    terminal = Terminal([binary, "fit", many_csv, *ENDLESS, "-o", "out.json"], tmp_path)
    terminal.read(0.7)
    terminal.process.send_signal(signal.SIGINT)
    code, output = terminal.end()
    assert (code, output) == (130, "")
    assert screen_of(terminal.text) == ["mixseed: interrupted, nothing was written", ""]


def interrupt(binary, arguments, cwd, number):
    """Sends the signal during the fit; the last item returned is the seconds until the program ended."""
    process = subprocess.Popen([binary, *map(str, arguments)], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(1)
    assert process.poll() is None
    process.send_signal(number)
    begin = time.monotonic()
    output, message = process.communicate(timeout=60)
    return process.returncode, output, message.decode(), time.monotonic() - begin


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_fit_and_leaves_no_file(binary, many_csv, tmp_path, number):
    (tmp_path / "out.json").write_text("old")
    before = sorted(os.listdir(tmp_path))
    arguments = ("fit", many_csv, *ENDLESS, "-o", "out.json", "--trace", "trace.csv", "--restarts", 3)
    code, output, message, _ = interrupt(binary, arguments, tmp_path, number)
    assert (code, output, message) == (128 + number, b"", "mixseed: interrupted, nothing was written\n")
    assert sorted(os.listdir(tmp_path)) == before
    assert (tmp_path / "out.json").read_text() == "old"


def test_a_signal_ends_a_long_seeding_soon(binary, many_csv, tmp_path):
    arguments = ("fit", many_csv, "-k", 2000, "--method", "adaptive/em", "-o", "out.json")
    code, output, message, seconds = interrupt(binary, arguments, tmp_path, signal.SIGINT)
    assert (code, output, message) == (130, b"", "mixseed: interrupted, nothing was written\n")
    assert seconds < 5
    assert os.listdir(tmp_path) == ["many.csv"]


def test_a_signal_ends_the_wait_for_standard_input(binary, tmp_path):
    process = subprocess.Popen([binary, "fit", "-", "-k", "2", "-o", "out.json"], cwd=tmp_path,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)
    assert process.returncode == 130
    assert process.stderr.read() == b"mixseed: interrupted, nothing was written\n"
    assert os.listdir(tmp_path) == []


def test_a_reader_that_leaves_is_no_crash(binary, model_json, tmp_path):
    command = f'"{binary}" sample model.json -n 200000 | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=60)
    assert done.stdout.decode().split() == ["width,height", "1"]
    assert done.stderr == b""


@pytest.mark.parametrize("redirection, reason", [(">/dev/full", "No space left"), (">&-", "Bad file descriptor")])
@pytest.mark.parametrize("arguments", ["--version", "methods", "fit rows.csv -k 2", "predict model.json rows.csv"])
def test_an_output_that_cannot_be_written_is_reported(binary, rows_csv, model_json, tmp_path, arguments, redirection,
                                                      reason):
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    done = subprocess.run(["bash", "-c", f'"{binary}" {arguments} {redirection}'], cwd=tmp_path, capture_output=True)
    assert done.returncode == 1
    assert done.stderr.decode().startswith("mixseed: cannot write to standard output: " + reason)
    assert {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)} == before


def test_too_little_memory_is_an_error_and_no_crash(binary, model_json, tmp_path):
    np.lib.format.open_memmap(tmp_path / "zeros.npy", mode="w+", dtype="f4", shape=(25_000_000, 2)).flush()
    command = f'ulimit -v 500000; "{binary}" predict model.json zeros.npy --proba'
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"mixseed: not enough memory\n")


def test_a_model_can_be_written_to_a_named_pipe(binary, rows_csv, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = subprocess.Popen(["cat", "pipe"], cwd=tmp_path, stdout=subprocess.PIPE)
    done = subprocess.run([binary, "fit", "rows.csv", "-k", "2", "-o", "pipe", "--quiet"], cwd=tmp_path, timeout=60)
    assert done.returncode == 0
    assert json.loads(reader.communicate(timeout=60)[0])["format"] == "mixseed.mixture"
    assert stat.S_ISFIFO(os.stat(tmp_path / "pipe").st_mode)


FAITHFUL = str(Path(__file__).parents[2] / "data" / "faithful.csv")
PICTURED = ("fit", FAITHFUL, "-k", "2", "--method", "uniform/em")


def shown(binary, words, cwd, width=60, **environment):
    """The output of the program with a terminal as standard output."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, width, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    settings = {**kept, "TERM": "xterm", **environment}
    process = subprocess.Popen([binary, *words], cwd=cwd, stdout=slave, stderr=subprocess.DEVNULL, env=settings)
    os.close(slave)
    text = b""
    while True:
        try:
            chunk = os.read(master, 65536)
        except OSError:
            break
        if not chunk:
            break
        text += chunk
    os.close(master)
    assert process.wait(30) == 0
    return text.decode().replace("\r\n", "\n")


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def without_times(text):
    return re.sub(r"seconds +.*", "", text)


def dots_in(text):
    return [letter for letter in text if "\u2800" <= letter <= "\u28ff"]


@pytest.mark.parametrize("width", [31, 60, 80, 200])
def test_a_picture_on_a_terminal_fits_its_width_and_comes_after_the_text(binary, tmp_path, width):
    text = shown(binary, PICTURED, tmp_path, width)
    plain = subprocess.run([binary, *PICTURED], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    lines = without_colours(text).split("\n")
    told = plain.split("\n")
    assert without_times("\n".join(lines[: len(told) - 1])) == without_times("\n".join(told[:-1]))
    picture = lines[len(told) :]
    assert len(dots_in("\n".join(picture))) > 30
    assert max(map(len, picture)) <= min(width - 1, 72)
    assert max(map(len, picture)) >= min(width - 4, 69), "as wide as it may be"
    assert any("eruptions 1.6 .. 5.1" in line for line in picture)
    letters = "".join(line for line in picture[:16])
    assert "0" in letters and "1" in letters, "components have numbers"
    assert re.search(r"EM  -4\.233 [\u2581-\u2588]{7} -4\.15538", "\n".join(picture)) or width == 31
    assert "\x1b[38;5;32m" in text and text.count("\x1b[38") == text.count("\x1b[0m")


@pytest.mark.parametrize(
    "words, environment",
    [(("--plain",), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"}), (("--json",), {}), (("--format", "text"), {}),
     (("--quiet",), {})],
)
def test_without_a_picture_a_terminal_gets_what_a_pipe_gets(binary, tmp_path, words, environment):
    text = shown(binary, (*PICTURED, *words), tmp_path, **environment)
    piped = subprocess.run([binary, *PICTURED, *words], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    timeless = [
        re.sub(r'"?seconds.*|"(total|read|seed|refine|em|elapsed|work)": [0-9.e-]+,?', "", one) for one in (text, piped)
    ]
    assert timeless[0] == timeless[1]
    assert not dots_in(text) and "\x1b" not in text


def test_a_pipe_gets_no_picture(binary, tmp_path):
    piped = subprocess.run([binary, *PICTURED], cwd=tmp_path, capture_output=True, text=True, check=True,
                           env={**os.environ, "TERM": "xterm"}).stdout
    assert not dots_in(piped) and "\x1b" not in piped


def test_a_narrow_terminal_gets_no_picture(binary, tmp_path):
    assert not dots_in(shown(binary, PICTURED, tmp_path, 29))


def test_one_column_is_a_histogram(binary, tmp_path):
    text = without_colours(shown(binary, (*PICTURED, "--columns", "2"), tmp_path))
    lines = [line for line in text.split("\n") if dots_in(line)]
    assert len(lines) == 8 and all(len(line) <= 59 for line in lines)
    filled = [sum(bin(ord(letter) - 0x2800).count("1") for letter in dots_in(line)) for line in lines]
    assert filled == sorted(filled), "bars stand on the floor"
    assert "waiting 43 .. 96" in text


@pytest.mark.parametrize("rows", [[[1, 2]] * 4, [[1e140, 0], [-1e140, 1], [0, 2], [1, 3]], [[0, 0], [0, 1], [0, 2], [0, 4]]])
def test_rows_without_extent_or_of_any_size_are_drawn(binary, tmp_path, rows):
    path = write_csv(tmp_path / "rows.csv", np.array(rows, dtype=float))
    text = without_colours(shown(binary, ("fit", path, "-k", "1"), tmp_path))
    assert "across" in text and "nan" not in text


def test_a_name_sends_nothing_to_the_terminal(binary, tmp_path):
    (tmp_path / "rows.csv").write_text("a\x1b[31mb,c\u00e4\n" + "".join(f"{i % 5},{i % 7}\n" for i in range(40)))
    text = shown(binary, ("fit", "rows.csv", "-k", "2"), tmp_path)
    picture = without_colours(text[text.index("\n\n", text.index("Components")) :])
    assert "\x1b" not in picture and "c\u00e4" in picture
