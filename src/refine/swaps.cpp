#include "refine/swaps.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "model/collapsed.h"
#include "model/components.h"
#include "refine/regions.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kNeighbours = 3;                // that joining is tried with
constexpr double kLeastResponsibilityOfSplit = 0.02;  // rows with less are left out of the estimate of a split

// Whether component k has changed too little to change estimates.
bool is_unchanged(const Mixture& now, const Mixture& before, std::size_t k) {
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

Swaps::Swaps(Groups groups, const EmStep& em, Rng& rng, const Swaps* before)
    : groups_(std::move(groups)), em_(em), drops_(theta().size()), splits_(theta().size()), resplits_(theta().size()) {
  for (std::size_t j = 0; j < theta().size(); ++j)
    unchanged_.push_back(before && is_unchanged(theta(), before->theta(), j));
  find_drops(before, rng);
  find_splits(before, rng);
  for (const auto& [k, j] : before ? before->failed_ : failed_) {
    if (unchanged_[k] && unchanged_[j]) failed_.emplace_back(k, j);
  }
}

// The rows of component k go to the other components, whose weights grow in proportion.
double Swaps::cost_of_dropping(std::size_t k) const {
  const Group& own = groups_.group(k);
  std::vector<float> left;
  for (std::size_t at = 0; at < own.rows.size(); ++at) {
    left.push_back(
        static_cast<float>(std::max(groups_.rest(own.rows[at], own.responsibilities[at]), kLeastDensityRatio)));
  }
  const std::vector<float> logs = logs_of_sums(std::move(left));
  double cost = groups_.observations() * std::log1p(-theta().weights[k]);
  for (std::size_t at = 0; at < logs.size(); ++at) {
    cost -= groups_.weight(own.rows[at]) * static_cast<double>(logs[at]);
  }
  return cost;
}

double Swaps::cost_of_joining(std::size_t j, std::size_t k, Rng& rng) const {
  const Group group = groups_.thin(groups_.group_of_both(j, k), rng);
  const Values joint = groups_.rows_of(group, false).log_densities(joined(theta(), j, k));
  return -groups_.gain(group, joint, theta().weights[j] + theta().weights[k]);
}

void Swaps::find_drops(const Swaps* before, Rng& rng) {
  const std::size_t K = theta().size();
  for (std::size_t k = 0; k < K; ++k) drops_[k].cost = cost_of_dropping(k);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t k = 0; k < K; ++k) {
    for (const std::size_t j : groups_.neighbours(k, kNeighbours)) pairs.emplace_back(std::min(j, k), std::max(j, k));
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto& [j, k] : pairs) {
    const bool known = unchanged_[j] && unchanged_[k] && before->join_costs_.count({j, k}) > 0;
    const double cost = known ? before->join_costs_.at({j, k}) : cost_of_joining(j, k, rng);
    join_costs_[{j, k}] = cost;
    if (cost < drops_[j].cost) drops_[j] = {cost, k};
    if (cost < drops_[k].cost) drops_[k] = {cost, j};
  }
}

// Of every changed component, and of every changed pair of a component and its heir.
void Swaps::find_splits(const Swaps* before, Rng& rng) {
  std::vector<SplitTask> tasks;
  std::vector<Split*> wanted;
  for (std::size_t j = 0; j < theta().size(); ++j) {
    if (unchanged_[j]) {
      splits_[j] = before->splits_[j];
    } else if (auto found = split_task(groups_, groups_.thin(groups_.group(j, kLeastResponsibilityOfSplit), rng),
                                       component(theta(), j), theta().weights[j])) {
      tasks.push_back(std::move(*found));
      wanted.push_back(&splits_[j]);
    }
  }
  for (std::size_t k = 0; k < theta().size(); ++k) {
    const auto heir = drops_[k].heir;
    if (!heir || (drops_[*heir].heir == k && *heir < k)) continue;
    if (before && unchanged_[k] && unchanged_[*heir] && before->drops_[k].heir == heir) {
      resplits_[k] = before->resplits_[k];
    } else if (auto found = split_task(groups_, groups_.thin(groups_.group_of_both(*heir, k), rng),
                                       joined(theta(), *heir, k), theta().weights[*heir] + theta().weights[k])) {
      tasks.push_back(std::move(*found));
      wanted.push_back(&resplits_[k]);
    }
  }
  std::vector<Split> found = best_splits(groups_, em_, tasks, rng);
  for (std::size_t at = 0; at < found.size(); ++at) *wanted[at] = std::move(found[at]);
  for (Split& split : resplits_) {
    if (!(split.gain > 0)) split = {};
  }
}

