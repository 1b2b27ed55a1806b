"""missing='marginal': EM over the observed values, compared with a plain implementation in numpy."""

import numpy as np
import pytest

import mixseed
from mixseed import GaussianMixture


def plain_step(X, weights, means, covariances):
    """One round of EM over the observed values; the last item returned is the log-likelihood before it."""
    K, D = means.shape
    mass, first, second, total = np.zeros(K), np.zeros((K, D)), np.zeros((K, D, D)), 0.0
    for seen in np.unique(~np.isnan(X), axis=0):
        rows = X[(~np.isnan(X) == seen).all(axis=1)]
        terms, filled, rest = np.zeros((len(rows), K)), [], []
        for k in range(K):
            y = rows[:, seen] - means[k][seen]
            own, across = covariances[k][np.ix_(seen, seen)], covariances[k][np.ix_(~seen, seen)]
            inverse = np.linalg.inv(own)
            distances = np.einsum("ij,jl,il->i", y, inverse, y)
            terms[:, k] = np.log(weights[k]) - 0.5 * (distances + np.linalg.slogdet(2 * np.pi * own)[1])
            whole, uncertain = rows.copy(), np.zeros((D, D))
            whole[:, ~seen] = means[k][~seen] + y @ inverse @ across.T
            uncertain[np.ix_(~seen, ~seen)] = covariances[k][np.ix_(~seen, ~seen)] - across @ inverse @ across.T
            filled.append(whole)
            rest.append(uncertain)
        log_densities = np.logaddexp.reduce(terms, axis=1)
        total += log_densities.sum()
        for k, shares in enumerate(np.exp(terms - log_densities[:, None]).T):
            mass[k] += shares.sum()
            first[k] += shares @ filled[k]
            second[k] += np.einsum("i,ij,il->jl", shares, filled[k], filled[k]) + shares.sum() * rest[k]
    means = first / mass[:, None]
    covariances = second / mass[:, None, None] - np.einsum("ki,kj->kij", means, means)
    return total, mass / len(X), means, covariances


@pytest.fixture(scope="module")
def gaps():
    rng = np.random.default_rng(2)
    covariance = np.array([[1, 0.7, 0.2], [0.7, 1.5, 0], [0.2, 0, 0.5]])
    X = np.concatenate([rng.multivariate_normal(np.full(3, center), covariance, size=120) for center in (0, 4)])
    X[rng.uniform(size=X.shape) < 0.25] = np.nan
    return X[~np.isnan(X).all(axis=1)]


@pytest.fixture(scope="module")
def fitted(gaps):
    return GaussianMixture(2, missing="marginal", tol=1e-12, max_iter=5000, prior=0, random_state=0).fit(gaps)


def test_a_round_of_plain_em_leaves_the_fit_where_it_is(gaps, fitted):
    total, weights, means, covariances = plain_step(gaps, fitted.weights_, fitted.means_, fitted.covariances_)
    assert total / len(gaps) == pytest.approx(fitted.lower_bound_, rel=1e-12)
    np.testing.assert_allclose(weights, fitted.weights_, atol=1e-6)
    np.testing.assert_allclose(means, fitted.means_, atol=1e-5)
    np.testing.assert_allclose(covariances, fitted.covariances_, atol=1e-5)


def test_plain_em_from_elsewhere_ends_there_too(gaps, fitted):
    weights, means, covariances = np.full(2, 0.5), fitted.means_ + 0.5, np.stack([2 * np.eye(3)] * 2)
    before = -np.inf
    for _ in range(60):
        total, weights, means, covariances = plain_step(gaps, weights, means, covariances)
        assert total >= before - 1e-9
        before = total
    assert total / len(gaps) == pytest.approx(fitted.lower_bound_, abs=1e-5)
    np.testing.assert_allclose(means, fitted.means_, atol=0.02)


