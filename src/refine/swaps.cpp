#include "refine/swaps.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kNeighbours = 3;   // with which joining is tried
constexpr double kShareOfJoined = 1e-3;  // below it a row has no say in the price of joining two components
constexpr double kShareOfSplit = 0.02;   // ... in what splitting one gains
constexpr int kLocalRounds = 6;
const double kLeastRest = std::exp(-80.0);  // responsibilities below are 0

// Whether component k is what it was, as far as estimates go.
bool alike(const Mixture& now, const Mixture& before, std::size_t k) {
  if (std::abs(now.weights[k] - before.weights[k]) > 0.1 * before.weights[k]) return false;
  const Values covariance = now.covariance_of(k), other = before.covariance_of(k);
  for (std::size_t i = 0; i < now.dim; ++i) {
    const double variance = other[i * now.dim + i], step = now.mean(k)[i] - before.mean(k)[i];
    if (step * step > 0.01 * variance || std::abs(covariance[i * now.dim + i] - variance) > 0.1 * variance)
      return false;
  }
  return true;
}

// Fewer make no component.
std::size_t least_rows(std::size_t dim) { return std::max<std::size_t>(5, dim + 1); }

// Wilson & Hilferty's approximation: where a standard normal variable is z, a chi-squared one is about this.
double chi_squared(std::size_t degrees, double z) {
  const auto d = static_cast<double>(degrees);
  return d * std::pow(1 - 2 / (9 * d) + z * std::sqrt(2 / (9 * d)), 3);
}

double mass_of(const Held& S, std::size_t i) { return S.view().weight(i); }

}  // namespace

Swaps::Swaps(const Held& S, const Mixture& theta, const EmStep& em, Rng& rng, const Swaps* before)
    : S_(S),
      theta_(theta),
      em_(em),
      who_(belonging(S.rows(), theta)),
      drops_(theta.size()),
      splits_(theta.size()),
      shrunk_(theta.size()) {
  find_groups();
  price_drops();
  std::vector<bool> same(theta.size());
  for (std::size_t j = 0; j < theta.size(); ++j) {
    same[j] = before && alike(theta, before->theta_, j);
    if (same[j]) {
      splits_[j] = before->splits_[j];
      shrunk_[j] = before->shrunk_[j];
      continue;
    }
    const Group group = group_of(j, kShareOfSplit);
    if (group.rows.size() < 2 * least_rows(theta.dim)) continue;
    const Held X = held(group, true);
    price_split(j, group, X, rng);
    if (!layout_of(theta.covariance).shared) price_shrinking(j, group, X);
  }
  for (const auto& [k, j] : before ? before->failed_ : failed_) {
    if (same[k] && same[j]) failed_.emplace_back(k, j);
  }
}

void Swaps::find_groups() {
  const std::size_t K = theta_.size();
  groups_.resize(K);
  overlaps_.assign(K, Values(K, 0.0));
  std::vector<std::size_t> close;
  for (std::size_t i = 0; i < who_.log_densities.size(); ++i) {
    const double* shares = who_.responsibilities.data() + i * K;
    close.clear();
    for (std::size_t k = 0; k < K; ++k) {
      if (!(shares[k] > kShareOfJoined)) continue;
      close.push_back(k);
      groups_[k].rows.push_back(i);
      groups_[k].shares.push_back(shares[k]);
    }
    for (const std::size_t j : close) {
      for (const std::size_t k : close) overlaps_[j][k] += mass_of(S_, i) * shares[j] * shares[k];
    }
  }
}

Swaps::Group Swaps::group_of(std::size_t k, double least) const {
  Group group;
  for (std::size_t at = 0; at < groups_[k].rows.size(); ++at) {
    if (!(groups_[k].shares[at] > least)) continue;
    group.rows.push_back(groups_[k].rows[at]);
    group.shares.push_back(groups_[k].shares[at]);
  }
  return group;
}

Swaps::Group Swaps::group_of_two(std::size_t j, std::size_t k) const {
  const std::size_t K = theta_.size();
  Group both;
  std::set_union(groups_[j].rows.begin(), groups_[j].rows.end(), groups_[k].rows.begin(), groups_[k].rows.end(),
                 std::back_inserter(both.rows));
  for (const std::size_t i : both.rows) {
    both.shares.push_back(std::min(who_.responsibilities[i * K + j] + who_.responsibilities[i * K + k], 1.0));
  }
  return both;
}

Held Swaps::held(const Group& group, bool by_share) const {
  const std::size_t dim = theta_.dim;
  Values values, weights;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    const double* row = S_.view().doubles() + group.rows[at] * dim;
    values.insert(values.end(), row, row + dim);
    weights.push_back(mass_of(S_, group.rows[at]) * (by_share ? group.shares[at] : 1));
  }
  return {S_.rows().team(), Data::from(std::move(values), group.rows.size(), dim).weighted(std::move(weights))};
}

