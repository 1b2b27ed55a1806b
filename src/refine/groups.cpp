#include "refine/groups.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr double kSay = 1e-3;               // of a row; with less a component has no say in what becomes of it
constexpr std::size_t kLeastOfGroup = 500;  // rows from which the gain of a split is estimated
const double kLeastRest = std::exp(-80.0);  // of a row's density

}  // namespace

Groups::Groups(const Held& S, const Subsample& rows, const Mixture& theta)
    : S_(S),
      rows_(rows),
      theta_(theta),
      who_(rows.posteriors(theta)),
      groups_(theta.size()),
      overlaps_(theta.size(), Values(theta.size(), 0.0)) {
  const std::size_t K = theta.size();
  std::vector<std::size_t> close;
  for (std::size_t i = 0; i < who_.log_densities.size(); ++i) {
    const double* shares = who_.responsibilities.data() + i * K;
    totals_.push_back(std::accumulate(shares, shares + K, who_.noise.empty() ? 0.0 : who_.noise[i]));
    close.clear();
    for (std::size_t k = 0; k < K; ++k) {
      if (!(shares[k] > kSay)) continue;
      close.push_back(k);
      groups_[k].rows.push_back(i);
      groups_[k].shares.push_back(shares[k]);
    }
    for (const std::size_t j : close) {
      for (const std::size_t k : close) overlaps_[j][k] += view().weight(i) * shares[j] * shares[k];
    }
  }
}

Group Groups::of(std::size_t k, double least) const {
  Group group;
  for (std::size_t at = 0; at < groups_[k].rows.size(); ++at) {
    if (!(groups_[k].shares[at] > least)) continue;
    group.rows.push_back(groups_[k].rows[at]);
    group.shares.push_back(groups_[k].shares[at]);
  }
  return group;
}

Group Groups::of_two(std::size_t j, std::size_t k) const {
  Group both;
  const std::size_t most = groups_[j].rows.size() + groups_[k].rows.size();
  both.rows.reserve(most);
  both.shares.reserve(most);
  std::set_union(groups_[j].rows.begin(), groups_[j].rows.end(), groups_[k].rows.begin(), groups_[k].rows.end(),
                 std::back_inserter(both.rows));
  for (const std::size_t i : both.rows) both.shares.push_back(std::min(share(i, j) + share(i, k), 1.0));
  return both;
}

Group Groups::thinned(const Group& group, Rng& rng) const {
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

Subsample Groups::few(const Group& group, bool by_share) const {
  Values weights;
  weights.reserve(group.rows.size());
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    weights.push_back(group.scale * view().weight(group.rows[at]) * (by_share ? group.shares[at] : 1));
  }
  return {rows_, group.rows, std::move(weights)};
}

double Groups::gained(const Group& group, const Values& log_densities, double weight) const {
  const std::size_t n = group.rows.size();
  std::vector<float> kept(n), change(n);
  for (std::size_t at = 0; at < n; ++at) {
    kept[at] = static_cast<float>(std::max(1 - group.shares[at], kLeastRest));
    change[at] = static_cast<float>(log_densities[at] - log_density(group.rows[at]));
  }
  const std::vector<float> logs = logs_of_sums(std::move(kept), std::move(change), weight);
  double sum = 0;
  for (std::size_t at = 0; at < n; ++at) sum += view().weight(group.rows[at]) * static_cast<double>(logs[at]);
  return group.scale * sum;
}

std::vector<std::size_t> Groups::nearest_to(std::size_t k, std::size_t most) const {
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

}  // namespace mixseed
