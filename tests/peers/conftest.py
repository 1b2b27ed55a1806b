"""Runs the program named by the environment variable MIXSEED_BINARY, for comparison with other programs."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest


class Program:
    """mixseed in its own temporary directory."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder

    def run(self, *words):
        done = subprocess.run([self.binary, *map(str, words)], cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *words):
        return json.loads(self.run(*words, "--json"))

    def table(self, *words):
        lines = self.run(*words).splitlines()[1:]
        return np.array([[float(cell) for cell in line.split(",")] for line in lines])

    def fit(self, *words):
        """The report and the model of a fit."""
        report = self.json("fit", *words, "-o", "out.json")
        return report, self.load("out.json")

    def keep(self, name, rows):
        np.save(self.folder / name, rows)
        return name

    def load(self, name):
        model = json.loads((self.folder / name).read_text())
        return {key: np.array(model[key]) for key in ("weights", "means", "covariances")}

    def save(self, name, covariance, weights, means, covariances):
        arrays = {"weights": weights, "means": means, "covariances": covariances}
        model = {"format": "mixseed.mixture", "version": 1, "covariance": covariance}
        model.update({key: np.asarray(value).tolist() for key, value in arrays.items()})
        (self.folder / name).write_text(json.dumps(model))
        return name


@pytest.fixture
def program(tmp_path):
    path = os.environ.get("MIXSEED_BINARY")
    assert path, "MIXSEED_BINARY does not name the program"
    return Program(str(Path(path).resolve()), tmp_path)