double Swaps::gained(const Group& group, const Values& log_densities, double weight) const {
  double sum = 0;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    const std::size_t i = group.rows[at];
    const double kept = std::max(1 - group.shares[at], kLeastRest);
    const double others = weight * std::exp(log_densities[at] - who_.log_densities[i]);
    sum += mass_of(S_, i) * std::log(kept + others);
  }
  return sum;
}

// Without component k its rows go to the others, as they are, and the other weights fill the gap.
void Swaps::price_without() {
  const std::size_t K = theta_.size();
  for (std::size_t k = 0; k < K; ++k) {
    drops_[k].cost = S_.rows().observations() * std::log1p(-theta_.weights[k]);
    for (std::size_t at = 0; at < groups_[k].rows.size(); ++at) {
      const std::size_t i = groups_[k].rows[at];
      const double* shares = who_.responsibilities.data() + i * K;
      double rest = 1 - shares[k];
      if (rest < 0.5) {
        const double noise = who_.noise.empty() ? 0.0 : who_.noise[i];
        rest = std::accumulate(shares, shares + k, noise) + std::accumulate(shares + k + 1, shares + K, 0.0);
      }
      drops_[k].cost -= mass_of(S_, i) * std::log(std::max(rest, kLeastRest));
    }
  }
}

void Swaps::price_joining(std::size_t j, std::size_t k) {
  const Group group = group_of_two(j, k);
  const Belonging joint = belonging(held(group, false).rows(), joined(theta_, j, k));
  const double cost = -gained(group, joint.log_densities, theta_.weights[j] + theta_.weights[k]);
  if (cost < drops_[j].cost) drops_[j] = {cost, k};
  if (cost < drops_[k].cost) drops_[k] = {cost, j};
}

void Swaps::price_drops() {
  const std::size_t K = theta_.size(), most = std::min(kNeighbours, K - 1);
  price_without();
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t k = 0; k < K; ++k) {
    std::vector<std::pair<double, std::size_t>> nearest;
    for (std::size_t j = 0; j < K; ++j) {
      if (j != k && overlaps_[k][j] > 0) nearest.emplace_back(-overlaps_[k][j], j);
    }
    std::sort(nearest.begin(), nearest.end());
    nearest.resize(std::min(most, nearest.size()));
    for (const auto& [overlap, j] : nearest) pairs.emplace_back(std::min(j, k), std::max(j, k));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [j, k] : pairs) price_joining(j, k);
}

// Where all components share one covariance, two of them do not change it.
Mixture Swaps::local_em(const Frame& X, Mixture parts, int rounds) const {
  const bool shared = layout_of(parts.covariance).shared;
  Sorting sorting;
  for (int round = 0; round < rounds; ++round) {
    Repairs unreported;
    const Tally tally = expect(X, parts, em_.family().second, Rules::standard, sorting);
    Mixture next = maximise(tally.moments, em_.family(), parts, &em_.floor(), unreported);
    // A few rows can be flat where no volume helps; an estimate may leave the family for that.
    if (em_.family().raise != Family::Raise::eigenvalues) em_.floor().raise(next);
    if (shared) next.covariances = std::move(parts.covariances);
    parts = std::move(next);
  }
  return parts;
}

bool Swaps::sound(const Mixture& parts, double mass) const {
  const auto least = static_cast<double>(least_rows(parts.dim));
  for (const double weight : parts.weights) {
    if (weight * mass < least) return false;
  }
  return layout_of(parts.covariance).shared || em_.floor().collapsed(parts, mass) == 0;
}

void Swaps::price_split(std::size_t j, const Group& group, const Held& X, Rng& rng) {
  const Mixture one = component(theta_, j);
  const std::vector<double> far = draw_row(X.rows(), one, rng).values;
  Values near_and_far = one.means, two_rows = draw_row(X.rows(), rng).values;
  near_and_far.insert(near_and_far.end(), far.begin(), far.end());
  const Values other = draw_row(X.rows(), rng).values;
  two_rows.insert(two_rows.end(), other.begin(), other.end());
  for (Mixture& start :
       std::vector<Mixture>{halves(one), copies_at(one, std::move(near_and_far), {0.75, 0.25}, {1, 0.25}),
                            copies_at(one, std::move(two_rows), {0.5, 0.5}, {0.5, 0.5})}) {
    em_.floor().raise(start);
    Mixture parts = local_em(X.rows(), std::move(start), kLocalRounds);
    if (!sound(parts, X.rows().observations())) continue;
    const double gain = gained(group, belonging(X.rows(), parts).log_densities, theta_.weights[j]);
    if (gain > splits_[j].gain) splits_[j] = {gain, std::move(parts)};
  }
}

Mixture Swaps::estimated(const Group& group, const std::vector<bool>& marked, const Mixture& before) const {
  Group chosen;
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    if (!marked[at]) continue;
    chosen.rows.push_back(group.rows[at]);
    chosen.shares.push_back(group.shares[at]);
  }
  return local_em(held(chosen, true).rows(), before, 1);
}

