"""Claims about every page that the program writes."""

import pytest

PAGES = ["choice.html", "iris.html", "one.html", "replay.html", "lab.html", "compare.html"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_its_figures_without_an_error_or_a_request(name, pages, visit):
    drawn = """
      return page.$$eval("canvas", (all) => all.map((one) => {
        const data = one.getContext("2d").getImageData(0, 0, one.width, one.height).data;
        return new Set(new Uint32Array(data.buffer)).size;
      }));
    """
    colours = visit(pages / name, drawn)
    assert len(colours) >= 2
    assert min(colours) > 5, "a figure is empty"


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_and_contrast_pass_axe(name, scheme, pages, visit):
    assert visit(pages / name, "return complaints();", scheme=scheme) == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_has_no_sideways_scroll(name, width, pages, visit):
    assert visit(pages / name, "return page.evaluate(() => document.documentElement.scrollWidth);", width=width) <= width


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [390, 900])
def test_no_header_of_a_table_breaks_inside_a_short_word(name, width, pages, visit):
    """A word of at most ten letters has one rectangle, so it is on one line."""
    broken = """
      return page.$$eval("thead th", (all) => all.flatMap((head) => {
        const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
        const words = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const found of node.data.matchAll(/\\w+/g)) {
            const range = document.createRange();
            range.setStart(node, found.index);
            range.setEnd(node, found.index + found[0].length);
            if (found[0].length <= 10 && range.getClientRects().length > 1) words.push(found[0]);
          }
        }
        return words;
      }));
    """
    assert visit(pages / name, broken, width=width) == []


def test_light_and_dark_have_different_grounds(pages, visit):
    ground = "return page.evaluate(() => getComputedStyle(document.body).backgroundColor);"
    assert visit(pages / "one.html", ground) != visit(pages / "one.html", ground, scheme="dark")


def test_the_policy_lets_no_request_and_no_other_script_through(pages, visit, tmp_path):
    page = tmp_path / "changed.html"
    text = (pages / "one.html").read_text()
    page.write_text(text.replace("</main>", "</main><script>window.intruder = 1</script>", 1))
    assert "connect-src" not in text and "default-src 'none'" in text
    # The refusals are console errors, so the visit itself fails, and says why.
    with pytest.raises(AssertionError, match="Content Security Policy"):
        visit(page, "return page.evaluate(() => window.intruder ?? null);")
    with pytest.raises(AssertionError, match="Content Security Policy"):
        visit(pages / "one.html", "return page.evaluate(() => fetch('data:text/plain,x').then(() => 1, () => 0));")
