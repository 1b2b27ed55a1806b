#include "refine/groups.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr double kLeastResponsibility = 1e-3;  // with less, a row is not in the component's group
constexpr std::size_t kRowsOfEstimate = 500;   // at least, for the gain of a split

}  // namespace

Groups::Groups(const Subsample& S, const Mixture& theta)
    : S_(S),
      theta_(theta),
      posteriors_(S.floats().posteriors(theta)),
      groups_(theta.size()),
      overlaps_(theta.size(), Values(theta.size(), 0.0)) {
  const std::size_t K = theta.size();
  std::vector<std::size_t> close;
  for (std::size_t i = 0; i < posteriors_.log_densities.size(); ++i) {
    const double* own = posteriors_.responsibilities.data() + i * K;
    totals_.push_back(std::accumulate(own, own + K, posteriors_.noise.empty() ? 0.0 : posteriors_.noise[i]));
    close.clear();
    for (std::size_t k = 0; k < K; ++k) {
      if (!(own[k] > kLeastResponsibility)) continue;
      close.push_back(k);
      groups_[k].rows.push_back(i);
      groups_[k].responsibilities.push_back(own[k]);
    }
    for (const std::size_t j : close) {
      for (const std::size_t k : close) overlaps_[j][k] += weight(i) * own[j] * own[k];
    }
  }
}

Group Groups::group(std::size_t k, double least) const {
  Group some;
  for (std::size_t at = 0; at < groups_[k].rows.size(); ++at) {
    if (!(groups_[k].responsibilities[at] > least)) continue;
    some.rows.push_back(groups_[k].rows[at]);
    some.responsibilities.push_back(groups_[k].responsibilities[at]);
  }
  return some;
}

Group Groups::group_of_both(std::size_t j, std::size_t k) const {
  Group both;
  const std::size_t most = groups_[j].rows.size() + groups_[k].rows.size();
  both.rows.reserve(most);
  both.responsibilities.reserve(most);
  std::set_union(groups_[j].rows.begin(), groups_[j].rows.end(), groups_[k].rows.begin(), groups_[k].rows.end(),
                 std::back_inserter(both.rows));
  for (const std::size_t i : both.rows)
    both.responsibilities.push_back(std::min(responsibility(i, j) + responsibility(i, k), 1.0));
  return both;
}

Group Groups::thin(const Group& group, Rng& rng) const {
  const std::size_t most = std::max(kRowsOfEstimate, 5 * (theta_.dim + 1) * (theta_.dim + 2)), n = group.rows.size();
  if (n <= most) return group;
  Group some{{}, {}, static_cast<double>(n) / static_cast<double>(most)};
  const double from = rng.uniform();  // then in equal steps
  for (std::size_t i = 0; i < most; ++i) {
    const auto at = std::min(n - 1, static_cast<std::size_t>((static_cast<double>(i) + from) * some.scale));
    some.rows.push_back(group.rows[at]);
    some.responsibilities.push_back(group.responsibilities[at]);
  }
  return some;
}

FloatRows Groups::rows_of(const Group& group, bool by_responsibility) const {
  Values weights;
  weights.reserve(group.rows.size());
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    weights.push_back(group.scale * weight(group.rows[at]) * (by_responsibility ? group.responsibilities[at] : 1));
  }
  return {S_.floats(), group.rows, std::move(weights)};
}

double Groups::gain(const Group& group, const Values& log_densities, double weight_of_group) const {
  const std::size_t n = group.rows.size();
  std::vector<float> kept(n), change(n);
  for (std::size_t at = 0; at < n; ++at) {
    kept[at] = static_cast<float>(std::max(1 - group.responsibilities[at], kLeastDensityRatio));
    change[at] = static_cast<float>(log_densities[at] - log_density(group.rows[at]));
  }
  const std::vector<float> logs = logs_of_sums(std::move(kept), std::move(change), weight_of_group);
  double sum = 0;
  for (std::size_t at = 0; at < n; ++at) sum += weight(group.rows[at]) * static_cast<double>(logs[at]);
  return group.scale * sum;
}

std::vector<std::size_t> Groups::neighbours(std::size_t k, std::size_t most) const {
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
