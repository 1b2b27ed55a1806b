"""Rows in parts and in chunks: the same bits as in one array, for every method."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

import mixseed
from mixseed import WINDOW, GaussianMixture, Part
from mixseed._team import shares

from .conftest import blobs
from .spread import EVERY_START, same_model

pytestmark = pytest.mark.filterwarnings("ignore:em did not converge")


@pytest.fixture(scope="module")
def X():
    return blobs(40000, centers=((0, 0, 0), (5, 0, 2), (0, 5, 4)))[0]


def parts_of(X, weights=None, windows=1):
    step = windows * WINDOW
    firsts = range(0, len(X), step)
    return [Part(X[i : i + step], None if weights is None else weights[i : i + step], i) for i in firsts]


def team_of(parts, seed=0):
    """A team that asks its parts in random order, and sometimes asks a pickled copy."""
    random = Random(seed)

    def ask(question):
        asked = random.sample(parts, len(parts))
        if random.random() < 0.2:
            asked[0] = pickle.loads(pickle.dumps(asked[0]))
        return [part.answer(question) for part in asked]

    return mixseed.team(ask)


def odd_chunks(X, weights=None, seed=0):
    lengths = np.random.RandomState(seed).choice([1, 7, 1023, 1025, 16383, 16385, 9000], size=60)
    cuts = np.minimum(np.cumsum([0, *lengths, len(X)]), len(X))
    pairs = [slice(first, last) for first, last in zip(cuts, cuts[1:])]
    return mixseed.chunks([X[one] if weights is None else (X[one], weights[one]) for one in pairs])


@pytest.mark.parametrize("start", EVERY_START)
def test_every_method_gives_the_bits_of_one_array(X, start):
    settings = dict(init_params=start, random_state=3, max_iter=5, tol=0.0)
    alone = GaussianMixture(3, **settings).fit(X)
    same_model(GaussianMixture(3, **settings).fit(team_of(parts_of(X))), alone)
    same_model(GaussianMixture(3, **settings).fit(odd_chunks(X)), alone)
    same_model(GaussianMixture(3, n_jobs=2, **settings).fit(odd_chunks(X, seed=1)), alone)


def test_weights_are_those_of_the_rows(X):
    weights = np.random.RandomState(0).uniform(size=len(X))
    alone = GaussianMixture(3, random_state=0).fit(X, sample_weight=weights)
    same_model(GaussianMixture(3, random_state=0).fit(team_of(parts_of(X, weights))), alone)
    same_model(GaussianMixture(3, random_state=0).fit(odd_chunks(X, weights)), alone)


def test_float32_stays_float32(X):
    narrow = X.astype(np.float32)
    alone = GaussianMixture(3, random_state=0).fit(narrow)
    same_model(GaussianMixture(3, random_state=0).fit(team_of(parts_of(narrow))), alone)
    same_model(GaussianMixture(3, random_state=0).fit(odd_chunks(narrow)), alone)


def test_select_gives_the_choice_and_the_bits_of_one_array(X):
    settings = dict(covariance_type=["EII", "VVV"], random_state=0, init_params="uniform/cem")
    alone = mixseed.select(X, [2, 3, 4], **settings)
    for rows in (team_of(parts_of(X)), odd_chunks(X)):
        chosen = mixseed.select(rows, [2, 3, 4], **settings)
        assert chosen.n_components == alone.n_components
        same_model(chosen.best, alone.best)


def test_a_start_may_be_a_model(X):
    means = X[:3]
    alone = GaussianMixture(3, means_init=means, random_state=0).fit(X)
    for rows in (team_of(parts_of(X)), odd_chunks(X)):
        fitted = GaussianMixture(3, means_init=means, random_state=0).fit(rows)
        same_model(fitted, alone)
        same_model(
            fitted.set_params(means_init=None, warm_start=True).fit(rows),
            alone.set_params(means_init=None, warm_start=True).fit(X),
        )
        alone.set_params(means_init=means, warm_start=False).fit(X)
    with pytest.raises(ValueError, match="shape"):
        GaussianMixture(3, means_init=means[:, :2]).fit(team_of(parts_of(X)))


def test_starts_that_need_the_rows_are_refused(X):
    for settings in ({"init_params": "random_from_data"}, {"labels_init": np.zeros(len(X), int)}, {"missing": "marginal"}):
        with pytest.raises(ValueError, match="array"):
            GaussianMixture(3, **settings).fit(odd_chunks(X))


def test_the_names_of_the_columns_come_along(X):
    parts = parts_of(X)
    rows = mixseed.team(lambda question: [part.answer(question) for part in parts], columns=["a", "b", "c"])
    assert list(GaussianMixture(2, random_state=0).fit(rows).feature_names_in_) == ["a", "b", "c"]


def test_a_row_that_cannot_be_used_is_named(X):
    torn = X.copy()
    torn[20001, 1] = np.nan
    for rows in (team_of(parts_of(torn)), odd_chunks(torn)):
        with pytest.raises(ValueError, match="20001|20002"):
            GaussianMixture(2).fit(rows)


def test_parts_that_are_not_all_rows_are_refused(X):
    parts = parts_of(X)
    for wrong in (parts[1:], [parts[0], *parts], parts[:1] + parts[2:]):
        with pytest.raises(ValueError):
            GaussianMixture(2).fit(mixseed.team(lambda question, wrong=wrong: [part.answer(question) for part in wrong]))
    with pytest.raises(ValueError, match="first row"):
        Part(X[:WINDOW], first_row=5)
    with pytest.raises(ValueError):
        parts[0].answer(b"what is this")


def test_parts_with_other_columns_are_refused(X):
    parts = [Part(X[:WINDOW]), Part(X[WINDOW:, :1], first_row=WINDOW)]
    with pytest.raises(ValueError, match="rows of different lengths"):
        GaussianMixture(2).fit(team_of(parts))


@pytest.mark.parametrize("first_row", [-1, 2**64, 1.5])
def test_the_number_of_a_row_is_a_whole_number(X, first_row):
    with pytest.raises(ValueError, match="first_row: expected a whole number"):
        Part(X[:WINDOW], first_row=first_row)


def test_what_goes_wrong_while_asking_reaches_the_caller(X):
    class Gone(Exception):
        pass

    def ask(question):
        raise Gone("the workers went home")

    with pytest.raises(Gone, match="went home"):
        GaussianMixture(2).fit(mixseed.team(ask))
    with pytest.raises(Gone):
        GaussianMixture(2).fit(mixseed.chunks(Failing(X, Gone)))


class Failing:
    """Chunks that raise the error in the third pass."""

    def __init__(self, X, error):
        self.X, self.error, self.passes = X, error, 0

    def __iter__(self):
        self.passes += 1
        yield self.X[:1000]
        if self.passes > 2:
            raise self.error("no more")
        yield self.X[1000:]


def test_threads_may_answer_at_the_same_time(X):
    parts = parts_of(X)
    with ThreadPoolExecutor(4) as workers:
        rows = mixseed.team(lambda question: list(workers.map(lambda part: part.answer(question), parts)))
        same_model(GaussianMixture(3, random_state=0).fit(rows), GaussianMixture(3, random_state=0).fit(X))


@pytest.mark.parametrize(
    "lengths", [[40000], [1, 9999, 20000, 10000], [16384, 16384, 7232], [5] * 100, [0, 100000, 0], [8192] * 9]
)
@pytest.mark.parametrize("parts", [None, 1, 2, 7])
def test_shares_are_whole_windows_that_hold_every_row_once(lengths, parts):
    given = shares(lengths, parts)
    rows = [(block, row) for share in given for block, first, last in share.slices for row in range(first, last)]
    assert rows == [(block, row) for block, length in enumerate(lengths) for row in range(length)]
    assert all(share.first_row % WINDOW == 0 for share in given)
    sizes = [sum(last - first for _, first, last in share.slices) for share in given]
    assert all(size % WINDOW == 0 for size in sizes[:-1]) and all(sizes)
    assert [share.first_row for share in given] == [sum(sizes[:i]) for i in range(len(sizes))]


def test_few_rows_move_when_blocks_are_larger_than_windows():
    lengths = [100000] * 8
    moved = sum(last - first for share in shares(lengths) for block, first, last in share.slices if block != share.home())
    assert moved <= 8 * WINDOW / 2


def test_rounds_by_hand_are_rounds_of_em(X):
    fitted = mixseed.seed(X, 3, "uniform", random_state=0, order="start")
    model = mixseed.seed(X, 3, "uniform", random_state=0, order="start")
    fitted.set_params(max_iter=8, tol=0.0, warm_start=True).fit(X)
    bounds = []
    for _ in range(8):
        pieces = [mixseed.summarize(rows, model) for rows in np.split(X, [1, 20000])]
        model = mixseed.update(model, mixseed.merge([pieces[0], mixseed.merge(pieces[1:])]))
        bounds.append(model.lower_bound_)
    assert bounds == sorted(bounds)
    np.testing.assert_allclose(model.means_, fitted.means_, rtol=1e-9)
    np.testing.assert_allclose(model.covariances_, fitted.covariances_, rtol=1e-6, atol=1e-9)


def test_summaries_know_weights_and_their_model(X):
    model = mixseed.seed(X, 3, "uniform", random_state=0)
    weights = np.random.RandomState(0).uniform(size=len(X))
    following = mixseed.update(model, mixseed.summarize(X, model, sample_weight=weights))
    assert following.lower_bound_ == pytest.approx(model.score(X, sample_weight=weights), rel=1e-12)
    with pytest.raises(ValueError, match="under one model"):
        mixseed.merge([mixseed.summarize(X, model), mixseed.summarize(X, following)])
    with pytest.raises(ValueError, match="a summary"):
        mixseed.update(model, b"nothing")
    with pytest.raises(ValueError, match="a summary under this model"):
        mixseed.update(mixseed.seed(X, 2, "uniform", random_state=0), mixseed.summarize(X, model))


def other_answers(X):
    """Valid answers from a fit of a table with more columns."""
    wide, answers = Part(np.hstack([X, X])[:WINDOW]), []

    def ask(question):
        answers.append(wide.answer(question))
        return [answers[-1]]

    GaussianMixture(2, random_state=0).fit(mixseed.team(ask))
    return answers


def test_messages_of_another_fit_are_a_value_error(X):
    own = Part(X[:WINDOW])
    for other in other_answers(X):
        with pytest.raises(ValueError, match="another question"):
            GaussianMixture(2).fit(mixseed.team(lambda question, other=other: [other]))
    questions = []

    def ask(question):
        questions.append(question)
        return [Part(np.hstack([X, X])[:WINDOW]).answer(question)]

    GaussianMixture(2, init_params="kmeans++", random_state=0).fit(mixseed.team(ask))
    with pytest.raises(ValueError, match="a question of another fit: .*expected 3 numbers, got 6"):
        for question in questions:
            own.answer(question)


def test_an_answer_of_an_earlier_round_is_a_value_error(X):
    own, answers = Part(X[:WINDOW]), []

    def ask(question):
        answers.append(own.answer(question))
        return [answers[-1 if len(answers) < 8 else -2]]

    with pytest.raises(ValueError, match="got one to another question"):
        GaussianMixture(3, init_params="uniform", tol=0, max_iter=50, random_state=0).fit(mixseed.team(ask))


def test_bytes_that_are_no_text_are_a_value_error(X):
    own = Part(X[:WINDOW])
    for letter in (b"\xff\xfe" * 40, b"mixseed\xff", b""):
        with pytest.raises(ValueError, match="expected a question"):
            own.answer(letter)
