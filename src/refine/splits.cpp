// What components become when they are split, shrunk, or parted in another way.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/components.h"
#include "refine/swaps.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kFirstRounds = 3, kFurtherRounds = 3;

// Wilson & Hilferty's approximation: where a standard normal variable is z, a chi-squared one is about this.
double chi_squared(std::size_t degrees, double z) {
  const auto d = static_cast<double>(degrees);
  return d * std::pow(1 - 2 / (9 * d) + z * std::sqrt(2 / (9 * d)), 3);
}

// In the component's own units, beyond that of the row nearest to its mean.
Values squared_distances(const Few& X, const Mixture& one) {
  Values distances = X.log_densities(one);
  const double highest = *std::max_element(distances.begin(), distances.end());
  for (double& distance : distances) distance = 2 * (highest - distance);
  return distances;
}

// Marks the densest rows, as many as have half of the weight: found by halving what is in doubt, which needs no
// sorting.
std::vector<bool> densest_half(const Few& X, const Values& density) {
  std::vector<std::size_t> order(X.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto denser = [&](std::size_t a, std::size_t b) {
    return density[a] != density[b] ? density[a] > density[b] : a < b;
  };
  std::vector<bool> marked(X.size(), false);
  double mass = 0;
  for (auto from = order.begin(), to = order.end(); from != to && 2 * mass < X.observations();) {
    const bool is_last = to - from == 1;
    const auto middle = from + (to - from - 1) / 2;
    std::nth_element(from, middle, to, denser);
    double more = 0;
    for (auto at = from; at <= middle; ++at) more += X.weight(*at);
    if (2 * (mass + more) >= X.observations() && !is_last) {
      to = middle + 1;
      continue;
    }
    for (auto at = from; at <= middle; ++at) marked[*at] = true;
    mass += more;
    from = middle + 1;
  }
  return marked;
}

}  // namespace

std::size_t Swaps::least_rows(std::size_t dim) { return std::max<std::size_t>(5, dim + 1); }

// A few rows can be flat where no volume helps; an estimate may leave the family for that.
Mixture Swaps::maximised(const Moments& moments, const Mixture& before) const {
  Repairs unreported;
  Mixture next = em_.maximise(moments, before, unreported);
  if (em_.family().raise != Family::Raise::eigenvalues) em_.floor().raise(next);
  return next;
}

// Where all components share one covariance, two of them do not change it.
Swaps::Local Swaps::local_em(const Few& X, Mixture parts, int rounds) const {
  const bool shared = layout_of(parts.covariance).shared;
  double likelihood = 0;
  for (int round = 0; round < rounds; ++round) {
    const Moments moments = X.expect(parts, em_.family().second);
    likelihood = moments.objective;
    Mixture next = maximised(moments, parts);
    if (shared) next.covariances = std::move(parts.covariances);
    parts = std::move(next);
  }
  return {std::move(parts), likelihood};
}

bool Swaps::sound(const Mixture& parts, double mass) const {
  const auto least = static_cast<double>(least_rows(parts.dim));
  for (const double weight : parts.weights) {
    if (weight * mass < least) return false;
  }
  return layout_of(parts.covariance).shared || em_.floor().collapsed(parts, mass) == 0;
}

