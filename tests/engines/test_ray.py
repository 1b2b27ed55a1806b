"""Ray: the same bits and model files as one array, also when actors are lost."""

import os
import signal

import numpy as np
import pytest

import mixseed

ray = pytest.importorskip("ray")

from python.conftest import blobs  # noqa: E402
from python.spread import EVERY_START, same_model  # noqa: E402

from mixseed.ray import GaussianMixture, team  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:em did not converge")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    os.environ.setdefault("RAY_worker_niceness", "0")  # 15 otherwise, which starves them where tests run side by side
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def X():
    return blobs(40000, centers=((0, 0, 0), (5, 0, 2), (0, 5, 4)))[0]


def spread(X, cuts=(1, 10000, 30000)):
    return [ray.put(rows) for rows in np.split(X, cuts)]


@pytest.fixture(scope="module")
def held(X):
    """Two actors shared by many tests, because starting them takes longer than a fit."""
    return team(spread(X), workers=2)


@pytest.mark.parametrize("start", EVERY_START)
def test_every_method_gives_the_bits_of_one_array(X, held, start):
    settings = dict(init_params=start, random_state=3, max_iter=5, tol=0.0)
    same_model(GaussianMixture(3, **settings).fit(held), mixseed.GaussianMixture(3, **settings).fit(X))


def test_weights_are_references_too(X):
    weights = np.random.RandomState(0).uniform(size=len(X))
    fitted = GaussianMixture(3, workers=2, random_state=0).fit(spread(X), sample_weight=spread(weights))
    same_model(fitted, mixseed.GaussianMixture(3, random_state=0).fit(X, sample_weight=weights))


def test_a_data_set_is_taken_with_its_names(X):
    data = ray.data.from_blocks([named(rows) for rows in np.split(X, [1, 30000])])
    fitted = GaussianMixture(3, workers=2, random_state=0).fit(data)
    assert list(fitted.feature_names_in_) == ["a", "b", "c"]
    same_model(fitted, mixseed.GaussianMixture(3, random_state=0).fit(named(X)))


def named(rows):
    import pandas

    return pandas.DataFrame(rows, columns=["a", "b", "c"])


def test_answers_are_those_of_one_array(X):
    fitted = GaussianMixture(3, workers=2, random_state=0).fit(spread(X))
    alone = mixseed.GaussianMixture(3, random_state=0).fit(X)
    for ask in ("predict", "predict_proba", "score_samples"):
        np.testing.assert_array_equal(np.concatenate(ray.get(getattr(fitted, ask)(spread(X)))), getattr(alone, ask)(X))
    assert fitted.score(spread(X)) == pytest.approx(alone.score(X), rel=1e-12)
    weights = np.arange(len(X)) % 3.0
    weighted = fitted.score(spread(X), sample_weight=spread(weights))
    assert weighted == pytest.approx(alone.score(X, sample_weight=weights), rel=1e-12)
    assert weighted != pytest.approx(alone.score(X), rel=1e-6)


def test_a_killed_actor_changes_no_bit(X):
    settings = dict(init_params="uniform", random_state=3, max_iter=30, tol=0.0)
    rows = team(spread(X), workers=2)
    asked = []
    ask = rows.ask

    def ask_and_kill(question):
        asked.append(len(question))
        if len(asked) == 10:
            os.kill(ray.get(rows.actors[0].__ray_call__.remote(lambda actor: os.getpid())), signal.SIGKILL)
        return ask(question)

    rows.ask = ask_and_kill
    fitted = mixseed.GaussianMixture(3, **settings).fit(rows)
    assert len(asked) > 20
    same_model(fitted, mixseed.GaussianMixture(3, **settings).fit(X))


def test_what_is_not_in_the_cluster_is_refused(X):
    with pytest.raises(ValueError, match="references to arrays"):
        GaussianMixture(2).fit(X)
