// What components become when they are split or parted in another way.
#include <algorithm>
#include <numeric>
#include <utility>

#include "model/components.h"
#include "refine/swaps.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kFirstRounds = 2, kFurtherRounds = 3;

}  // namespace

std::size_t Swaps::least_rows(std::size_t dim) { return std::max<std::size_t>(5, dim + 1); }

// A few rows can be flat where no volume helps; an estimate may leave the family for that.
Mixture Swaps::maximised(const Moments& moments, const Mixture& before) const {
  Repairs unreported;
  Mixture next = em_.maximise(moments, before, unreported);
  if (em_.family().raise != Family::Raise::eigenvalues) em_.floor().raise(next);
  return next;
}

Mixture Swaps::run(const Few& X, Mixture parts, int rounds) const {
  Local one{{&X, parts.size()}, std::move(parts)};
  run({&one, 1}, rounds);
  return std::move(one.parts);
}

// Where they are to go on afterwards, or before the last round, it does not matter how exactly the floor is kept. All
// at once if components do not depend on one another. Where all share one covariance, two of them do not change it.
void Swaps::run(std::span<Local> locals, int rounds, bool go_on) const {
  const bool shared = layout_of(theta_.covariance).shared;
  const std::size_t step = em_.has_own_parts() ? locals.size() : 1;
  for (std::size_t from = 0; from < locals.size(); from += step) {
    const std::span<Local> some = locals.subspan(from, step);
    std::vector<Few::Share> shares;
    Mixture all{theta_.covariance, theta_.dim, {}, {}, {}};
    for (const Local& local : some) {
      shares.push_back(local.share);
      append(all, local.parts);
    }
    for (int round = 0; round < rounds; ++round) {
      const Few::Apart apart = Few::expect_apart(shares, all, em_.family().second);
      const bool is_rough = em_.has_own_parts() && (go_on || round + 1 < rounds);
      Mixture next = is_rough ? em_.maximise_roughly(apart.moments, all) : maximised(apart.moments, all);
      if (shared) next.covariances = std::move(all.covariances);
      all = std::move(next);
      std::size_t first = 0;
      for (std::size_t at = 0; at < some.size(); ++at) {
        some[at].likelihood = apart.log_likelihoods[at];
        share_out({all.weights.data() + first, shares[at].components}, some[at].weight);
        first += shares[at].components;
      }
    }
    std::size_t first = 0;
    for (Local& local : some) {
      local.parts = parts_of(all, first, local.share.components);
      first += local.share.components;
    }
  }
}

bool Swaps::sound(const Mixture& parts, double mass) const {
  const auto least = static_cast<double>(least_rows(parts.dim));
  for (const double weight : parts.weights) {
    if (weight * mass < least) return false;
  }
  return layout_of(parts.covariance).shared || em_.floor().collapsed(parts, mass) == 0;
}

// Two components instead of one: side by side, with a row far away, at two rows, and a narrow one inside a wide one.
std::vector<Mixture> Swaps::starts_of(const Parting& parting, Rng& rng) const {
  const auto& [one, weight, group, X] = parting;
  const auto both = [](Values a, const Values& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const Values far = X.draw(rng, X.squared_distances(one)), some = X.draw(rng), other = X.draw(rng);
  std::vector<Mixture> starts{halves(one), copies_at(one, both(one.means, far), {0.75, 0.25}, {1, 0.25}),
                              copies_at(one, both(some, other), {0.5, 0.5}, {0.5, 0.5}),
                              copies_at(one, both(one.means, one.means), {0.5, 0.5}, {1.75, 0.25})};
  for (Mixture& start : starts) em_.floor().raise(start);
  return starts;
}

// The best of some short EMs with two components on the rows of one, of which the likeliest goes on; and one that
// begins at a value that many rows have.
std::vector<Swaps::Split> Swaps::best_splits(std::span<const Parting> partings, Rng& rng) const {
  std::vector<Local> locals;
  for (const Parting& parting : partings) {
    for (Mixture& start : starts_of(parting, rng)) locals.push_back({{&parting.X, 2}, std::move(start)});
  }
  run(locals, kFirstRounds, true);
  const std::size_t starts = partings.empty() ? 0 : locals.size() / partings.size();
  std::vector<Split> best(partings.size());
  const auto weigh = [&](std::size_t at, Mixture parts) {
    const Parting& own = partings[at];
    if (!sound(parts, own.X.observations())) return false;
    const double gain = gained(own.group, own.X.log_densities(parts), own.weight);
    if (gain > best[at].gain) best[at] = {gain, std::move(parts)};
    return true;
  };
  std::vector<std::size_t> waiting(partings.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  for (std::size_t at : waiting) {
    const auto own = locals.begin() + static_cast<std::ptrdiff_t>(at * starts);
    std::stable_sort(own, own + static_cast<std::ptrdiff_t>(starts),
                     [](const Local& a, const Local& b) { return a.likelihood > b.likelihood; });
  }
  for (std::size_t rank = 0; rank < starts && !waiting.empty(); ++rank) {
    std::vector<Local> chosen;
    for (const std::size_t at : waiting) chosen.push_back(std::move(locals[at * starts + rank]));
    run(chosen, kFurtherRounds);
    std::vector<std::size_t> unsound;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (!weigh(waiting[i], std::move(chosen[i].parts))) unsound.push_back(waiting[i]);
    }
    waiting = std::move(unsound);
  }
  for (std::size_t at = 0; at < partings.size(); ++at) {
    const Parting& own = partings[at];
    for (const Tie* tie : ties_in(own.group)) {
      weigh(at, run(own.X, parted(own.group, own.X, own.one, *tie), kFurtherRounds));
    }
  }
  return best;
}

}  // namespace mixseed