def test_what_is_there_is_nearer_to_the_truth_than_whole_rows_alone():
    """30 % of the numbers are missing; a third of the rows is complete."""
    rng = np.random.default_rng(3)
    errors = {"marginal": 0.0, "drop": 0.0}
    for _ in range(10):
        X = np.concatenate([rng.normal(size=(80, 3)) + center for center in (0, 5)])
        X[rng.uniform(size=X.shape) < 0.3] = np.nan
        whole = X[~np.isnan(X).any(axis=1)]
        for name, rows, missing in (("marginal", X, "marginal"), ("drop", whole, "error")):
            found = GaussianMixture(2, missing=missing, order="mean", random_state=0, covariance_type="tied").fit(rows)
            errors[name] += np.square(found.means_ - [[0] * 3, [5] * 3]).sum()
    assert errors["marginal"] < 0.7 * errors["drop"]


def test_rows_with_gaps_are_scored_by_their_marginals(gaps, fitted):
    scores = fitted.score_samples(gaps)
    for i in range(20):
        seen = np.flatnonzero(~np.isnan(gaps[i]))
        other = fitted.marginal(seen)
        assert scores[i] == pytest.approx(GaussianMixture.score_samples(other, gaps[i : i + 1, seen])[0], rel=1e-9)
    assert fitted.score(gaps) == pytest.approx(scores.mean(), rel=1e-12)
    np.testing.assert_array_equal(fitted.predict(gaps), fitted.predict_proba(gaps).argmax(axis=1))


def test_impute_gives_means_given_the_rest_and_leaves_what_is_there(gaps, fitted):
    filled = fitted.impute(gaps)
    there = ~np.isnan(gaps)
    np.testing.assert_array_equal(filled[there], gaps[there])
    assert np.isfinite(filled).all()
    i = int(np.flatnonzero(np.isnan(gaps).sum(axis=1) == 1)[0])
    seen, gap = np.flatnonzero(there[i]), int(np.flatnonzero(~there[i])[0])
    rest = fitted.conditional(seen.tolist(), gaps[i, seen].tolist())
    assert filled[i, gap] == pytest.approx((rest.weights_ * rest.means_[:, 0]).sum(), rel=1e-9)


def test_draws_of_impute_have_the_conditional_moments_and_leave_what_is_there(gaps, fitted):
    count = 4000
    rows = gaps[:40].copy()
    rows[0] = np.nan
    drawn = fitted.impute(rows, n_draws=count, random_state=0)
    there = ~np.isnan(rows)
    assert drawn.shape == (count, 40, 3)
    np.testing.assert_array_equal(drawn[:, there], np.repeat(rows[there][None], count, axis=0))
    means = fitted.impute(rows)
    deviations = drawn.std(axis=0)
    assert np.all(np.abs(drawn.mean(axis=0) - means)[~there] < 5 * deviations[~there] / np.sqrt(count))
    for i in range(1, 40):
        if there[i].sum() in (1, 2):
            rest = fitted.conditional(np.flatnonzero(there[i]).tolist(), rows[i, there[i]].tolist())
            away = rest.means_ - rest.weights_ @ rest.means_
            expected = np.einsum("k,kij->ij", rest.weights_, rest.covariances_) + (rest.weights_[:, None] * away).T @ away
            found = np.atleast_2d(np.cov(drawn[:, i, ~there[i]].T))
            np.testing.assert_allclose(found, expected, atol=0.12 * np.trace(expected))


def test_a_row_without_values_is_drawn_from_the_mixture(fitted):
    drawn = fitted.impute(np.full((20000, 3), np.nan), n_draws=1, random_state=3)[0]
    np.testing.assert_allclose(drawn.mean(axis=0), fitted.weights_ @ fitted.means_, atol=0.08)
    nearest = fitted.predict(drawn)
    np.testing.assert_allclose(np.bincount(nearest) / 20000, fitted.weights_, atol=0.02)


def test_draws_of_impute_depend_on_the_seed_alone_and_follow_the_rules_of_random_state(gaps, fitted):
    first = fitted.impute(gaps, n_draws=2, random_state=7)
    threads = GaussianMixture.from_parameters(fitted.weights_, fitted.means_, fitted.covariances_)
    threads.set_params(n_jobs=2, random_state=7)
    np.testing.assert_array_equal(threads.impute(gaps, n_draws=2), first)
    there = ~np.isnan(gaps)
    assert (fitted.impute(gaps, n_draws=2, random_state=8) != first)[:, ~there].all()
    assert (first[0] != first[1])[~there].all()
    with pytest.raises(ValueError, match="n_draws: expected a whole number"):
        fitted.impute(gaps, n_draws=0)
    noisy = GaussianMixture(2, noise=True, random_state=0).fit(gaps[~np.isnan(gaps).any(axis=1)])
    with pytest.raises(ValueError, match="without noise"):
        noisy.impute(gaps, n_draws=2)


