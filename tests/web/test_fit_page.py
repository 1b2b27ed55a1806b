"""The page of a fit: its numbers, its links between plot and table, its exports."""

import csv
import io
import json
import struct
import xml.etree.ElementTree as ElementTree

import pytest


def table_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def saved(name, kind):
    return f"""(await saved('#{name} button.export:text-is("{kind}")'))"""


def test_the_numbers_of_the_page_are_those_of_json_and_of_the_model(pages, visit):
    told, model = json.loads((pages / "iris.told.json").read_text()), json.loads((pages / "iris.json").read_text())
    body = f"""
      const components = {saved("components", "CSV")}.toString(), traces = {saved("traces", "CSV")}.toString();
      const ends = {saved("ends", "CSV")}.toString();
      return {{ components, traces, ends, summary: await page.textContent("#summary") }};
    """
    page = visit(pages / "iris.html", body)
    components = table_of(page["components"])
    assert [float(row["weight"]) for row in components] == pytest.approx(model["weights"], rel=1e-12)
    names = model["columns"]
    for row, mean, covariance in zip(components, model["means"], model["covariances"]):
        assert [float(row[f"{name}.mean"]) for name in names] == pytest.approx(mean, rel=1e-12)
        deviations = [covariance[j][j] ** 0.5 for j in range(len(names))]
        assert [float(row[f"{name}.sd"]) for name in names] == pytest.approx(deviations, rel=1e-12)
    ends = {int(row["restart"]): float(row["log_likelihood"]) for row in table_of(page["ends"])}
    assert ends == {one["restart"]: one["final"]["log_likelihood"] for one in told["restarts"]}
    rounds = [row for row in table_of(page["traces"]) if row["stage"] == "em"]
    for one in told["restarts"]:
        own = [float(row["objective"]) for row in rounds if int(row["restart"]) == one["restart"]]
        assert (own[0], own[-1]) == (one["initial"]["log_likelihood"], one["final"]["log_likelihood"])
    assert f"{told['final']['log_likelihood']:.6f}"[:8] in page["summary"]
    assert f"{told['bic']:.4f}"[:7] in page["summary"]
    assert told["method"] in page["summary"]


def test_the_page_gives_the_advice_the_steps_and_the_rows_that_the_command_line_gives(mixseed, visit, tmp_path):
    lines = [f"{0 if i % 2 else 20 + i % 61 / 7},{i % 89},{i % 97 / 9.7}" for i in range(600)]
    (tmp_path / "counts.csv").write_text("\n".join(["zeros,count,size", *lines]) + "\n")
    told = json.loads(mixseed("fit", tmp_path / "counts.csv", "-k", 2, "--json", "--report", "page.html", folder=tmp_path))
    assert len(told["advice"]) == 1 and "zeros" in told["advice"][0] and told["resolution"][1] == 1
    body = f"""
      return {{ summary: await page.textContent("#summary"), components: {saved("components", "CSV")}.toString() }};
    """
    page = visit(tmp_path / "page.html", body)
    assert told["advice"][0] in page["summary"]
    assert "1: count" in page["summary"]
    rows = [float(row["rows"]) for row in table_of(page["components"])]
    assert rows == pytest.approx(told["effective_rows"]) and sum(rows) == pytest.approx(600)
    assert str(tmp_path) not in (tmp_path / "page.html").read_text(), "a page that is passed on names no folders"


def test_collapsed_components_get_remedies_and_no_call_for_restarts(mixseed, visit, tmp_path):
    lines = [f"{i * 37 % 101 / 10},{i * 53 % 97 / 10}" for i in range(200)] + [f"{90 + i},{90 + i * 1.001}" for i in range(6)]
    (tmp_path / "thin.csv").write_text("\n".join(["a,b", *lines]) + "\n")
    words = ("-k", 2, "--method", "gonzalez/em", "--restarts", 3, "--json", "--report", "page.html")
    assert json.loads(mixseed("fit", "thin.csv", *words, folder=tmp_path))["collapsed"] == 1
    summary = visit(tmp_path / "page.html", 'return page.textContent("#summary");')
    assert "1 of 2 components have collapsed" in summary and "Fewer components" in summary
    assert "ore restarts" not in summary


