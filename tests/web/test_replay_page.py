"""The replay: plays, steps by keyboard, and describes every step."""

import csv
import io
import json


def payload_of(page):
    text = page.read_text()
    begin = text.index('id="payload">') + len('id="payload">')
    return json.loads(text[begin : text.index("</script>", begin)])


def test_two_methods_stand_side_by_side_with_their_steps_and_rounds(pages):
    told = payload_of(pages / "replay.html")
    assert [one["method"].split("/")[0].split(":")[0] for one in told["replays"]] == ["adaptive", "kmeans++"]
    adaptive, plus = ([scene["stage"] for scene in one["scenes"]] for one in told["replays"])
    assert (adaptive.count("adaptive"), plus.count("kmeans++")) == (3, 4)
    assert adaptive[3:] == ["em"] * (len(adaptive) - 3)
    assert sorted(set(plus), key=plus.index) == ["kmeans++", "kmeans", "em"]


def test_the_keyboard_steps_and_the_caption_says_what_is_seen(pages, visit):
    body = """
      const told = [];
      const say = async () => told.push([await page.textContent(".place"), await page.textContent("#stage1 .caption")]);
      await say();
      for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
        await page.keyboard.press(key);
        await say();
      }
      return told;
    """
    told = visit(pages / "replay.html", body)
    replays = payload_of(pages / "replay.html")["replays"]
    length = max(len(one["scenes"]) for one in replays)
    assert [place for place, _ in told] == [f"{at} / {length}" for at in (1, 2, 3, 2, length, 1)]
    assert "kmeans++ has 0 of 4 components" in told[0][1]
    assert "0.00368" in told[0][1]  # 1 / 272
    probability = replays[1]["scenes"][1]["probabilities"][0]
    assert f"{probability:.3g}" in told[1][1]
    assert "This is the end" in told[4][1]
    assert told[5] == told[0]


def test_it_plays_to_the_end_and_pauses(pages, visit):
    body = """
      await page.selectOption(".player select", "150");
      await page.keyboard.press(" ");
      const playing = await page.textContent("#play");
      await page.waitForFunction(() => document.querySelector(".place").textContent.startsWith("4 /"));
      await page.keyboard.press(" ");
      const held = await page.textContent(".place");
      await page.waitForTimeout(500);
      const same = (await page.textContent(".place")) === held;
      await page.keyboard.press(" ");
      await page.waitForFunction(() => document.querySelector("#play").textContent === "Play", null, { timeout: 60000 });
      return { playing, same, end: await page.textContent(".place") };
    """
    told = visit(pages / "replay.html", body)
    length = max(len(one["scenes"]) for one in payload_of(pages / "replay.html")["replays"])
    assert told == {"playing": "Pause", "same": True, "end": f"{length} / {length}"}


def test_shading_is_the_distribution_that_the_row_was_drawn_from(pages, visit):
    body = """
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(150);
      return (await saved('#stage1 button.export:text-is("CSV")')).toString();
    """
    rows = list(csv.reader(io.StringIO(visit(pages / "replay.html", body))))[1:]
    shares = [float(row[2]) for row in rows]
    assert abs(sum(shares) - 1) < 1e-9
    told = payload_of(pages / "replay.html")["replays"][1]["scenes"][1]["probabilities"][0]
    assert min(abs(share - told) for share in shares) < 1e-4 * told


def test_a_method_with_short_runs_shows_its_starts_and_says_what_a_fit_does(mixseed, pages, visit, tmp_path):
    data = pages / "faithful.csv"
    mixseed("fit", data, "-k", 2, "--replay", "auto.html", "--replay-with", "uniform/em", folder=tmp_path)
    told = payload_of(tmp_path / "auto.html")["replays"]
    assert [one["method"].split("/")[-1].split(":")[0] for one in told] == ["em"] * len(told)
    assert len(told) > 2 and not any("/or/" in one["method"] for one in told)
    assert [one["tries"] > 0 for one in told] == [True] * (len(told) - 1) + [False]
    words = visit(tmp_path / "auto.html", 'return page.textContent(".short-runs");')
    assert f"{told[0]['tries']} tries in turn on a sample of {told[0]['sample']} rows" in words
    assert visit(pages / "replay.html", 'return page.$$eval(".short-runs", (all) => all.length);') == 0
