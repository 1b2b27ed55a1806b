"""Draws the picture of the README: ./dev python docs/readme_picture.py"""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from sklearn.metrics import adjusted_rand_score
from sklearn.mixture import GaussianMixture as Theirs

import mixseed

COLOURS = np.array(["#4269d0", "#efb118", "#ff725c"])


def three_long_clusters():
    """Three parallel clusters, twelve times as long as wide and turned by 20 degrees."""
    random = np.random.RandomState(0)
    labels = np.arange(900) % 3
    rows = random.normal(size=(900, 2)) * [12.0, 1.0]
    rows[:, 1] += 6.0 * labels
    angle = np.deg2rad(20)
    return rows @ [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], labels


def main():
    rows, truth = three_long_clusters()
    models = {
        "scikit-learn, n_init=10": Theirs(3, n_init=10, random_state=0),
        "mixseed": mixseed.GaussianMixture(3, random_state=0),
    }
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), sharey=True)
    for ax, (name, model) in zip(axes, models.items()):
        found = model.fit(rows).predict(rows)
        index = adjusted_rand_score(truth, found)
        ax.scatter(*rows.T, s=5, c=COLOURS[found], linewidths=0)
        ax.set(title=f"{name}: adjusted Rand index {index:.2f}", xticks=[], yticks=[], aspect="equal")
        print(name, round(index, 3), round(model.score(rows), 3))
    figure.tight_layout()
    figure.savefig(Path(__file__).parent / "images" / "readme.png", dpi=100)


if __name__ == "__main__":
    main()
