"""The pages of the laboratory: tables, filters, one data set, the comparison."""

import csv
import io
import json
import sqlite3
import xml.etree.ElementTree as ElementTree

import pytest

SVG = "{http://www.w3.org/2000/svg}"
FIGURES = ["difference", "ranks", "shortfalls", "start", "time", "plane", "finals", "climbs", "times"]


def table_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def saved(name, kind="CSV"):
    return f"""(await saved('#{name} button.export:text-is("{kind}")')).toString()"""


def chosen(label, value):
    return f"""await page.selectOption('#filters label:has-text("{label}") select', "{value}");"""


@pytest.fixture(scope="module")
def tables(pages):
    return json.loads((pages / "tables.json").read_text())


def ranking(tables, dim, kind, rules):
    """The tables' own ranking over all data sets of one dimension."""
    found = [
        one
        for one in tables["columns"]
        if (one["table"], one["kind"], one["rules"]) == (0, kind, rules) and one["title"].startswith(f"D = {dim},")
    ]
    assert len(found) == 1
    return found[0]


def test_the_tables_of_the_page_are_those_of_lab_tables(pages, visit, tables):
    body = f"""
      const paper = {saved("tables")};
      {chosen("Rules", "default")}
      return [paper, {saved("tables")}];
    """
    for rules, text in zip(("paper", "default"), visit(pages / "lab.html", body)):
        rows = table_of(text)
        wanted = [
            {**method, **{key: one[key] for key in ("table", "rows", "column", "kind", "data_sets")}}
            for one in tables["columns"]
            if one["rules"] == rules
            for method in one["methods"]
        ]
        assert len(rows) == len(wanted) > 0
        for row, one in zip(rows, wanted):
            for key, value in one.items():
                told = row[key] if isinstance(value, str) else float(row[key]) if row[key] else None
                assert told == value, key


def test_published_numbers_stand_beside_ours(pages, visit, tables):
    text = visit(pages / "lab.html", 'return page.textContent("#tables");')
    first = next(one for one in tables["columns"] if one["rules"] == "paper" and one["table"] == 1)
    method = first["methods"][0]
    assert f"{method['mean']:.2f} ± {method['sd']:.2f}" in text
    assert f"{method['published_mean']:.2f} ± {method['published_sd']:.2f}" in text


@pytest.mark.parametrize("dim, rules", [(3, "default"), (10, "paper")])
def test_filters_filter_and_ranks_under_a_filter_are_those_of_the_tables(dim, rules, pages, visit, tables):
    body = f"""
      const before = await page.textContent("#filters .status");
      {chosen("Rules", rules)}
      {chosen("Dimension", dim)}
      await page.waitForTimeout(150);
      const sets = await page.$$eval("#one option", (all) => all.map((one) => one.textContent));
      return {{ before, after: await page.textContent("#filters .status"), sets, ranks: {saved("ranks")}, difference: {saved("difference")} }};
    """
    told = visit(pages / "lab.html", body)
    assert (told["before"], told["after"]) == ("8 data sets of 8.", "4 data sets of 8.")
    assert len(told["sets"]) == 4 and all(name.startswith(f"D = {dim},") for name in told["sets"])
    wanted = ranking(tables, dim, "final", rules)
    means = {one["method"]: one["mean"] for one in wanted["methods"]}
    deviations = {one["method"]: one["sd"] for one in wanted["methods"]}
    for rows in (table_of(told["ranks"]), table_of(told["difference"])):
        assert {row["method"]: float(row["mean_rank"]) for row in rows} == pytest.approx(means, rel=1e-12)
        assert {row["method"]: float(row["sd"]) for row in rows} == pytest.approx(deviations, rel=1e-12)
    for row in table_of(told["difference"]):
        assert float(row["critical_difference"]) == pytest.approx(wanted["critical_difference"], rel=1e-12)
    shares = [[float(value) for key, value in row.items() if key.startswith("share")] for row in table_of(told["ranks"])]
    assert [sum(row) for row in shares] == pytest.approx([1] * 10)