// A component that holds some rows far from the others is wide on their account. As Rousseeuw & Van Driessen's "fast
// algorithm for the minimum covariance determinant estimator" (Technometrics 41, 1999): the half of the rows that lies
// densest is found in a few steps, and then all rows that could be from the same normal distribution.
void Swaps::price_shrinking(std::size_t j, const Group& group, const Held& X) {
  const std::size_t n = group.rows.size(), D = theta_.dim;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Mixture one = component(theta_, j);
  std::vector<bool> middle;
  Values density;
  double level = 0;  // mean log density of the half, where the mean squared distance is D
  for (int step = 0; step < 3; ++step) {
    density = belonging(X.rows(), one).log_densities;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return density[a] > density[b]; });
    middle.assign(n, false);
    double mass = 0;
    for (std::size_t at = 0; at < n && 2 * mass < X.rows().observations(); ++at) {
      mass += X.view().weight(order[at]);
      middle[order[at]] = true;
    }
    one = estimated(group, middle, one);
  }
  density = belonging(X.rows(), one).log_densities;
  double mass = 0;
  for (std::size_t at = 0; at < n; ++at) {
    if (!middle[at]) continue;
    level += X.view().weight(at) * density[at];
    mass += X.view().weight(at);
  }
  const auto squared_distance = [&](std::size_t at) {
    return static_cast<double>(D) + 2 * (level / mass - density[at]);
  };
  double widest = 0;  // of the half: about the median
  for (std::size_t at = 0; at < n; ++at) widest = middle[at] ? std::max(widest, squared_distance(at)) : widest;
  const double most = widest * chi_squared(D, 2.33) / chi_squared(D, 0);
  std::vector<bool> kin(n);
  for (std::size_t at = 0; at < n; ++at) kin[at] = squared_distance(at) <= most;
  if (std::count(kin.begin(), kin.end(), true) < static_cast<std::ptrdiff_t>(least_rows(D))) return;
  one = estimated(group, kin, one);
  if (em_.floor().collapsed(one, X.rows().observations()) > 0) return;
  shrunk_[j] = {gained(group, belonging(X.rows(), one).log_densities, theta_.weights[j]), std::move(one)};
}

std::vector<Swap> Swaps::ranked() const {
  std::vector<Swap> all;
  const auto is_failed = [&](std::size_t k, std::size_t j) {
    return std::find(failed_.begin(), failed_.end(), std::pair(k, j)) != failed_.end();
  };
  const std::vector<bool> collapsed = em_.floor().spurious(theta_, S_.rows().observations());
  for (std::size_t k = 0; k < theta_.size(); ++k) {
    if (shrunk_[k].gain > 0 && !is_failed(k, k)) all.push_back({k, k, shrunk_[k].gain / S_.rows().observations()});
    for (std::size_t j = 0; j < theta_.size(); ++j) {
      if (j == k || drops_[k].heir == j || is_failed(k, j) || splits_[j].parts.size() == 0) continue;
      all.push_back({k, j, (splits_[j].gain - drops_[k].cost) / S_.rows().observations()});
    }
  }
  std::stable_sort(all.begin(), all.end(), [&](const Swap& a, const Swap& b) {
    return std::pair(!collapsed[a.dropped], -a.gain) < std::pair(!collapsed[b.dropped], -b.gain);
  });
  return all;
}

bool Swaps::disjoint(const Swap& a, const Swap& b) const {
  const auto heir = [&](const Swap& s) {
    return s.dropped == s.split ? s.split : drops_[s.dropped].heir.value_or(s.split);
  };
  const std::size_t of_a[] = {a.dropped, a.split, heir(a)}, of_b[] = {b.dropped, b.split, heir(b)};
  return std::find_first_of(std::begin(of_a), std::end(of_a), std::begin(of_b), std::end(of_b)) == std::end(of_a);
}

Mixture Swaps::made(std::span<const Swap> swaps) const {
  Mixture theta = theta_;
  for (const auto& [dropped, split, gain] : swaps) {
    if (dropped == split) {
      replace(theta, split, shrunk_[split].parts, 0, theta_.weights[split]);
      continue;
    }
    const Mixture& parts = splits_[split].parts;
    const double weight = theta_.weights[split];
    if (const auto heir = drops_[dropped].heir) {
      replace(theta, *heir, joined(theta_, dropped, *heir), 0, theta_.weights[dropped] + theta_.weights[*heir]);
    }
    replace(theta, split, parts, 0, weight * parts.weights[0]);
    replace(theta, dropped, parts, 1, weight * parts.weights[1]);
  }
  const double sum = std::accumulate(theta.weights.begin(), theta.weights.end(), 0.0);
  const double all = theta.noise ? 1 - theta.noise->weight : 1.0;
  for (double& weight : theta.weights) weight *= all / sum;
  return theta;
}

}  // namespace mixseed
