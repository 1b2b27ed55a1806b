#include "refine/regions.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "model/components.h"

namespace mixseed {
namespace {

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

std::optional<Region> region_of(const Groups& groups, Places components) {
  Group group;
  for (const std::size_t k : components) group.rows = united(group.rows, groups.of(k).rows);
  if (group.rows.empty()) return {};
  group.shares.assign(group.rows.size(), 1.0);
  Region region{std::move(components), 0, groups.few(group, false), {}, {}, 0};
  for (const std::size_t k : region.components) region.weight += groups.theta().weights[k];
  region.shares.reserve(group.rows.size());
  region.rest.reserve(group.rows.size());
  for (const std::size_t i : group.rows) {
    double own = 0;
    for (const std::size_t k : region.components) own += groups.share(i, k);
    region.shares.push_back(own);
    region.rest.push_back(static_cast<float>(std::max(groups.beside(i, own), kNothing)));
    region.log_likelihood += groups.view().weight(i) * groups.log_density(i);
  }
  region.rest = logs_of_sums(std::move(region.rest));
  for (std::size_t at = 0; at < group.rows.size(); ++at) {
    region.rest[at] += static_cast<float>(groups.log_density(group.rows[at]));
  }
  return region;
}

// The others keep their weights, and so these have what is left, however they share it.
Local local_in(const Region& region, Mixture parts) {
  share_out(parts.weights, region.weight);
  return {{&region.X, parts.size(), region.rest}, std::move(parts), region.weight};
}

Mixture with(Mixture theta, const Region& region, const Mixture& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) replace(theta, region.components[i], parts, i, parts.weights[i]);
  return theta;
}

}  // namespace mixseed