def test_draws_of_impute_keep_the_variance_that_means_lose():
    rng = np.random.default_rng(4)
    X = rng.multivariate_normal([0, 0], [[1, 0.6], [0.6, 1]], size=4000)
    gaps = X.copy()
    gaps[::2, 1] = np.nan
    mixture = GaussianMixture(1, missing="marginal").fit(gaps)
    assert mixture.impute(gaps)[:, 1].var() < 0.8 * X[:, 1].var()
    drawn = mixture.impute(gaps, n_draws=5, random_state=0)
    np.testing.assert_allclose(drawn[:, :, 1].var(axis=1), X[:, 1].var(), rtol=0.1)


def test_families_are_chosen_by_what_is_there(gaps):
    chosen = mixseed.select(gaps, [1, 2, 3], covariance_type=["EEE", "VVV"], missing="marginal", random_state=0)
    assert (chosen.best.covariance_type, chosen.n_components) in {("EEE", 2), ("tied", 2)}
    assert chosen.best.bic(gaps) == pytest.approx(min(line["bic"] for line in chosen.table), rel=1e-9)


def test_gaps_are_refused_unless_they_are_asked_for(gaps):
    with pytest.raises(ValueError):
        GaussianMixture(2).fit(gaps)
    with pytest.raises(ValueError, match="missing: expected 'error' or 'marginal'"):
        GaussianMixture(2, missing="drop").fit(gaps)
    with pytest.raises(ValueError, match="no noise component"):
        GaussianMixture(2, missing="marginal", noise=True).fit(gaps)
    with pytest.raises(ValueError, match="column 2 has no number"):
        GaussianMixture(2, missing="marginal").fit(np.array([[1.0, np.nan], [2.0, np.nan], [3.0, np.nan]]))


def test_the_last_em_has_the_prior(gaps):
    """A round of plain EM with the prior's pseudo-rows in every covariance does not change the fit."""
    rows, K, D = 5.0, 2, gaps.shape[1]
    whole = GaussianMixture(1, missing="marginal", tol=1e-12, max_iter=5000, prior=0, random_state=0).fit(gaps)
    found = GaussianMixture(K, missing="marginal", tol=1e-12, max_iter=5000, prior=rows, random_state=0).fit(gaps)
    _, weights, means, covariances = plain_step(gaps, found.weights_, found.means_, found.covariances_)
    masses = (weights * len(gaps))[:, None, None]
    shared = rows * whole.covariances_[0] / K ** (2 / D)
    np.testing.assert_allclose(means, found.means_, atol=1e-5)
    np.testing.assert_allclose((masses * covariances + shared) / (masses + rows), found.covariances_, atol=1e-4)
    assert found.restarts_[0]["final_log_likelihood"] == pytest.approx(found.score(gaps), rel=1e-12)
    assert found.restarts_[0]["final_penalised"] < found.restarts_[0]["final_log_likelihood"]


def torn_groups(seed, n=150, D=4, K=4, share=0.35):
    """Groups with random covariances; the fraction `share` of the values is missing."""
    rng = np.random.default_rng(seed)
    labels, means = rng.integers(K, size=n), rng.normal(scale=2.0, size=(K, D))
    roots = rng.normal(scale=0.5, size=(K, D, D)) + np.eye(D)
    X = means[labels] + np.einsum("nij,nj->ni", roots[labels], rng.normal(size=(n, D)))
    X[rng.uniform(size=X.shape) < share] = np.nan
    return X[~np.isnan(X).all(axis=1)]


def rank(mixture):
    best = mixture.restarts_[mixture._best_restart]
    return best["collapsed"] == 0, best["final_penalised"]