std::vector<Swap> Swaps::ranked() const {
  std::vector<Swap> all;
  const auto is_failed = [&](std::size_t k, std::size_t j) {
    return std::find(failed_.begin(), failed_.end(), std::pair(k, j)) != failed_.end();
  };
  const std::vector<bool> collapsed = collapsed_components(em_.step().floor(), theta(), groups_.observations());
  for (std::size_t k = 0; k < theta().size(); ++k) {
    for (std::size_t j = 0; j < theta().size(); ++j) {
      if (j == k || is_failed(k, j)) continue;
      const double gain = drops_[k].heir == j ? resplits_[k].gain : splits_[j].gain - drops_[k].cost;
      if (gain > -kInfinity) all.push_back({k, j, gain / groups_.observations()});
    }
  }
  std::stable_sort(all.begin(), all.end(), [&](const Swap& a, const Swap& b) {
    return std::pair(!collapsed[a.dropped], -a.gain) < std::pair(!collapsed[b.dropped], -b.gain);
  });
  return all;
}

bool Swaps::are_disjoint(const Swap& a, const Swap& b) const {
  const auto heir = [&](const Swap& s) { return drops_[s.dropped].heir.value_or(s.split); };
  const std::size_t of_a[] = {a.dropped, a.split, heir(a)}, of_b[] = {b.dropped, b.split, heir(b)};
  return std::find_first_of(std::begin(of_a), std::end(of_a), std::begin(of_b), std::end(of_b)) == std::end(of_a);
}

Mixture Swaps::apply(std::span<const Swap> swaps) const {
  Mixture next = theta();
  for (const auto& [dropped, split, gain] : swaps) {
    const auto heir = drops_[dropped].heir;
    const bool is_resplit = heir == split;
    const Mixture& parts = is_resplit ? resplits_[dropped].parts : splits_[split].parts;
    const double weight = theta().weights[split] + (is_resplit ? theta().weights[dropped] : 0);
    if (heir && !is_resplit) {
      replace(next, *heir, joined(theta(), dropped, *heir), 0, theta().weights[dropped] + theta().weights[*heir]);
    }
    replace(next, split, parts, 0, weight * parts.weights[0]);
    replace(next, dropped, parts, 1, weight * parts.weights[1]);
  }
  const double sum = std::accumulate(next.weights.begin(), next.weights.end(), 0.0);
  const double all = next.noise ? 1 - next.noise->weight : 1.0;
  for (double& weight : next.weights) weight *= all / sum;
  return next;
}

std::vector<std::size_t> Swaps::touched_by(const Swap& swap) const {
  std::vector<std::size_t> touched{swap.dropped, swap.split};
  if (drops_[swap.dropped].heir) touched.push_back(*drops_[swap.dropped].heir);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

std::vector<Swaps::PartialFit> Swaps::run_partial_em(std::span<const Swap> swaps, int rounds) const {
  std::vector<PartialFit> all;
  std::vector<std::pair<std::size_t, Region>> regions;  // with the index of the swap
  for (const Swap& swap : swaps) {
    all.push_back({swap, apply({&swap, 1})});
    if (auto region = region_of(groups_, touched_by(swap))) regions.emplace_back(all.size() - 1, std::move(*region));
  }
  std::vector<LocalFit> fits;
  for (const auto& [which, region] : regions) {
    Mixture parts{theta().covariance, theta().dim, {}, {}, {}};
    for (const std::size_t k : region.components) append(parts, parts_of(all[which].theta, k, 1));
    fits.push_back(local_fit(region, std::move(parts)));
  }
  em_.run(fits, rounds);
  for (std::size_t at = 0; at < fits.size(); ++at) {
    const auto& [which, region] = regions[at];
    all[which].swap.gain = (fits[at].log_likelihood - region.log_likelihood) / groups_.observations();
    all[which].theta = replace_region(theta(), region, fits[at].parts);
  }
  return all;
}

}  // namespace mixseed
