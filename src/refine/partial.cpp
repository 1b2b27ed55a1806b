// EM with some components, on their rows, beside the others as they are: the partial EM of Ueda et al.
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
  if (a.empty()) return b;
  Places both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

}  // namespace

std::optional<Swaps::Region> Swaps::region_of(Places components) const {
  Group group;
  for (const std::size_t k : components) group.rows = united(group.rows, groups_[k].rows);
  if (group.rows.empty()) return {};
  group.shares.assign(group.rows.size(), 1.0);
  Region region{std::move(components), 0, few(group, false), {}, {}, 0};
  for (const std::size_t k : region.components) region.weight += theta_.weights[k];
  const std::size_t K = theta_.size();
  region.shares.reserve(group.rows.size());
  region.rest.reserve(group.rows.size());
  for (const std::size_t i : group.rows) {
    const double* shares = who_.responsibilities.data() + i * K;
    double own = 0;
    for (const std::size_t k : region.components) own += shares[k];
    region.shares.push_back(own);
    region.rest.push_back(static_cast<float>(std::max(totals_[i] - own, kNothing)));
    region.log_likelihood += S_.view().weight(i) * who_.log_densities[i];
  }
  region.rest = logs_of_sums(std::move(region.rest));
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    region.rest[at] += static_cast<float>(who_.log_densities[group.rows[at]]);
  }
  return region;
}

// The others keep their weights, and so these have what is left, however they share it.
Swaps::Local Swaps::local_in(const Region& region, Mixture parts) const {
  share_out(parts.weights, region.weight);
  return {{&region.X, parts.size(), region.rest}, std::move(parts), region.weight};
}

Mixture Swaps::with(const Region& region, const Mixture& parts) const {
  Mixture theta = theta_;
  for (std::size_t i = 0; i < parts.size(); ++i) replace(theta, region.components[i], parts, i, parts.weights[i]);
  return theta;
}

std::vector<std::size_t> Swaps::touched_by(const Swap& swap) const {
  Places touched{swap.dropped, swap.split};
  if (drops_[swap.dropped].heir) touched.push_back(*drops_[swap.dropped].heir);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

std::vector<Swaps::Refined> Swaps::refined(std::span<const Swap> swaps, int rounds) const {
  std::vector<Refined> all;
  std::vector<std::pair<std::size_t, Region>> regions;  // of which swap
  for (const Swap& swap : swaps) {
    all.push_back({swap, made({&swap, 1})});
    if (swap.split >= theta_.size()) continue;  // its rows may be anybody's
    if (auto region = region_of(touched_by(swap))) regions.emplace_back(all.size() - 1, std::move(*region));
  }
  std::vector<Local> locals;
  for (const auto& [which, region] : regions) {
    Mixture parts{theta_.covariance, theta_.dim, {}, {}, {}};
    for (const std::size_t k : region.components) append(parts, parts_of(all[which].theta, k, 1));
    locals.push_back(local_in(region, std::move(parts)));
  }
  run(locals, rounds);
  for (std::size_t at = 0; at < locals.size(); ++at) {
    const auto& [which, region] = regions[at];
    all[which].swap.gain = (locals[at].likelihood - region.log_likelihood) / S_.rows().observations();
    all[which].theta = with(region, locals[at].parts);
  }
  return all;
}

}  // namespace mixseed
