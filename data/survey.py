"""A survey of 5000 people in three groups: age and income are whole numbers, the score is 1 to 5."""

import numpy as np


def survey():
    """The rows, and the group of each."""
    rng = np.random.default_rng(0)
    group = rng.integers(0, 3, 5000)
    age = np.array([25, 45, 70])[group] + rng.normal(size=5000) * np.array([4, 6, 5])[group]
    income = np.array([30, 60, 25])[group] + rng.normal(size=5000) * np.array([8, 15, 6])[group]
    score = np.array([2, 4, 3])[group] + rng.normal(size=5000) * 0.8
    return np.c_[age.round(), income.round(), score.round().clip(1, 5)], group
