"""--missing marginal, and impute."""

import numpy as np
import pytest


@pytest.fixture
def gaps_csv(tmp_path):
    """Two groups with a fifth of the numbers missing, written with different missing-value texts."""
    rng = np.random.default_rng(7)
    rows = np.concatenate([rng.normal(size=(80, 3)) + center for center in (0, 7)])
    gaps = rng.uniform(size=rows.shape) < 0.2
    gaps[:, 0] &= ~gaps[:, 1:].all(axis=1)
    words = ["", "NA", "nan"]
    lines = ["a,b,c"]
    for row, missing in zip(rows, gaps):
        lines.append(",".join(words[int(rng.integers(3))] if gap else repr(float(x)) for x, gap in zip(row, missing)))
    path = tmp_path / "gaps.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_what_is_there_is_used(run, run_json, gaps_csv):
    dropped = run_json("fit", gaps_csv, "-k", 2, "--missing", "drop")
    used = run_json("fit", gaps_csv, "-k", 2, "--missing", "marginal", "-o", "model.json")
    assert dropped["rows"] < 110 and used["rows"] == 160
    scored = run_json("score", "model.json", gaps_csv, "--missing", "marginal")
    assert scored["log_likelihood"] == pytest.approx(used["final"]["log_likelihood"], rel=1e-12)
    assert scored["bic"] == pytest.approx(used["bic"], rel=1e-12)
    labels = run("predict", "model.json", gaps_csv, "--missing", "marginal").stdout.split()[1:]
    assert len(labels) == 160
    assert {len(set(labels[:80])), len(set(labels[80:]))} == {1}
    by_row = run("score", "model.json", gaps_csv, "--missing", "marginal", "--rows").stdout.split()[1:]
    assert np.mean(np.array(by_row, dtype=float)) == pytest.approx(used["final"]["log_likelihood"], rel=1e-9)


def test_impute_fills_what_is_missing_and_nothing_else(run, gaps_csv, tmp_path):
    run("fit", gaps_csv, "-k", 2, "--missing", "marginal", "-o", "model.json")
    filled = run("impute", "model.json", gaps_csv).stdout.split()
    given = gaps_csv.read_text().split()
    assert filled[0] == "a,b,c" and len(filled) == len(given)
    changed = 0
    for before, after in zip(given[1:], filled[1:]):
        for left, right in zip(before.split(","), after.split(",")):
            if left in ("", "NA", "nan"):
                assert np.isfinite(float(right))
                changed += 1
            else:
                assert float(left) == float(right)
    assert changed > 60
    run("impute", "model.json", gaps_csv, "-o", "filled.npy")
    assert np.isfinite(np.load(tmp_path / "filled.npy")).all()
    run("fit", "filled.npy", "-k", 2)


def test_families_and_numbers_are_chosen_with_gaps(run_json, gaps_csv):
    report = run_json("fit", gaps_csv, "-k", "1..3", "--covariance", "EII,VVV", "--missing", "marginal")
    assert (report["components"], report["covariance"]) == (2, "EII")
    assert len(report["selection"]["candidates"]) == 6


@pytest.mark.parametrize("threads", [1, 3])
def test_gaps_have_the_same_bits_on_any_number_of_threads(run, gaps_csv, tmp_path, threads):
    run("fit", gaps_csv, "-k", 2, "--missing", "marginal", "--threads", 2, "-o", "two.json")
    run("fit", gaps_csv, "-k", 2, "--missing", "marginal", "--threads", threads, "-o", "other.json")
    assert (tmp_path / "two.json").read_bytes() == (tmp_path / "other.json").read_bytes()


def test_arrays_have_gaps_too(run_json, tmp_path):
    rows = np.random.default_rng(1).normal(size=(50, 2))
    rows[3, 1] = np.nan
    np.save(tmp_path / "gaps.npy", rows)
    assert run_json("fit", "gaps.npy", "-k", 1, "--missing", "marginal")["rows"] == 50