def test_ranks_of_starts_are_those_of_the_tables(pages, visit, tables):
    body = f"""
      {chosen("Dimension", 3)}
      await page.selectOption("#ranks select", "initial");
      return {saved("ranks")};
    """
    means = {one["method"]: one["mean"] for one in ranking(tables, 3, "initial", "paper")["methods"]}
    rows = table_of(visit(pages / "lab.html", body))
    assert {row["method"]: float(row["mean_rank"]) for row in rows} == pytest.approx(means, rel=1e-12)


def test_filters_that_leave_nothing_say_so(pages, visit):
    body = f"""
      {chosen("Noise", "0.1")}
      {chosen("Dimension", 3)}
      {chosen("Weights", "0")}
      const one = await page.textContent("#filters .status");
      await page.waitForTimeout(150);
      return {{ one, label: await page.getAttribute("#difference canvas", "aria-label") }};
    """
    told = visit(pages / "lab.html", body)
    assert told["one"] == "1 data set of 8."
    assert "for 1 data set;" in told["label"]


def test_one_data_set_shows_the_runs_that_the_store_has(pages, visit):
    body = f"""
      const options = await page.$$eval("#one option", (all) => all.map((one) => one.value));
      await page.selectOption("#one select", options[5]);
      await page.click("#runs summary");
      return {{ name: await page.$eval("#one select", (one) => one.selectedOptions[0].textContent), runs: {saved("runs")}, plane: {saved("plane")} }};
    """
    told = visit(pages / "lab.html", body)
    key = json.loads(payload_of(pages / "lab.html"))["sets"][5]
    with sqlite3.connect(pages / "runs.db") as store:
        found = store.execute(
            "SELECT methods.label, seed, initial, final, rounds FROM runs, methods, data_sets "
            "WHERE methods.id = runs.method AND data_sets.id = runs.data_set AND rules = 0 AND key = ?",
            (key,),
        ).fetchall()
    rows = table_of(told["runs"])
    shown = {
        (row["method"], int(row["seed"])): (float(row["initial"]), float(row["final"]), int(row["rounds"])) for row in rows
    }
    assert shown == {(label, seed): tuple(rest) for label, seed, *rest in found}
    assert len(rows) == 20
    assert f"separation {dict(part.split('=') for part in key.split(','))['separation']}," in told["name"]
    plane = table_of(told["plane"])
    assert len(plane) == 500 and {row["component"] for row in plane} > {"0", "19"}


def payload_of(page):
    text = page.read_text()
    begin = text.index('id="payload">') + len('id="payload">')
    return text[begin : text.index("</script>", begin)]


@pytest.mark.parametrize("names", [FIGURES[:3], FIGURES[3:6], FIGURES[6:]], ids=" ".join)  # ten files a visit at most
def test_every_figure_is_saved_as_a_picture_and_as_numbers(names, pages, visit):
    body = f"""
      const told = {{}};
      for (const name of {json.dumps(names)}) {{
        told[name] = [];
        for (const kind of ["SVG", "PNG", "CSV"]) {{
          const file = await saved(`#${{name}} button.export:text-is("${{kind}}")`);
          told[name].push(kind === "PNG" ? file.toString("latin1").slice(0, 8) : file.toString());
        }}
      }}
      return told;
    """
    for svg, png, numbers in visit(pages / "lab.html", body).values():
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert len(list(root.iter(f"{SVG}text"))) > 5
        assert png == "\x89PNG\r\n\x1a\n"
        assert len(table_of(numbers)) >= 10


