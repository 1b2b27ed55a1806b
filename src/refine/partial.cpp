// EM with the components that a swap touches, on their rows, beside the others as they are: the partial EM of Ueda et
// al.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "model/components.h"
#include "refine/swaps.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;
using Places = std::vector<std::size_t>;

const double kNothing = std::exp(-80.0);  // of a row's density

Places united(const Places& a, const Places& b) {
  Places both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

// The others keep their weights, and so these have what is left, however they share it.
void share_out(Mixture& parts, double weight) {
  const double sum = std::accumulate(parts.weights.begin(), parts.weights.end(), 0.0);
  for (double& own : parts.weights) own *= sum > 0 ? weight / sum : 0;
}

Mixture parts_of(const Mixture& theta, const Places& which) {
  Mixture parts{theta.covariance, theta.dim, {}, {}, {}};
  for (const std::size_t k : which) {
    const Mixture one = component(theta, k);
    parts.weights.push_back(theta.weights[k]);
    parts.means.insert(parts.means.end(), one.means.begin(), one.means.end());
    parts.covariances.insert(parts.covariances.end(), one.covariances.begin(), one.covariances.end());
  }
  return parts;
}

}  // namespace

std::vector<std::size_t> Swaps::touched_by(const Swap& swap) const {
  Places touched{swap.dropped, swap.split};
  if (swap.dropped != swap.split && drops_[swap.dropped].heir) touched.push_back(*drops_[swap.dropped].heir);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

// The logarithm of what all other components give to the density of these rows.
Values Swaps::density_beside(const Places& touched, const Places& rows) const {
  const std::size_t K = theta_.size();
  Values densities;
  for (const std::size_t i : rows) {
    const double* shares = who_.responsibilities.data() + i * K;
    double others = std::accumulate(shares, shares + K, who_.noise.empty() ? 0.0 : who_.noise[i]);
    for (const std::size_t k : touched) others -= shares[k];
    densities.push_back(who_.log_densities[i] + std::log(std::max(others, kNothing)));
  }
  return densities;
}

Swaps::Refined Swaps::refined(const Swap& swap, int rounds) const {
  Mixture theta = made({&swap, 1});
  if (swap.split >= theta_.size()) return {swap, std::move(theta)};  // its rows may be anybody's
  const Places touched = touched_by(swap);
  Group group;
  double weight = 0;
  for (const std::size_t k : touched) weight += theta_.weights[k];
  for (const std::size_t k : touched) group.rows = united(group.rows, groups_[k].rows);
  if (group.rows.empty()) return {swap, std::move(theta)};
  group.shares.assign(group.rows.size(), 1.0);
  const Few X = few(group, false);
  const Values rest = density_beside(touched, group.rows);
  double gained = 0;
  for (const std::size_t i : group.rows) gained -= S_.view().weight(i) * who_.log_densities[i];
  Mixture parts = parts_of(theta, touched);
  theta = theta_;
  share_out(parts, weight);
  for (int round = 0; round < rounds; ++round) {
    const Moments moments = X.expect_beside(rest, parts, em_.family().second);
    if (round + 1 == rounds) gained += moments.objective;
    parts = maximised(moments, parts);
    share_out(parts, weight);
  }
  for (std::size_t at = 0; at < touched.size(); ++at) replace(theta, touched[at], parts, at, parts.weights[at]);
  return {{swap.dropped, swap.split, gained / S_.rows().observations()}, std::move(theta)};
}

}  // namespace mixseed