// The best of some short EMs with two components on the rows of one: side by side, with a row far away, at two rows,
// and a narrow component inside a wide one, of which the likeliest goes on; and with a value that many rows have.
Swaps::Split Swaps::best_split(const Mixture& one, double weight, const Group& group, const Few& X, Rng& rng) const {
  Split best;
  const Values far = X.draw(rng, squared_distances(X, one));
  Values near_and_far = one.means, two_rows = X.draw(rng);
  near_and_far.insert(near_and_far.end(), far.begin(), far.end());
  const Values other = X.draw(rng);
  two_rows.insert(two_rows.end(), other.begin(), other.end());
  Values same_place = one.means;
  same_place.insert(same_place.end(), one.means.begin(), one.means.end());
  std::vector<Local> runs;
  for (Mixture& start :
       std::vector<Mixture>{halves(one), copies_at(one, std::move(near_and_far), {0.75, 0.25}, {1, 0.25}),
                            copies_at(one, std::move(two_rows), {0.5, 0.5}, {0.5, 0.5}),
                            copies_at(one, std::move(same_place), {0.5, 0.5}, {1.75, 0.25})}) {
    em_.floor().raise(start);
    runs.push_back(local_em(X, std::move(start), kFirstRounds));
  }
  std::stable_sort(runs.begin(), runs.end(),
                   [](const Local& a, const Local& b) { return a.likelihood > b.likelihood; });
  const auto is_sound = [&](const Mixture& parts) { return sound(parts, X.observations()); };
  const auto weigh = [&](Mixture parts) {
    const double gain = gained(group, X.log_densities(parts), weight);
    if (gain > best.gain) best = {gain, std::move(parts)};
  };
  for (Local& run : runs) {
    Mixture parts = local_em(X, std::move(run.parts), kFurtherRounds).parts;
    if (!is_sound(parts)) continue;
    weigh(std::move(parts));
    break;
  }
  for (const Tie* tie : ties_in(group)) {
    Mixture parts = local_em(X, parted(group, X, one, *tie), kFurtherRounds).parts;
    if (is_sound(parts)) weigh(std::move(parts));
  }
  return best;
}

// The rows of two components, parted in another way.
Swaps::Split Swaps::redone(std::size_t j, std::size_t k, Rng& rng) const {
  const Group group = thinned(group_of_two(j, k), rng);
  if (group.rows.size() < 2 * least_rows(theta_.dim)) return {};
  Split best = best_split(joined(theta_, j, k), theta_.weights[j] + theta_.weights[k], group, few(group, true), rng);
  return best.gain > 0 ? best : Split{};
}

Mixture Swaps::estimated(const Few& X, const std::vector<bool>& marked, const Mixture& before) const {
  Values weights(X.size());
  for (std::size_t at = 0; at < X.size(); ++at) weights[at] = marked[at] ? X.weight(at) : 0;
  Mixture one = maximised(X.expect(before, em_.family().second, weights), before);
  if (layout_of(before.covariance).shared) one.covariances = before.covariances;
  return one;
}

// A component that holds some rows far from the others is wide on their account. As Rousseeuw & Van Driessen's "fast
// algorithm for the minimum covariance determinant estimator" (Technometrics 41, 1999): the half of the rows that lies
// densest is found in a few steps, and then all rows that could be from the same normal distribution.
Swaps::Split Swaps::shrunk(std::size_t j, const Group& group, const Few& X) const {
  const std::size_t n = group.rows.size(), D = theta_.dim;
  Mixture one = component(theta_, j);
  std::vector<bool> middle;
  double level = 0;  // mean log density of the half, where the mean squared distance is D
  for (int step = 0; step < 3; ++step) {
    middle = densest_half(X, X.log_densities(one));
    one = estimated(X, middle, one);
  }
  const Values density = X.log_densities(one);
  double mass = 0;
  for (std::size_t at = 0; at < n; ++at) {
    if (!middle[at]) continue;
    level += X.weight(at) * density[at];
    mass += X.weight(at);
  }
  const auto squared_distance = [&](std::size_t at) {
    return static_cast<double>(D) + 2 * (level / mass - density[at]);
  };
  double widest = 0;  // of the half: about the median
  for (std::size_t at = 0; at < n; ++at) widest = middle[at] ? std::max(widest, squared_distance(at)) : widest;
  const double most = widest * chi_squared(D, 2.33) / chi_squared(D, 0);
  std::vector<bool> kin(n);
  for (std::size_t at = 0; at < n; ++at) kin[at] = squared_distance(at) <= most;
  if (std::count(kin.begin(), kin.end(), true) < static_cast<std::ptrdiff_t>(least_rows(D))) return {};
  one = estimated(X, kin, one);
  if (em_.floor().collapsed(one, X.observations()) > 0) return {};
  const double gain = gained(group, X.log_densities(one), theta_.weights[j]);
  return {gain, std::move(one)};
}

}  // namespace mixseed