def test_the_last_column_and_the_legend_are_within_the_page(mixseed, visit, tmp_path):
    names = "mean_radius,worst_concave_points,sepal_length,petal_width_cm,texture,area_error,smoothness,symmetry"
    lines = [",".join(f"{(i * (j + 7) * 31) % 101 / 7.3 + 40 * (i % 2):.4f}" for j in range(8)) for i in range(300)]
    (tmp_path / "wide.csv").write_text("\n".join([names, *lines]) + "\n")
    words = ("-k", "1..2", "--method", "kmeans++/em", "--covariance", "all", "--report", "page.html")
    mixseed("fit", "wide.csv", *words, folder=tmp_path)
    body = f"""
      const svg = {saved("choice", "SVG")}.toString();
      const clipped = await page.$eval("#components .scrolling", (one) => one.scrollWidth - one.clientWidth);
      return {{ clipped, svg }};
    """
    wide = visit(tmp_path / "page.html", body, width=1280)
    assert wide["clipped"] <= 0
    root = ElementTree.fromstring(visit(tmp_path / "page.html", body, width=400)["svg"])
    chosen = [one for one in root.iter("{http://www.w3.org/2000/svg}text") if one.text == "chosen"]
    assert float(chosen[0].get("x")) + 40 < float(root.get("width"))


def test_the_choice_of_the_model_has_every_candidate(pages, visit):
    rows = table_of(visit(pages / "choice.html", f"return {saved('choice', 'CSV')}.toString();"))
    assert [int(row["components"]) for row in rows] == [1, 2, 3, 4]
    assert [row["components"] for row in rows if row["chosen"] == "true"] == ["2"]
    assert min(rows, key=lambda row: float(row["bic"]))["components"] == "2"


def test_families_that_are_stored_alike_are_curves_of_their_own(mixseed, pages, visit, tmp_path):
    words = ("-k", "1..2", "--covariance", "VVE,full", "--restarts", 2, "--json")
    told = json.loads(mixseed("fit", pages / "faithful.csv", *words, "--report", "page.html", folder=tmp_path))
    body = f"return [{saved('choice', 'CSV')}.toString(), await page.textContent('#summary .lead')];"
    numbers, lead = visit(tmp_path / "page.html", body)
    candidates = told["selection"]["candidates"]
    assert [(row["covariance"], int(row["components"]), float(row["bic"])) for row in table_of(numbers)] == [
        (one["covariance"], one["components"], one["bic"]) for one in candidates
    ]
    assert len({one["covariance"] for one in candidates}) == 2
    assert f"with {told['covariance']} covariance" in lead


def test_a_few_rows_far_out_do_not_press_the_others_together_and_are_counted(mixseed, visit, tmp_path):
    lines = [f"{i % 97 / 10 + 30 * (i % 2)},{i % 89 / 9}" for i in range(4000)] + ["1e6,1e6"]
    (tmp_path / "far.csv").write_text("\n".join(["a,b", *lines]) + "\n")
    mixseed("fit", "far.csv", "-k", 2, "--method", "kmeans++/em", "--report", "page.html", folder=tmp_path)
    words = visit(tmp_path / "page.html", 'return page.textContent("#rows .status");')
    assert "1 row is outside of the picture" in words


def test_the_rows_that_are_saved_are_the_rows_of_the_file(pages, visit):
    rows = table_of(visit(pages / "choice.html", f"return {saved('rows', 'CSV')}.toString();"))
    given = table_of((pages / "faithful.csv").read_text())
    assert len(rows) == len(given)
    for row, line in zip(rows, given):
        for name in line:
            assert float(row[name]) == pytest.approx(float(line[name]), rel=1e-6)
        assert row["component"] in ("0", "1")


def test_svg_and_png_are_valid_pictures(pages, visit):
    body = f"""
      return [{saved("rows", "SVG")}.toString(), {saved("rows", "PNG")}.toString("base64").slice(0, 48)];
    """
    svg, png = visit(pages / "iris.html", body)
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    dots = [path.get("d") for path in root.iter("{http://www.w3.org/2000/svg}path") if "h0" in path.get("d")]
    assert sum(path.count("M") for path in dots) == 150
    import base64

    head = base64.b64decode(png)
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:24])[0] == 2 * int(float(root.get("width")))


