"""Dask: fits have the same bits as a fit of one array, also when workers are lost."""

import os
import signal

import numpy as np
import pytest

import mixseed

dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

from dask import array as da  # noqa: E402

from mixseed.dask import GaussianMixture, team  # noqa: E402

from .conftest import blobs  # noqa: E402
from .spread import EVERY_START, same_model  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:em did not converge")


@pytest.fixture(scope="module")
def client():
    settings = {"distributed.worker.daemon": False, "distributed.admin.log-length": 0}
    with dask.config.set(settings):
        cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        with cluster, distributed.Client(cluster) as client:
            yield client


@pytest.fixture(scope="module")
def X():
    return blobs(40000, centers=((0, 0, 0), (5, 0, 2), (0, 5, 4)))[0]


def spread(X, lengths=(1, 9999, 20000, 10000)):
    return da.from_array(X, chunks=(lengths, X.shape[1]))


@pytest.mark.parametrize("start", EVERY_START)
def test_every_method_gives_the_bits_of_one_array(client, X, start):
    settings = dict(init_params=start, random_state=3, max_iter=5, tol=0.0)
    same_model(GaussianMixture(3, client=client, **settings).fit(spread(X)), mixseed.GaussianMixture(3, **settings).fit(X))


def test_dataframes_bags_and_lists_of_delayed_arrays_are_taken(client, X):
    pandas = pytest.importorskip("pandas")
    from dask import bag, dataframe

    alone = mixseed.GaussianMixture(3, random_state=0)
    named = pandas.DataFrame(X, columns=list("abc"))
    fitted = GaussianMixture(3, client=client, random_state=0).fit(dataframe.from_pandas(named, npartitions=3))
    assert list(fitted.feature_names_in_) == ["a", "b", "c"]
    same_model(fitted, alone.fit(named))
    alone.fit(X)
    pieces = np.array_split(X, 5)
    for rows in (bag.from_sequence(pieces, npartitions=2), [dask.delayed(piece) for piece in pieces]):
        same_model(GaussianMixture(3, client=client, random_state=0).fit(rows), alone)


def test_weights_have_the_partitions_of_the_rows(client, X):
    weights = np.random.RandomState(0).uniform(size=len(X))
    lengths = (1, 9999, 20000, 10000)
    spread_weights = da.from_array(weights, chunks=(lengths,))
    fitted = GaussianMixture(3, client=client, random_state=0).fit(spread(X, lengths), sample_weight=spread_weights)
    same_model(fitted, mixseed.GaussianMixture(3, random_state=0).fit(X, sample_weight=weights))
    with pytest.raises(ValueError, match="expected partitions of"):
        GaussianMixture(3, client=client).fit(spread(X), sample_weight=spread_weights.rechunk(40000))


def test_numbers_of_components_are_chosen_over_a_team(client, X):
    chosen = mixseed.select(team(spread(X), client=client), [2, 3, 4], random_state=0)
    alone = mixseed.select(X, [2, 3, 4], random_state=0)
    assert chosen.n_components == alone.n_components == 3
    same_model(chosen.best, alone.best)


def test_answers_are_lazy_and_those_of_one_array(client, X):
    pandas = pytest.importorskip("pandas")
    from dask import dataframe

    fitted = GaussianMixture(3, client=client, random_state=0).fit(spread(X))
    alone = mixseed.GaussianMixture(3, random_state=0).fit(X)
    for ask in ("predict", "predict_proba", "score_samples"):
        lazy = getattr(fitted, ask)(spread(X))
        assert isinstance(lazy, da.Array) and lazy.shape == getattr(alone, ask)(X).shape
        np.testing.assert_array_equal(lazy.compute(), getattr(alone, ask)(X))
    assert fitted.score(spread(X)).compute() == pytest.approx(alone.score(X), rel=1e-12)
    weights = np.arange(len(X)) % 3.0  # the first block, one row, has none
    weighted = fitted.score(spread(X), sample_weight=da.from_array(weights, chunks=((1, 9999, 20000, 10000),))).compute()
    assert weighted == pytest.approx(alone.score(X, sample_weight=weights), rel=1e-12)
    frame = pandas.DataFrame(X, index=np.arange(len(X)) * 2)
    labels = fitted.predict(dataframe.from_pandas(frame, npartitions=3)).compute()
    np.testing.assert_array_equal(labels.index, frame.index)
    np.testing.assert_array_equal(labels, alone.predict(X))
    np.testing.assert_array_equal(fitted.predict(X), alone.predict(X))


def test_what_is_no_collection_is_refused(client, X):
    with pytest.raises(ValueError, match="expected a Dask array, dataframe or bag"):
        GaussianMixture(2, client=client).fit(X)


def test_rows_that_cannot_be_used_are_named(client, X):
    torn = X.copy()
    torn[20001, 1] = np.nan
    with pytest.raises(ValueError, match="20001|20002"):
        GaussianMixture(2, client=client).fit(spread(torn))


def test_a_killed_worker_changes_no_bit(client, X):
    settings = dict(init_params="uniform", random_state=3, max_iter=30, tol=0.0)
    victim = sorted(client.run(os.getpid).values())[0]
    rows = team(spread(X), client=client)
    asked = []
    ask = rows.ask

    def ask_and_kill(question):
        asked.append(len(question))
        if len(asked) == 10:
            os.kill(victim, signal.SIGKILL)
        return ask(question)

    rows.ask = ask_and_kill
    fitted = mixseed.GaussianMixture(3, **settings).fit(rows)
    assert len(asked) > 20 and victim not in client.run(os.getpid).values()
    same_model(fitted, mixseed.GaussianMixture(3, **settings).fit(X))


def test_a_cluster_without_workers_is_an_error_and_no_hang(X, monkeypatch):
    monkeypatch.setattr("mixseed.dask.PATIENCE", 0.3)
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        with pytest.raises(RuntimeError, match="no worker"):
            GaussianMixture(3, client=client).fit(spread(X))