def test_more_restarts_never_end_below_fewer():
    for seed in range(2):
        X = torn_groups(seed)
        one, three = (GaussianMixture(4, missing="marginal", random_state=0, n_init=n).fit(X) for n in (1, 3))
        assert three.restarts_[0]["final_penalised"] == one.restarts_[0]["final_penalised"]
        assert rank(three) >= rank(one)
        assert rank(three) == max((r["collapsed"] == 0, r["final_penalised"]) for r in three.restarts_)
        assert three.lower_bound_ == pytest.approx(three.score(X), rel=1e-12)


@pytest.mark.filterwarnings("ignore")
def test_the_default_is_no_lower_than_em_from_filled_rows():
    """Simple starts: labels of a fit to rows filled with the means of the columns, and random partitions."""
    below = 0
    for seed in range(6):
        X = torn_groups(seed)
        settings = {"covariance_type": "diag", "missing": "marginal", "prior": 0, "random_state": 0}
        default = GaussianMixture(4, **settings).fit(X)
        filled = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
        labels = GaussianMixture(4, covariance_type="spherical", init_params="kmeans", random_state=0).fit_predict(filled)
        rng = np.random.default_rng(seed)
        for partition in (labels, rng.integers(4, size=len(X)), rng.integers(4, size=len(X))):
            start = [np.stack([group(filled[partition == k], axis=0) for k in range(4)]) for group in (np.mean, np.var)]
            other = GaussianMixture(4, means_init=start[0], precisions_init=1 / (start[1] + 0.01), **settings).fit(X)
            below += other.collapsed_ == 0 and default.score(X) * len(X) < other.score(X) * len(X) - 1
    assert below == 0


def test_huge_and_tiny_units_change_nothing_but_the_scale(gaps):
    plain = GaussianMixture(2, missing="marginal", random_state=0, order="mean").fit(gaps)
    numbers = (~np.isnan(gaps)).sum() / len(gaps)
    for exponent in (-400, 450):
        scaled = GaussianMixture(2, missing="marginal", random_state=0, order="mean").fit(np.ldexp(gaps, exponent))
        np.testing.assert_allclose(np.ldexp(scaled.means_, -exponent), plain.means_, rtol=1e-6)
        expected = plain.lower_bound_ - numbers * exponent * np.log(2)
        assert scaled.lower_bound_ == pytest.approx(expected, rel=1e-9)
    with pytest.raises(ValueError, match="too large for a double: divide the data by a constant"):
        GaussianMixture(2, missing="marginal", random_state=0).fit(gaps * 1e200)


def test_a_given_start_keeps_its_order(gaps, fitted):
    for order in ([0, 1], [1, 0]):
        means = fitted.means_[order]
        found = GaussianMixture(2, missing="marginal", means_init=means).fit(gaps)
        np.testing.assert_allclose(found.means_, means, atol=0.2)


def test_memberships_and_drawn_rows_are_starts(gaps, fitted):
    labels = fitted.predict(gaps)
    for order in ([0, 1], [1, 0]):
        found = GaussianMixture(2, missing="marginal", prior=0, labels_init=np.array(order)[labels]).fit(gaps)
        np.testing.assert_allclose(found.means_, fitted.means_[order], atol=0.05)
        shares = fitted.predict_proba(gaps)[:, order]
        found = GaussianMixture(2, missing="marginal", prior=0, responsibilities_init=shares, max_iter=0).fit(gaps)
        np.testing.assert_allclose(found.means_, fitted.means_[order], atol=0.05)
    drawn = GaussianMixture(2, missing="marginal", init_params="random_from_data", n_init=4, random_state=0).fit(gaps)
    assert len(drawn.restarts_) == 4
    assert rank(drawn) == max((r["collapsed"] == 0, r["final_penalised"]) for r in drawn.restarts_)


def test_what_gaps_do_not_go_with_is_refused_with_a_remedy(gaps):
    for settings, remedy in (({"budget": "1s"}, "give restarts"), ({"noise": True}, "fit without noise")):
        with pytest.raises(ValueError, match=f"^missing values: .*drop the rows with missing values, or {remedy}"):
            GaussianMixture(2, missing="marginal", **settings).fit(gaps)
    with pytest.raises(ValueError, match="needs one"):
        GaussianMixture(2, missing="marginal").fit(mixseed.chunks(gaps))
