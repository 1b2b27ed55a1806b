"""From the same start, EM agrees with scikit-learn to 1e-9, and so do predictions and scores of a model."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

ROUNDS = 20
AGREE = 1e-9
OURS = {"full": "full", "tied": "tied", "diag": "diagonal", "spherical": "spherical"}
TYPES = list(OURS)


def blobs(dim, components, rows=600, seed=0):
    """Overlapping groups of different sizes and shapes, far from the origin."""
    random = np.random.default_rng([seed, dim, components])
    centers = random.normal(scale=3, size=(components, dim))
    shapes = random.normal(size=(components, dim, dim)) / np.sqrt(dim) + np.eye(dim)
    labels = random.choice(components, size=rows, p=random.dirichlet(np.full(components, 5.0)))
    return 10 + centers[labels] + np.einsum("nij,nj->ni", shapes[labels], random.normal(size=(rows, dim)))


def start_of(X, components, kind, seed=1):
    """A start that is not an optimum: rows as means, the data's covariance scaled differently for each component."""
    random = np.random.default_rng(seed)
    weights = random.dirichlet(np.full(components, 10.0))
    means = X[random.choice(len(X), size=components, replace=False)]
    data = np.cov(X.T).reshape(X.shape[1], X.shape[1])
    sizes = random.uniform(0.3, 1.0, size=components)
    if kind == "tied":
        return weights, means, 0.5 * data
    if kind == "full":
        return weights, means, sizes[:, None, None] * data
    if kind == "diag":
        return weights, means, sizes[:, None] * np.diag(data)
    return weights, means, sizes * np.diag(data).mean()


def precisions(covariances, kind):
    return np.linalg.inv(covariances) if kind in ("full", "tied") else 1 / covariances


