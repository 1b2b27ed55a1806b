"""Pictures show what the model says."""

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

from matplotlib.patches import Ellipse  # noqa: E402

import mixseed  # noqa: E402
from mixseed import GaussianMixture  # noqa: E402


@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical"])
def test_ellipses_are_one_and_two_deviations_wide(kind):
    covariances = {"full": [[[4, 0], [0, 1]]], "tied": [[4, 0], [0, 1]], "diag": [[4, 1]], "spherical": [4.0]}[kind]
    mixture = GaussianMixture.from_parameters([1.0], [[3.0, 5.0]], covariances, kind)
    axes = mixture.plot()
    drawn = [patch for patch in axes.patches if isinstance(patch, Ellipse)]
    sizes = sorted(tuple(sorted((patch.width, patch.height))) for patch in drawn)
    small = 4.0 if kind == "spherical" else 2.0
    assert sizes == [pytest.approx((small, 4.0)), pytest.approx((2 * small, 8.0))]
    assert all(tuple(patch.center) == (3.0, 5.0) for patch in drawn)


def test_an_ellipse_lies_along_the_widest_direction():
    covariance = np.array([[2.0, 1.5], [1.5, 2.0]])
    mixture = GaussianMixture.from_parameters([1.0], [[0.0, 0.0]], [covariance])
    ellipse = mixture.plot().patches[0]
    assert ellipse.width > ellipse.height and ellipse.angle % 180 == pytest.approx(45)


def test_points_trace_density_and_selection_are_drawn(rows):
    mixture = GaussianMixture(3, random_state=0).fit(rows)
    axes = mixture.plot(rows)
    points = [line for line in axes.lines if line.get_marker() == "."]
    assert sum(len(line.get_xdata()) for line in points) == len(rows)
    trace = mixture.plot(what="trace").lines[0].get_ydata()
    assert trace[-1] == mixture.lower_bound_ and len(trace) == mixture.n_iter_ + 1
    curve = mixture.plot(rows, columns=(1,)).lines[-1]
    step = np.diff(curve.get_xdata()).mean()
    assert curve.get_ydata().sum() * step == pytest.approx(1, abs=1e-3)
    chosen = mixseed.select(rows, range(1, 5), random_state=0)
    assert list(chosen.plot().lines[0].get_ydata()) == [line["bic"] for line in chosen.table]


def test_a_wrong_wish_is_named(rows):
    with pytest.raises(ValueError, match="'components' or 'trace'"):
        GaussianMixture(2, random_state=0).fit(rows).plot(what="pie")
