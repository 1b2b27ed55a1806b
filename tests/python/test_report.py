"""The page of a fit, and what a notebook shows."""

import copy
import gc
import json
import os
import pickle
import subprocess
import weakref
import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas
import pytest

import mixseed
from mixseed import GaussianMixture


def payload_of(path):
    text = path.read_text()
    begin = text.index('id="payload">') + len('id="payload">')
    return json.loads(text[begin : text.index("</script>", begin)])


@pytest.fixture
def mixture(rows):
    return GaussianMixture(3, n_init=5, init_params="adaptive/cem", random_state=4).fit(rows)


def test_the_page_has_the_numbers_of_the_estimator(mixture, rows, tmp_path):
    mixture.report(tmp_path / "fit.html", rows, title="mine")
    told = payload_of(tmp_path / "fit.html")
    assert (told["kind"], told["source"], told["components"], told["rows"]) == ("fit", "mine", 3, len(rows))
    assert (told["method"], told["seed"]) == (mixture.method_, mixture.seed_)
    assert told["final"]["log_likelihood"] == mixture.lower_bound_
    assert told["bic"] == pytest.approx(mixture.bic(rows), rel=1e-12)
    assert told["share_at_best"] == mixture.share_at_best_ and told["converged"] == mixture.converged_
    ends = [one["final"]["log_likelihood"] for one in told["restarts"]]
    assert ends == [one["final_log_likelihood"] for one in mixture.restarts_]
    assert [one["repairs"]["total"] for one in told["restarts"]] == [one["repairs"] for one in mixture.restarts_]
    assert {name: told["repairs"][name] for name in mixture.repairs_} == mixture.repairs_
    assert [[stage["stage"] for stage in one["stages"]] for one in told["traces"]] == [["cem", "em"]] * 5
    assert told["points"]["shown"] == len(rows)


def test_the_page_is_the_one_that_the_program_writes_for_the_same_fit(mixture, rows, tmp_path):
    np.savetxt(tmp_path / "rows.csv", rows, delimiter=",", fmt="%.17g")
    words = [
        "fit",
        "rows.csv",
        "-k",
        "3",
        "--method",
        mixture.method_,
        "--restarts",
        "5",
        "--seed",
        "4",
        "--report",
        "a.html",
    ]
    subprocess.run([os.environ["MIXSEED_BINARY"], *words], cwd=tmp_path, check=True, capture_output=True)
    mixture.report(tmp_path / "b.html", rows, title="rows.csv")
    one, other = payload_of(tmp_path / "a.html"), payload_of(tmp_path / "b.html")
    for told in (one, other):
        for restart in told["restarts"]:
            del restart["seconds"]
    for name in ("bic", "aic", "icl"):  # from a pass over the rows of its own, whose sums have another order
        assert one.pop(name) == pytest.approx(other.pop(name), rel=1e-12)
    assert one == other


def test_the_page_has_the_advice_the_steps_and_the_effective_rows_of_the_estimator(tmp_path):
    X = np.random.RandomState(0).normal(size=(300, 2)).round(1)
    X[:150, 0] = 0
    with pytest.warns(mixseed.DataWarning) as told:
        mixture = GaussianMixture(2, random_state=0).fit(X)
    mixture.report(tmp_path / "fit.html")
    page = payload_of(tmp_path / "fit.html")
    assert page["advice"] == [str(one.message) for one in told if one.category is mixseed.DataWarning] != []
    assert page["resolution"] == mixture.resolution_.tolist() == pytest.approx([0.1, 0.1])
    assert page["effective_rows"] == pytest.approx(mixture.weights_ * 300)


def test_without_rows_the_page_shows_the_model_alone(mixture, tmp_path):
    mixture.report(tmp_path / "fit.html")
    told = payload_of(tmp_path / "fit.html")
    assert told["points"]["shown"] == 0 and not told["has_criteria"]


def test_the_rows_are_not_kept_alive(rows):
    X = rows.copy()
    watched = weakref.ref(X)
    mixture = GaussianMixture(2, random_state=0).fit(X)
    mixture._repr_html_()
    del X
    gc.collect()
    assert watched() is None and mixture.means_.shape == (2, 2)