def theirs_after(X, start, kind):
    weights, means, covariances = start
    peer = GaussianMixture(
        n_components=len(weights),
        covariance_type=kind,
        reg_covar=0,
        tol=0,
        max_iter=ROUNDS,
        init_params="random",
        random_state=0,
        weights_init=weights,
        means_init=means,
        precisions_init=precisions(covariances, kind),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return peer.fit(X)


def ours_after(program, rows, start, kind, *more):
    program.save("start.json", OURS[kind], *start)
    data = program.keep("data.npy", rows)
    method = f"em:rounds={ROUNDS},tol=0,covariance={OURS[kind]}"
    report, model = program.fit(data, "--start", "start.json", "--method", method, "--resolution", "0", *more)
    assert report["repairs"]["total"] == 0, "a repair would make the comparison meaningless"
    return report, model


def distance(ours, theirs):
    """The largest difference, relative to the largest number."""
    assert ours.shape == theirs.shape
    return np.abs(ours - theirs).max() / np.abs(theirs).max()


def distances(report, model, peer, X):
    found = {key: distance(model[key], getattr(peer, key + "_")) for key in ("weights", "means")}
    pairs = [(model["covariances"], peer.covariances_)]
    if peer.covariance_type != "tied":
        pairs = zip(model["covariances"], peer.covariances_)
    found["covariances"] = max(distance(a, b) for a, b in pairs)
    found["log-likelihood"] = abs(report["final"]["log_likelihood"] / peer.score(X) - 1)
    return found


def disagreements(*facts):
    return {name: value for name, value in distances(*facts).items() if not value < AGREE}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("components", [1, 3, 8])
@pytest.mark.parametrize("dim", [1, 2, 5, 10])
def test_twenty_rounds_of_em_end_where_scikit_learn_ends(program, dim, components, kind):
    X = blobs(dim, components, rows=600 + 25 * dim * components)  # enough to keep every component regular
    start = start_of(X, components, kind)
    report, model = ours_after(program, X, start, kind)
    assert disagreements(report, model, theirs_after(X, start, kind), X) == {}


@pytest.mark.parametrize("kind", TYPES)
def test_em_on_iris_ends_where_scikit_learn_ends(program, kind):
    X = load_iris().data
    start = start_of(X, 3, kind)
    report, model = ours_after(program, X, start, kind)
    assert disagreements(report, model, theirs_after(X, start, kind), X) == {}


@pytest.mark.parametrize("kind", TYPES)
def test_numbers_of_four_bytes_are_computed_with_as_if_they_had_eight(program, kind):
    rows = blobs(5, 3, seed=7).astype(np.float32)
    X = rows.astype(np.float64)
    start = start_of(X, 3, kind)
    report, model = ours_after(program, rows, start, kind)
    assert disagreements(report, model, theirs_after(X, start, kind), X) == {}


@pytest.mark.parametrize("kind", TYPES)
def test_integer_weights_mean_what_repeated_rows_mean_to_scikit_learn(program, kind):
    X = blobs(4, 3, rows=300, seed=3)
    counts = np.random.default_rng(5).integers(0, 5, size=len(X))
    start = start_of(X, 3, kind)
    weights = program.keep("weights.npy", counts.astype(float)[:, None])
    report, model = ours_after(program, X, start, kind, "--weights", weights)
    repeated = np.repeat(X, counts, axis=0)
    peer = theirs_after(repeated, start, kind)
    assert disagreements(report, model, peer, repeated) == {}
    assert report["bic"] == pytest.approx(peer.bic(repeated), rel=AGREE)
    assert report["aic"] == pytest.approx(peer.aic(repeated), rel=AGREE)


@pytest.mark.parametrize("kind", TYPES)
def test_the_trace_holds_the_log_likelihood_of_every_round(program, kind):
    X = blobs(3, 3, seed=2)
    start = start_of(X, 3, kind)
    ours_after(program, X, start, kind, "--trace", "trace.csv")
    lines = [line.split(",") for line in (program.folder / "trace.csv").read_text().splitlines()]
    objective = lines[0].index("objective")
    ours = np.array([float(line[objective]) for line in lines[1:]])
    assert len(ours) == ROUNDS + 1
    peer = GaussianMixture(3, covariance_type=kind, reg_covar=0, tol=0, max_iter=1, init_params="random",
                           random_state=0, weights_init=start[0], means_init=start[1],
                           precisions_init=precisions(start[2], kind), warm_start=True)  # fmt: skip
    theirs = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        for _ in range(ROUNDS):
            theirs.append(peer.fit(X).lower_bound_)
    theirs.append(peer.score(X))
    assert distance(ours, np.array(theirs)) < AGREE


@pytest.fixture(params=TYPES)
def shared(request, program):
    """A model fitted by scikit-learn, in both programs, and new rows."""
    X = blobs(3, 4, seed=11)
    peer = theirs_after(X[:400], start_of(X, 4, request.param), request.param)
    program.save("model.json", OURS[request.param], peer.weights_, peer.means_, peer.covariances_)
    program.keep("rows.npy", X)
    return peer, X


def test_predict_gives_every_row_the_same_component(program, shared):
    peer, X = shared
    ours = program.table("predict", "model.json", "rows.npy")[:, 0]
    assert (ours == peer.predict(X)).all()


def test_predict_proba_gives_the_same_probabilities(program, shared):
    peer, X = shared
    ours = program.table("predict", "model.json", "rows.npy", "--proba")
    assert np.abs(ours - peer.predict_proba(X)).max() < AGREE


def test_score_gives_every_row_the_same_log_density(program, shared):
    peer, X = shared
    ours = program.table("score", "model.json", "rows.npy", "--rows")[:, 0]
    assert distance(ours, peer.score_samples(X)) < AGREE


def test_score_bic_and_aic_are_the_same(program, shared):
    peer, X = shared
    ours = program.json("score", "model.json", "rows.npy")
    theirs = {"log_likelihood": peer.score(X), "bic": peer.bic(X), "aic": peer.aic(X)}
    assert {name: ours[name] for name in theirs} == pytest.approx(theirs, rel=AGREE)
