"""The page that replays how a start was found."""

import html
import json
import re

import numpy as np
import pytest

import mixseed


def rows():
    random = np.random.RandomState(0)
    return np.concatenate([random.normal(size=(60, 2)) + center for center in (0, 7, 14)])


def payload_of(page):
    return json.loads(re.search(r'id="payload">(.*?)</script>', page, re.DOTALL).group(1))


def test_a_replay_shows_every_method_on_the_same_rows():
    told = payload_of(mixseed.replay(rows(), 3, ["adaptive/em", "kmeans++/kmeans/em"], random_state=1, title="x").html)
    assert told["source"] == "x"
    assert told["points"]["all"] == 180
    assert [one["method"].split(":")[0].split("/")[0] for one in told["replays"]] == ["adaptive", "kmeans++"]
    assert [one["components"] for one in told["replays"]] == [3, 3]


def test_a_replay_ends_where_the_fit_of_the_same_seed_ends():
    X = rows()
    told = payload_of(mixseed.replay(X, 3, "kmeans++/em", random_state=5).html)
    mixture = mixseed.GaussianMixture(3, init_params="kmeans++", random_state=5, tol=1e-5, max_iter=200).fit(X)
    assert told["replays"][0]["scenes"][-1]["objective"] == pytest.approx(mixture.lower_bound_, abs=1e-12)


def test_a_replay_keeps_the_names_of_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(rows(), columns=["<b>left", "right"])
    assert payload_of(mixseed.replay(frame, 2, random_state=0).html)["columns"] == ["<b>left", "right"]


def test_a_replay_is_saved_and_shown_in_notebooks(tmp_path):
    shown = mixseed.replay(rows(), 2, "uniform", random_state=0)
    shown.save(tmp_path / "replay.html")
    assert (tmp_path / "replay.html").read_text() == shown.html
    inside = re.fullmatch(r'<iframe [^>]*srcdoc="([^"]*)"></iframe>', shown._repr_html_()).group(1)
    assert html.unescape(inside) == shown.html


def test_what_cannot_be_replayed_is_said(tmp_path):
    with pytest.raises(ValueError, match="seeder"):
        mixseed.replay(rows(), 2, "em")
    with pytest.raises(ValueError, match="at least one"):
        mixseed.replay(rows(), 2, [])
    with pytest.raises(OSError, match="absent"):
        mixseed.replay(rows(), 2).save(tmp_path / "absent" / "replay.html")
