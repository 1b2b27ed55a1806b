"""A fit whose matrices exceed the memory is refused before they are allocated."""

import resource
import subprocess

import numpy as np
import pytest

LIMIT = 600 * 2**20


@pytest.mark.parametrize(
    "columns, words, expect",
    [
        (3000, ("-k", "2"), "2 covariance matrices of 3000 columns"),
        (3000, ("-k", "2", "--covariance", "tied"), "a covariance matrix of 3000 columns"),
        (3000, ("-k", "2", "--covariance", "diagonal"), "the covariance matrix of the data of 3000 columns"),
        (1000, ("-k", "2..8"), "use diagonal or spherical covariances (0.1 GiB), or choose fewer columns"),
    ],
)
def test_more_columns_than_memory_allows_are_refused_at_once(binary, tmp_path, columns, words, expect):
    np.save(tmp_path / "wide.npy", np.random.default_rng(1).normal(size=(9, columns)))
    done = subprocess.run(
        [binary, "fit", "wide.npy", *words],
        cwd=tmp_path,
        capture_output=True,
        timeout=20,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)),
    )
    message = done.stderr.decode()
    assert done.returncode == 1 and message.startswith("mixseed: memory: ") and message.count("\n") == 1
    assert expect in message and "this process may have 0.6 GiB" in message and "fewer columns" in message
