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

constexpr std::size_t kNeighbours = 3;      // with which joining is tried
constexpr double kShareOfJoined = 1e-3;     // below it a row has no say in the price of joining two components
constexpr double kShareOfSplit = 0.02;      // ... in what splitting one gains
constexpr std::size_t kLeastOfGroup = 500;  // rows from which the gain of a split is estimated
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

}  // namespace

Swaps::Swaps(const Held& S, const Few& rows, const Mixture& theta, const EmStep& em, Rng& rng, const Swaps* before)
    : S_(S),
      rows_(rows),
      theta_(theta),
      em_(em),
      who_(rows.belonging(theta)),
      drops_(theta.size()),
      splits_(theta.size()),
      redone_(theta.size()) {
  for (std::size_t j = 0; j < theta.size(); ++j) same_.push_back(before && alike(theta, before->theta_, j));
  find_groups();
  place_at_ties(before);
  price_drops(before, rng);
  find_splits(before, rng);
  for (const auto& [k, j] : before ? before->failed_ : failed_) {
    if (same_[k] && (j >= theta.size() || same_[j])) failed_.emplace_back(k, j);
  }
}

// Of all components that have changed, and of all pairs of a component and its heir.
void Swaps::find_splits(const Swaps* before, Rng& rng) {
  std::vector<Parting> partings;
  std::vector<Split*> wanted;
  for (std::size_t j = 0; j < theta_.size(); ++j) {
    if (same_[j]) {
      splits_[j] = before->splits_[j];
    } else if (auto found =
                   parting(thinned(group_of(j, kShareOfSplit), rng), component(theta_, j), theta_.weights[j])) {
      partings.push_back(std::move(*found));
      wanted.push_back(&splits_[j]);
    }
  }
  for (std::size_t k = 0; k < theta_.size(); ++k) {
    const auto heir = drops_[k].heir;
    if (!heir || (drops_[*heir].heir == k && *heir < k)) continue;
    if (before && same_[k] && same_[*heir] && before->drops_[k].heir == heir) {
      redone_[k] = before->redone_[k];
    } else if (auto found = parting(thinned(group_of_two(*heir, k), rng), joined(theta_, *heir, k),
                                    theta_.weights[*heir] + theta_.weights[k])) {
      partings.push_back(std::move(*found));
      wanted.push_back(&redone_[k]);
    }
  }
  std::vector<Split> found = best_splits(partings, rng);
  for (std::size_t at = 0; at < found.size(); ++at) *wanted[at] = std::move(found[at]);
  for (Split& split : redone_) {
    if (!(split.gain > 0)) split = {};
  }
}

std::optional<Swaps::Parting> Swaps::parting(const Group& group, Mixture one, double weight) const {
  if (group.rows.size() < 2 * least_rows(theta_.dim)) return {};
  return Parting{std::move(one), weight, group, few(group, true)};
}

void Swaps::find_groups() {
  const std::size_t K = theta_.size();
  groups_.resize(K);
  overlaps_.assign(K, Values(K, 0.0));
  std::vector<std::size_t> close;
  for (std::size_t i = 0; i < who_.log_densities.size(); ++i) {
    const double* shares = who_.responsibilities.data() + i * K;
    close.clear();
    totals_.push_back(std::accumulate(shares, shares + K, who_.noise.empty() ? 0.0 : who_.noise[i]));
    for (std::size_t k = 0; k < K; ++k) {
      if (!(shares[k] > kShareOfJoined)) continue;
      close.push_back(k);
      groups_[k].rows.push_back(i);
      groups_[k].shares.push_back(shares[k]);
    }
    for (const std::size_t j : close) {
      for (const std::size_t k : close) overlaps_[j][k] += S_.view().weight(i) * shares[j] * shares[k];
    }
  }
}

std::vector<std::size_t> Swaps::nearest_to(std::size_t k, std::size_t most) const {
  std::vector<std::pair<double, std::size_t>> others;
  for (std::size_t j = 0; j < theta_.size(); ++j) {
    if (j != k && overlaps_[k][j] > 0) others.emplace_back(-overlaps_[k][j], j);
  }
  std::sort(others.begin(), others.end());
  others.resize(std::min(most, others.size()));
  std::vector<std::size_t> nearest;
  for (const auto& [overlap, j] : others) nearest.push_back(j);
  return nearest;
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

Swaps::Group Swaps::thinned(const Group& group, Rng& rng) const {
  const std::size_t most = std::max(kLeastOfGroup, 5 * (theta_.dim + 1) * (theta_.dim + 2)), n = group.rows.size();
  if (n <= most) return group;
  Group some{{}, {}, static_cast<double>(n) / static_cast<double>(most)};
  const double from = rng.uniform();  // in equal steps
  for (std::size_t i = 0; i < most; ++i) {
    const auto at = std::min(n - 1, static_cast<std::size_t>((static_cast<double>(i) + from) * some.scale));
    some.rows.push_back(group.rows[at]);
    some.shares.push_back(group.shares[at]);
  }
  return some;
}

Swaps::Group Swaps::group_of_two(std::size_t j, std::size_t k) const {
  const std::size_t K = theta_.size();
  Group both;
  const std::size_t most = groups_[j].rows.size() + groups_[k].rows.size();
  both.rows.reserve(most);
  both.shares.reserve(most);
  std::set_union(groups_[j].rows.begin(), groups_[j].rows.end(), groups_[k].rows.begin(), groups_[k].rows.end(),
                 std::back_inserter(both.rows));
  for (const std::size_t i : both.rows) {
    both.shares.push_back(std::min(who_.responsibilities[i * K + j] + who_.responsibilities[i * K + k], 1.0));
  }
  return both;
}

Few Swaps::few(const Group& group, bool by_share) const {
  Values weights;
  weights.reserve(group.rows.size());
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    weights.push_back(group.scale * S_.view().weight(group.rows[at]) * (by_share ? group.shares[at] : 1));
  }
  return {rows_, group.rows, std::move(weights)};
}

