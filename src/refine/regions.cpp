#include "refine/regions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

using Indices = std::vector<std::size_t>;

Indices united(const Indices& a, const Indices& b) {
  if (a.empty()) return b;
  Indices both;
  both.reserve(a.size() + b.size());
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

}  // namespace

std::optional<Region> region_of(const Groups& groups, Indices components) {
  Group group;
  for (const std::size_t k : components) group.rows = united(group.rows, groups.group(k).rows);
  if (group.rows.empty()) return {};
  group.responsibilities.assign(group.rows.size(), 1.0);
  Region region{std::move(components), 0, groups.rows_of(group, false), {}, {}, 0};
  for (const std::size_t k : region.components) region.weight += groups.theta().weights[k];
  region.responsibilities.reserve(group.rows.size());
  region.background.reserve(group.rows.size());
  for (const std::size_t i : group.rows) {
    double own = 0;
    for (const std::size_t k : region.components) own += groups.responsibility(i, k);
    region.responsibilities.push_back(own);
    region.background.push_back(static_cast<float>(std::max(groups.rest(i, own), kLeastDensityRatio)));
    region.log_likelihood += groups.weight(i) * groups.log_density(i);
  }
  region.background = logs_of_sums(std::move(region.background));
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    region.background[at] += static_cast<float>(groups.log_density(group.rows[at]));
  }
  return region;
}

// The other components keep their weights, so the weights of these have a fixed sum.
LocalFit local_fit(const Region& region, Mixture parts) {
  share_out(parts.weights, region.weight);
  return {{&region.X, parts.size(), region.background}, std::move(parts), region.weight};
}

Mixture replace_region(Mixture theta, const Region& region, const Mixture& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) replace(theta, region.components[i], parts, i, parts.weights[i]);
  return theta;
}

}  // namespace mixseed