def test_copies_and_pickles_can_be_reported(mixture, rows, tmp_path):
    for other in (copy.deepcopy(mixture), pickle.loads(pickle.dumps(mixture))):
        other.report(tmp_path / "other.html", rows)
    mixture.report(tmp_path / "fit.html", rows)
    assert (tmp_path / "other.html").read_bytes() == (tmp_path / "fit.html").read_bytes()


def test_what_cannot_be_reported_is_named(mixture, rows, tmp_path):
    made = GaussianMixture.from_parameters([1.0], [[0.0, 0.0]], [np.eye(2)])
    with pytest.raises(ValueError, match="not fitted here"):
        made.report(tmp_path / "fit.html")
    with pytest.raises(ValueError, match="3 features"):
        mixture.report(tmp_path / "fit.html", np.zeros((4, 3)))
    with pytest.raises(OSError):
        mixture.report(tmp_path / "absent" / "fit.html", rows)
    assert list(tmp_path.iterdir()) == []


def test_the_choice_of_a_model_can_be_reported(rows, tmp_path):
    chosen = mixseed.select(rows, range(1, 4), random_state=0)
    chosen.best.report(tmp_path / "fit.html", rows)
    assert payload_of(tmp_path / "fit.html")["components"] == chosen.n_components


def notebook(mixture):
    bundle = mixture._repr_mimebundle_()
    assert bundle == {"text/plain": repr(mixture), "text/html": mixture._repr_html_()}
    return bundle["text/html"]


def test_a_notebook_shows_the_components_and_a_picture(mixture):
    html = notebook(mixture)
    root = ElementTree.fromstring(html.replace("<br>", "<br/>"))
    assert root.tag == "div" and "script" not in html
    cells = [[cell.text for cell in line.iter("td")] for line in root.iter("tr")][1:]
    assert [float(line[0]) for line in cells] == pytest.approx(mixture.weights_, rel=1e-3)
    assert [float(line[1]) for line in cells] == pytest.approx(mixture.weights_ * mixture.n_samples_, abs=0.06)
    assert [[float(value) for value in line[2:]] for line in cells] == [
        pytest.approx(mean, rel=1e-3) for mean in mixture.means_
    ]
    paths = list(root.iter("{http://www.w3.org/2000/svg}path"))
    assert len(paths) == 6, "one and two deviations of every component"
    assert f"{mixture.lower_bound_:.6g}" in html and mixture.method_ in html


@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical", "VEV", "EII"])
@pytest.mark.parametrize("columns", [1, 2, 9])
def test_a_notebook_shows_every_kind_of_covariance(kind, columns):
    X = np.random.RandomState(0).normal(size=(300, columns))
    X[:150] += 8
    html = notebook(GaussianMixture(2, covariance_type=kind, random_state=0).fit(X))
    root = ElementTree.fromstring(html.replace("<br>", "<br/>"))
    lines = [path.get("d") for path in root.iter("{http://www.w3.org/2000/svg}path")]
    numbers = np.array([float(word) for line in lines for word in line.replace("M", " ").replace("L", " ").split()])
    assert np.isfinite(numbers).all() and numbers.min() >= 0 and numbers.max() <= 320
    assert ("3 more columns" in html) == (columns == 9)


def test_ellipses_of_a_notebook_are_the_covariance():
    from mixseed._notebook import outline

    covariance = np.array([[4.0, 1.5], [1.5, 1.0]])
    points = outline(np.array([3.0, 5.0]), covariance, 2) - [3, 5]
    assert np.einsum("ni,ij,nj->n", points, np.linalg.inv(covariance), points) == pytest.approx(np.full(len(points), 4))


def test_hostile_names_stay_text_in_a_notebook():
    names = ["<script>alert(1)</script>", '"><img src=x>']
    frame = pandas.DataFrame(np.random.RandomState(0).normal(size=(50, 2)), columns=names)
    html = notebook(GaussianMixture(2, random_state=0).fit(frame))
    assert "<script" not in html and "<img" not in html and "&lt;script&gt;" in html


def test_a_notebook_shows_what_is_not_fitted_and_what_was_made():
    assert notebook(GaussianMixture(2, init_params="<b>")).startswith("<pre>")
    assert "<b>" not in notebook(GaussianMixture(2, init_params="<b>"))
    made = GaussianMixture.from_parameters([0.5, 0.5], [[0.0], [3.0]], [[[1.0]], [[1.0]]])
    assert "restart" not in notebook(made)