double Swaps::gained(const Group& group, const Values& log_densities, double weight) const {
  const std::size_t n = group.rows.size();
  std::vector<float> kept(n), change(n);
  for (std::size_t at = 0; at < n; ++at) {
    kept[at] = static_cast<float>(std::max(1 - group.shares[at], kLeastRest));
    change[at] = static_cast<float>(log_densities[at] - who_.log_densities[group.rows[at]]);
  }
  const std::vector<float> logs = logs_of_sums(std::move(kept), std::move(change), weight);
  double sum = 0;
  for (std::size_t at = 0; at < n; ++at) sum += S_.view().weight(group.rows[at]) * static_cast<double>(logs[at]);
  return group.scale * sum;
}

// Without component k its rows go to the others, as they are, and the other weights fill the gap.
void Swaps::price_without() {
  const std::size_t K = theta_.size();
  for (std::size_t k = 0; k < K; ++k) {
    std::vector<float> left;
    for (const std::size_t i : groups_[k].rows) {
      const double rest = totals_[i] - who_.responsibilities[i * K + k];
      left.push_back(static_cast<float>(std::max(rest, kLeastRest)));
    }
    const std::vector<float> logs = logs_of_sums(std::move(left));
    drops_[k].cost = S_.rows().observations() * std::log1p(-theta_.weights[k]);
    for (std::size_t at = 0; at < logs.size(); ++at) {
      drops_[k].cost -= S_.view().weight(groups_[k].rows[at]) * static_cast<double>(logs[at]);
    }
  }
}

double Swaps::cost_of_joining(std::size_t j, std::size_t k, Rng& rng) const {
  const Group group = thinned(group_of_two(j, k), rng);
  const Values joint = few(group, false).log_densities(joined(theta_, j, k));
  return -gained(group, joint, theta_.weights[j] + theta_.weights[k]);
}

void Swaps::price_drops(const Swaps* before, Rng& rng) {
  const std::size_t K = theta_.size();
  price_without();
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t k = 0; k < K; ++k) {
    for (const std::size_t j : nearest_to(k, kNeighbours)) pairs.emplace_back(std::min(j, k), std::max(j, k));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [j, k] : pairs) {
    const bool known = same_[j] && same_[k] && before->joining_.count({j, k}) > 0;
    const double cost = known ? before->joining_.at({j, k}) : cost_of_joining(j, k, rng);
    joining_[{j, k}] = cost;
    if (cost < drops_[j].cost) drops_[j] = {cost, k};
    if (cost < drops_[k].cost) drops_[k] = {cost, j};
  }
}

std::vector<Swap> Swaps::ranked() const {
  std::vector<Swap> all;
  const auto is_failed = [&](std::size_t k, std::size_t j) {
    return std::find(failed_.begin(), failed_.end(), std::pair(k, j)) != failed_.end();
  };
  const std::vector<bool> collapsed = em_.floor().spurious(theta_, S_.rows().observations());
  for (std::size_t k = 0; k < theta_.size(); ++k) {
    for (std::size_t j = 0; j < theta_.size(); ++j) {
      if (j == k || is_failed(k, j)) continue;
      const double gain = drops_[k].heir == j ? redone_[k].gain : splits_[j].gain - drops_[k].cost;
      if (gain > -kInfinity) all.push_back({k, j, gain / S_.rows().observations()});
    }
    for (std::size_t t = 0; t < gains_of_placed_.size(); ++t) {
      if (!(gains_of_placed_[t] > 0) || is_failed(k, theta_.size() + t)) continue;
      all.push_back({k, theta_.size() + t, (gains_of_placed_[t] - drops_[k].cost) / S_.rows().observations()});
    }
  }
  std::stable_sort(all.begin(), all.end(), [&](const Swap& a, const Swap& b) {
    return std::pair(!collapsed[a.dropped], -a.gain) < std::pair(!collapsed[b.dropped], -b.gain);
  });
  return all;
}

bool Swaps::disjoint(const Swap& a, const Swap& b) const {
  const auto heir = [&](const Swap& s) { return drops_[s.dropped].heir.value_or(s.split); };
  const std::size_t of_a[] = {a.dropped, a.split, heir(a)}, of_b[] = {b.dropped, b.split, heir(b)};
  return std::find_first_of(std::begin(of_a), std::end(of_a), std::begin(of_b), std::end(of_b)) == std::end(of_a);
}

Mixture Swaps::made(std::span<const Swap> swaps) const {
  Mixture theta = theta_;
  for (const auto& [dropped, split, gain] : swaps) {
    const auto heir = drops_[dropped].heir;
    if (split >= theta_.size()) {
      const Placed& placed = placed_->list[split - theta_.size()];
      if (heir) {
        replace(theta, *heir, joined(theta_, dropped, *heir), 0, theta_.weights[dropped] + theta_.weights[*heir]);
      }
      replace(theta, dropped, placed.one, 0, placed.weight);
      continue;
    }
    const bool anew = heir == split;
    const Mixture& parts = anew ? redone_[dropped].parts : splits_[split].parts;
    const double weight = theta_.weights[split] + (anew ? theta_.weights[dropped] : 0);
    if (heir && !anew) {
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
