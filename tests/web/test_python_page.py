"""The page that an estimator writes opens like the program's."""

import numpy as np

import mixseed


def test_a_page_of_an_estimator_shows_its_figures_with_and_without_rows(visit, tmp_path):
    X = np.random.RandomState(0).normal(size=(200, 3)) + 6 * np.arange(200)[:, None] % 12
    mixture = mixseed.GaussianMixture(2, n_init=3, random_state=0).fit(X)
    mixture.report(tmp_path / "rows.html", X, title="mine")
    mixture.report(tmp_path / "model.html")
    body = """
      const figures = await page.$$eval("figure", (all) => all.map((one) => one.id));
      return { figures, title: await page.textContent("h1"), complaints: await complaints() };
    """
    told = visit(tmp_path / "rows.html", body)
    assert told == {"figures": ["rows", "traces", "ends", "doubts", "pairs"], "title": "mine", "complaints": []}
    told = visit(tmp_path / "model.html", body)
    assert told == {"figures": ["rows", "traces", "ends"], "title": "Gaussian mixture", "complaints": []}