def test_the_comparison_has_the_numbers_of_json_and_its_advice(pages, visit):
    told = json.loads((pages / "compare.json").read_text())
    body = f"return {{ methods: {saved('standings')}, words: await page.textContent('#summary'), finals: {saved('finals')}, plane: {saved('plane')} }};"
    page = visit(pages / "compare.html", body)
    rows = table_of(page["methods"])
    assert [row["method"] for row in rows] == [one["method"] for one in told["methods"]]
    for row, one in zip(rows, told["methods"]):
        for key, value in one.items():
            assert (row[key] if isinstance(value, str) else float(row[key])) == value, key
    finals = {}
    for row in table_of(page["finals"]):
        finals.setdefault(row["method"], []).append(float(row["value"]))
    for one in told["methods"]:
        assert len(finals[one["method"]]) == 6
        assert max(finals[one["method"]]) == one["best"]
        assert sum(finals[one["method"]]) / 6 == pytest.approx(one["mean"], rel=1e-12)
    assert f"Use {told['recommended']} " in page["words"]
    given = table_of((pages / "faithful.csv").read_text())
    for row, line in zip(table_of(page["plane"]), given):
        assert [float(row[name]) for name in line] == pytest.approx([float(value) for value in line.values()], rel=1e-6)


def test_long_methods_do_not_widen_a_phone(mixseed, pages, visit, tmp_path):
    long = ["adaptive:alpha=0.5/cem:rounds=25/kmeans:rounds=3/cem:rounds=7/em:rounds=200,tol=1e-05", "uniform/em"]
    mixseed("lab", "compare", pages / "faithful.csv", "-k", 3, "--seeds", 5, "--methods", *long, "--report", "long.html", folder=tmp_path)
    body = "return page.evaluate(() => document.documentElement.scrollWidth);"
    assert visit(tmp_path / "long.html", body, width=320) <= 320


def test_hostile_names_stay_text_in_the_laboratory_too(mixseed, visit, tmp_path):
    name = "<img src=x onerror=alert(3)>.csv"
    lines = ['"<script>alert(1)</script>","</script><b>"'] + [f"{i % 7},{i % 5 + 9 * (i % 2)}" for i in range(60)]
    (tmp_path / name).write_text("\n".join(lines) + "\n")
    mixseed("lab", "compare", name, "-k", 2, "--seeds", 2, "--report", "compare.html", folder=tmp_path)
    plan = {"name": "p", "seeds": 2, "methods": ["kmeans++/em", "adaptive/em"], "files": [{"path": name, "name": "</script><b>a=1,b", "components": 2}]}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    mixseed("lab", "run", "plan.json", "--store", "runs.db", "--quiet", folder=tmp_path)
    mixseed("lab", "report", "--store", "runs.db", "-o", "lab.html", folder=tmp_path)
    foreign = 'return [await page.$$eval("img, b", (all) => all.length), await page.textContent("main")];'
    assert visit(tmp_path / "compare.html", foreign)[0] == 0
    count, text = visit(tmp_path / "lab.html", foreign)
    assert count == 0 and "</script><b>a=1,b, K = 2" in text
    assert "rows of this data set are not in the page" in text


def test_one_method_and_a_run_that_fails_are_shown_too(mixseed, visit, tmp_path):
    rows = "\n".join(f"{i % 7},{i % 5 + 9 * (i % 2)}" for i in range(60))
    (tmp_path / "rows.csv").write_text(rows + "\n")
    plan = {"name": "p", "seeds": 2, "methods": ["uniform/em"], "files": [{"path": "rows.csv", "components": [2, 3]}]}
    (tmp_path / "plan.json").write_text(json.dumps(plan))
    mixseed("lab", "run", "plan.json", "--store", "runs.db", "--rules", "default", "--quiet", folder=tmp_path)
    with sqlite3.connect(tmp_path / "runs.db") as store:
        store.execute("UPDATE runs SET error = 'it failed', initial = NULL, final = NULL WHERE seed = 1")
    mixseed("lab", "report", "--store", "runs.db", "-o", "lab.html", folder=tmp_path)
    body = f"return [await page.textContent('#difference .status'), {saved('finals')}, {saved('difference', 'SVG')}];"
    words, finals, svg = visit(tmp_path / "lab.html", body)
    assert "needs two methods; there is one" in words and "NaN" not in svg
    assert [row["value"] == "" for row in table_of(finals)] == [True, False]
