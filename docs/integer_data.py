"""Draws the picture of docs/integer-data.md: ./dev python docs/integer_data.py"""

import runpy
import warnings
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import mixseed

SURVEY = Path(__file__).parents[1] / "data" / "survey.py"
COLOURS = np.array(["#4269d0", "#efb118", "#ff725c"])


def draw(axes, rows, title, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = mixseed.GaussianMixture(3, random_state=0, **settings).fit(rows)
    print(title, round(model.lower_bound_, 3), model.collapsed_)
    labels = model.predict(rows)
    moved = rows + np.random.default_rng(1).uniform(-0.4, 0.4, size=rows.shape)
    axes.scatter(moved[:, 0], moved[:, 2], s=4, c=COLOURS[labels], linewidths=0)
    axes.set(title=title, xlabel="age", ylabel="score", yticks=range(1, 6))
    axes.spines[["top", "right"]].set_visible(False)


def slices(rows):
    """A start whose components are the rows of score 3, of score 4, and all others."""
    label = np.select([rows[:, 2] == 3, rows[:, 2] == 4], [1, 2], 0)
    covariances = [np.cov(rows[label == k].T) + np.diag([0, 0, 1e-4]) for k in range(3)]
    return {
        "means_init": np.array([rows[label == k].mean(axis=0) for k in range(3)]),
        "precisions_init": np.linalg.inv(covariances),
    }


def main():
    rows, _ = runpy.run_path(str(SURVEY))["survey"]()
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True)
    draw(left, rows, "the default")
    draw(right, rows, "a likelier model, without steps", resolution=0, **slices(rows))
    figure.tight_layout()
    figure.savefig(Path(__file__).parent / "images" / "integer-data.png", dpi=110)


if __name__ == "__main__":
    main()
