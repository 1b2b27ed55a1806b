// Some components with all others fixed: EM with these alone is the partial EM of Ueda et al.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "refine/groups.h"
#include "refine/local_em.h"

namespace mixseed {

// Some components, their rows, and the density that all other components give to these rows.
struct Region {
  std::vector<std::size_t> components;
  double weight;  // of these components
  FloatRows X;
  std::vector<float> background;         // log density of the other components, by row
  std::vector<double> responsibilities;  // of the region, by row
  double log_likelihood;                 // of the rows, under the whole mixture
};

// Empty if they have no rows.
std::optional<Region> region_of(const Groups& groups, std::vector<std::size_t> components);
// Partial EM from these parts in place of the region's components; the region must outlive it.
LocalFit local_fit(const Region& region, Mixture parts);
Mixture replace_region(Mixture theta, const Region& region, const Mixture& parts);

}  // namespace mixseed