def test_pointing_at_a_row_of_the_table_singles_it_out_in_the_plot_and_back(pages, visit):
    body = """
      const picture = () => page.$eval("#rows canvas", (one) => one.toDataURL());
      const settle = () => page.waitForTimeout(150);
      const before = await picture();
      await page.hover("tr[data-component='1']");
      await settle();
      const hovered = await picture();
      await page.mouse.move(2, 2);
      await settle();
      const after = await picture();
      // A sweep over the plot meets the components one after the other.
      await page.$eval("#rows canvas", (one) => one.scrollIntoView({ block: "center" }));
      const box = await (await page.$("#rows canvas")).boundingBox();
      const met = new Set();
      for (let i = 1; i < 40 && met.size < 3; i++) for (let j = 1; j < 30; j++) {
        await page.mouse.move(box.x + (box.width * i) / 40, box.y + (box.height * j) / 30);
        const pointed = await page.$("tr.pointed");
        if (pointed) met.add(await pointed.getAttribute("data-component"));
      }
      await page.click("tr[data-component='2'] button");
      const pressed = await page.$$eval(".component", (all) => all.map((one) => one.getAttribute("aria-pressed")));
      return { changed: before !== hovered, back: before === after, met: [...met].sort(), pressed };
    """
    told = visit(pages / "iris.html", body)
    assert told == {"changed": True, "back": True, "met": ["0", "1", "2"], "pressed": ["false", "false", "true"]}


def test_the_plot_can_be_zoomed_and_seen_from_elsewhere_by_keyboard(pages, visit):
    body = """
      const picture = () => page.$eval("#rows canvas", (one) => one.toDataURL());
      const seen = [await picture()];
      await page.focus("#rows canvas");
      for (const key of ["+", "ArrowLeft", "0"]) {
        await page.keyboard.press(key);
        await page.waitForTimeout(120);
        seen.push(await picture());
      }
      await page.selectOption("#rows select >> nth=0", "principal");
      await page.waitForTimeout(120);
      const label = await page.getAttribute("#rows canvas", "aria-label");
      return { different: new Set(seen).size, home: seen[0] === seen[3], label };
    """
    told = visit(pages / "iris.html", body)
    assert told["different"] == 3 and told["home"]
    assert "principal component 1" in told["label"]


HOSTILE = ["<script>alert(1)</script>", "</script><img src=x onerror=alert(2)>", "a&amp;\"b'", "</title><b>"]


def test_hostile_names_stay_text(mixseed, visit, tmp_path):
    name = "<img src=x onerror=alert(3)>.csv"
    lines = [",".join('"' + one.replace('"', '""') + '"' for one in HOSTILE)]
    lines += [",".join(str((i * (j + 3)) % 17 + 20 * (i % 2)) for j in range(4)) for i in range(60)]
    (tmp_path / name).write_text("\n".join(lines) + "\n")
    mixseed("fit", name, "-k", 2, "--restarts", 2, "--report", "page.html", "--replay", "replay.html", folder=tmp_path)
    body = f"""
      const foreign = await page.$$eval("img, b, script:not([id]):not(:last-of-type)", (all) => all.length);
      const text = await page.evaluate(() => document.body.innerText);
      const picks = await page.$$eval("option", (all) => all.map((one) => one.textContent));
      return {{ foreign, title: await page.textContent("h1"), picks, svg: {saved("pairs", "SVG")}.toString() }};
    """
    told = visit(tmp_path / "page.html", body)
    assert told["foreign"] == 0
    assert told["title"] == name
    assert set(HOSTILE) <= set(told["picks"])
    texts = [one.text for one in ElementTree.fromstring(told["svg"]).iter("{http://www.w3.org/2000/svg}text")]
    assert any(text.startswith("<script>") for text in texts)
    assert visit(tmp_path / "replay.html", 'return page.textContent("h1");') == name


def test_many_rows_are_sampled_and_the_page_says_so(mixseed, visit, tmp_path):
    lines = [f"{i % 97 / 10 + 30 * (i % 2)},{i % 89 / 9}" for i in range(120_000)]
    (tmp_path / "many.csv").write_text("\n".join(["a,b", *lines]) + "\n")
    mixseed("fit", "many.csv", "-k", 2, "--report", "page.html", folder=tmp_path)
    told = visit(tmp_path / "page.html", 'return page.textContent("main");')
    assert "sample of 100,000 rows out of 120,000" in told
    assert "120,000 rows of 2 columns" in told


def test_ten_thousand_rows_of_ten_columns_take_at_most_a_megabyte_and_a_half(mixseed, tmp_path):
    mixseed("generate", "--rows", 10_000, "--dim", 10, "-k", 5, "-o", "rows.csv", folder=tmp_path)
    mixseed("fit", "rows.csv", "-k", 5, "--restarts", 10, "--report", "page.html", folder=tmp_path)
    assert (tmp_path / "page.html").stat().st_size <= 1_500_000
