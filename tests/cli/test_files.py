"""What can be read, and mixseed convert."""

import gzip

import numpy as np
import pytest
from conftest import two_groups, without_seconds, write_csv


def csv_bytes(points, delimiter=",", end="\n"):
    return end.join(delimiter.join(repr(float(number)) for number in row) for row in points).encode() + end.encode()


def zstd_frame(content):
    """A zstd frame with stored blocks, which needs no compressor."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + len(content).to_bytes(4, "little")
    blocks = [content[at : at + 65536] for at in range(0, len(content), 65536)]
    for index, block in enumerate(blocks):
        last = index == len(blocks) - 1
        frame += ((len(block) << 3) | last).to_bytes(3, "little") + block
    return frame


POINTS = two_groups(rows=90)
HEADER = b"width,height\n"
TEXTS = {
    "header": ("a.csv", HEADER + csv_bytes(POINTS)),
    "no header": ("a.csv", csv_bytes(POINTS)),
    "tabs": ("a.tsv", csv_bytes(POINTS, "\t")),
    "spaces": ("a.txt", csv_bytes(POINTS, "  ")),
    "semicolons": ("a.csv", csv_bytes(POINTS, ";")),
    "crlf": ("a.csv", HEADER[:-1] + b"\r\n" + csv_bytes(POINTS, end="\r\n")),
    "byte order mark": ("a.csv", b"\xef\xbb\xbf" + HEADER + csv_bytes(POINTS)),
    "no final newline": ("a.csv", csv_bytes(POINTS)[:-1]),
    "quotes": ("a.csv", b'"wi""dth, all","height"\n' + b'"' + csv_bytes(POINTS, '","', '"\n"')[:-1]),
    "gz": ("a.csv.gz", gzip.compress(HEADER + csv_bytes(POINTS))),
    "two gz members": ("a.csv.gz",
                       gzip.compress(HEADER + csv_bytes(POINTS[:40])) + gzip.compress(csv_bytes(POINTS[40:]))),
    "zst": ("a.csv.zst", zstd_frame(HEADER + csv_bytes(POINTS))),
}


@pytest.fixture
def reference(run_json, tmp_path):
    write_csv(tmp_path / "reference.csv", POINTS)
    return without_seconds(run_json("fit", "reference.csv", "-k", 2))


@pytest.mark.parametrize("kind", TEXTS)
def test_every_kind_of_text_gives_the_same_fit(run_json, reference, tmp_path, kind):
    name, content = TEXTS[kind]
    (tmp_path / name).write_bytes(content)
    assert without_seconds(run_json("fit", name, "-k", 2)) == reference


@pytest.mark.parametrize("kind", ["header", "gz", "zst"])
def test_standard_input_gives_the_same_fit(run_json, reference, kind):
    assert without_seconds(run_json("fit", "-", "-k", 2, stdin=TEXTS[kind][1])) == reference


@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_gives_the_same_fit_as_text(run_json, reference, tmp_path, order):
    np.save(tmp_path / "a.npy", np.asarray(POINTS, order=order))
    assert without_seconds(run_json("fit", "a.npy", "-k", 2)) == reference


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", ["f4", ">f8", "i1", "i4", "i8", "u2"])
def test_npy_of_other_types_gives_the_fit_of_the_same_numbers(run_json, tmp_path, kind, order):
    numbers = np.abs(np.round(POINTS * 8)) if kind[0] in "iu" else POINTS
    typed = np.asarray(numbers.astype(kind), order=order)
    np.save(tmp_path / "a.npy", typed)
    write_csv(tmp_path / "b.csv", typed.astype("f8"))
    method = ("--method", "kmeans++/em:rounds=5")
    from_npy, from_text = (run_json("fit", name, "-k", 2, *method) for name in ("a.npy", "b.csv"))
    assert from_npy["final"]["log_likelihood"] == pytest.approx(from_text["final"]["log_likelihood"], rel=1e-9)


@pytest.mark.parametrize("start", ["a.csv", "a.npy"])
def test_convert_there_and_back_keeps_every_bit(run, tmp_path, start):
    write_csv(tmp_path / "a.csv", POINTS * [1e-300, 1e200])
    np.save(tmp_path / "a.npy", POINTS * [1e-300, 1e200])
    ends = ("b.npy", "c.csv", "d.npy") if start == "a.csv" else ("b.csv", "c.npy", "d.npy")
    for source, target in zip((start, *ends), ends):
        assert run("convert", source, target).returncode == 0
    assert np.array_equal(np.load(tmp_path / "d.npy"), POINTS * [1e-300, 1e200])


def test_convert_keeps_the_header_and_chooses_columns(run, tmp_path):
    (tmp_path / "a.csv").write_text('a,"b,c",d\n1,2,3\n4,5,6\n')
    assert run("convert", "a.csv", "b.csv", "--columns", "d,2").returncode == 0
    assert (tmp_path / "b.csv").read_text() == 'd,"b,c"\n3,2\n6,5\n'
    assert run("convert", "a.csv", "-", "--columns", "d,2").stdout == 'd,"b,c"\n3,2\n6,5\n'


def test_rows_are_the_same_text_in_a_file_and_on_the_terminal(run, tmp_path):
    (tmp_path / "a.csv").write_text('"a;b"," c",d\n100000,0.00005,1e22\n0.0001,1e15,-0.5\n')
    assert run("convert", "a.csv", "b.csv").returncode == 0
    text = (tmp_path / "b.csv").read_text()
    assert text == '"a;b"," c",d\n100000,5e-05,1e+22\n0.0001,1e+15,-0.5\n' == run("convert", "a.csv", "-").stdout


def test_convert_to_float32_writes_f4(run, tmp_path):
    write_csv(tmp_path / "a.csv", POINTS)
    assert run("convert", "a.csv", "a.npy", "--float32").returncode == 0
    written = np.load(tmp_path / "a.npy")
    assert written.dtype == np.float32 and np.array_equal(written, POINTS.astype("f4"))
