"""Pictures show what the model says."""

import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
import pandas  # noqa: E402
from matplotlib.colors import to_rgb  # noqa: E402
from matplotlib.patches import Ellipse  # noqa: E402

import mixseed  # noqa: E402
from mixseed import GaussianMixture, _plot  # noqa: E402


@pytest.fixture(autouse=True)
def no_figures_left():
    yield
    plt.close("all")


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
    mixture = GaussianMixture(3, prior=0, random_state=0).fit(rows)
    axes = mixture.plot(rows)
    points = [line for line in axes.lines if line.get_marker() == "."]
    assert sum(len(line.get_xdata()) for line in points) == len(rows)
    trace = mixture.plot(what="trace").lines[0].get_ydata()
    assert trace[-1] == mixture.lower_bound_ and len(trace) == mixture.n_iter_ + 1
    curve = mixture.plot(rows, columns=(1,)).lines[-1]
    x, y = curve.get_data()
    assert (np.diff(x) * (y[1:] + y[:-1]) / 2).sum() == pytest.approx(1, abs=1e-3)
    chosen = mixseed.select(rows, range(1, 5), random_state=0)
    assert list(chosen.plot().lines[0].get_ydata()) == [line["bic"] for line in chosen.table]


def test_a_wrong_wish_is_named(rows):
    with pytest.raises(ValueError, match="'components', 'pairs' or 'trace'"):
        GaussianMixture(2, random_state=0).fit(rows).plot(what="pie")


def test_a_data_frame_is_drawn_without_a_warning(rows, recwarn):
    frame = pandas.DataFrame(rows, columns=["a", "b"])
    mixture = GaussianMixture(3, random_state=0).fit(frame)
    for columns in (("b",), ("b", "a"), (0,), None):
        axes = mixture.plot(frame, columns=columns)
        assert axes.get_xlabel() == ("a" if columns in ((0,), None) else "b")
    mixture.plot(frame, what="pairs")
    assert [str(warning.message) for warning in recwarn if "feature" in str(warning.message)] == []


def test_an_ellipse_has_the_colour_of_its_component(rows):
    mixture = GaussianMixture(3, random_state=0).fit(rows)
    axes = mixture.plot(rows)
    points = [to_rgb(line.get_color()) for line in axes.lines if line.get_marker() == "."]
    edges = [to_rgb(patch.get_edgecolor()) for patch in axes.patches if isinstance(patch, Ellipse)]
    assert edges == [colour for colour in points for _ in (1, 2)]


@pytest.mark.parametrize("K", [3, 10, 20, 21, 50, 100])
def test_no_two_components_share_a_colour(K):
    palette = np.array([to_rgb(colour) for colour in _plot.colours(K)])
    apart = np.abs(palette[:, None] - palette[None]).max(axis=2) + np.eye(K)
    assert apart.min() > 0.03


def test_a_histogram_shows_a_narrow_component():
    random = np.random.RandomState(0)
    X = np.concatenate([random.normal(size=(500, 1)) * 10, 0.2 * random.normal(size=(500, 1)) + 3])
    axes = GaussianMixture(2, init_params="quick", random_state=0).fit(X).plot(X, columns=(0,))
    bars = np.array([(patch.get_width(), patch.get_height()) for patch in axes.patches])
    assert bars[:, 0].max() < 0.2, "wider than the narrow component's deviation"
    assert bars[:, 1].max() > 0.6, "its density there is about 1"


def test_pairs_are_drawn_in_a_grid(rows):
    X = np.column_stack([rows, rows[:, 0] - rows[:, 1]])
    mixture = GaussianMixture(3, random_state=0).fit(X)
    grid = mixture.plot(X, what="pairs")
    assert grid.shape == (3, 3)
    drawn = [[sum(isinstance(patch, Ellipse) for patch in axes.patches) for axes in row] for row in grid]
    assert drawn == [[0, 6, 6], [6, 0, 6], [6, 6, 0]]
    assert [axes.get_xlabel() for axes in grid[-1]] == ["column 0", "column 1", "column 2"]
    assert [row[0].get_ylabel() for row in grid] == ["column 0", "column 1", "column 2"]
    for i in range(3):
        scales = {axes.get_xlim() for axes in grid[:, i]} | {grid[i, j].get_ylim() for j in range(3) if j != i}
        assert len(scales) == 1 and grid[i, i].get_yticks().size == 0
    assert mixture.plot(what="pairs", columns=[2, 0]).shape == (2, 2)
    with pytest.raises(ValueError, match="columns: expected 1 to 10"):
        GaussianMixture(1).fit(np.random.RandomState(0).normal(size=(50, 12))).plot(what="pairs")


def test_the_names_draw_what_they_say(rows):
    mixture = GaussianMixture(3, n_init=4, init_params="uniform", random_state=0).fit(rows)
    assert mixture.plot_pairs(rows).shape == (2, 2)
    trace = mixture.plot_trace()
    assert len(trace.lines) == 4, "one line per restart"
    ends = sorted(line.get_ydata()[-1] for line in trace.lines)
    assert ends == sorted(one["final_log_likelihood"] for one in mixture.restarts_)
    chosen = mixseed.select(rows, range(1, 4), random_state=0)
    assert [list(line.get_ydata()) for line in chosen.plot_selection().lines] == [
        list(line.get_ydata()) for line in chosen.plot().lines
    ]
    figure, given = plt.subplots()
    for drawn in (mixture.plot(rows, ax=given), mixture.plot_trace(ax=given), mixture.plot_uncertainty(rows, ax=given)):
        assert drawn is given


@pytest.mark.parametrize("columns", [None, (1, 0), (1,)])
def test_uncertainty_is_the_probability_of_the_other_components(columns, rows):
    mixture = GaussianMixture(3, random_state=0).fit(rows)
    axes = mixture.plot_uncertainty(rows, columns=columns)
    (dots,) = axes.collections
    doubts = 1 - mixture.predict_proba(rows).max(axis=1)
    shades = np.asarray(dots.get_array())
    assert np.sort(shades) == pytest.approx(np.sort(doubts))
    assert (np.diff(shades) >= 0).all(), "doubtful rows are drawn last"
    order = np.argsort(doubts, kind="stable")
    first, *second = columns or (0, 1)
    wanted = rows[order][:, [first, *second]] if second else np.column_stack([rows[order, first], doubts[order]])
    assert np.asarray(dots.get_offsets()) == pytest.approx(wanted)
    with pytest.raises(ValueError, match="columns: expected 1 or 2, got 3"):
        mixture.plot_uncertainty(rows, columns=(0, 1, 0))


def test_components_are_numbered_for_those_who_see_no_colours(rows):
    axes = GaussianMixture(3, random_state=0).fit(rows).plot(rows)
    assert [text.get_text() for text in axes.texts] == ["0", "1", "2"]


def seen_by(colour, matrix):
    """The colour as seen with colour blindness (Machado, Oliveira and Fernandes 2009, complete deficiency)."""
    linear = np.array([part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)])
    return matrix @ linear


@pytest.mark.parametrize(
    "matrix",
    [
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ],
    ids=["red", "green"],
)
def test_the_first_colours_differ_for_the_colour_blind_too(matrix):
    seen = np.array([seen_by(colour, np.array(matrix)) for colour in _plot.colours(8)])
    apart = np.abs(seen[:, None] - seen[None]).max(axis=2) + np.eye(8)
    assert apart.min() > 0.05
