// Some components beside the others as they are: EM with these alone is the partial EM of Ueda et al.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "refine/groups.h"
#include "refine/local_em.h"

namespace mixseed {

// Some components, their rows, and what all others give to the density of these.
struct Region {
  std::vector<std::size_t> components;
  double weight;  // of these components
  Subsample X;
  std::vector<float> rest;     // the logarithm of what is beside
  std::vector<double> shares;  // how much of a row is of the region
  double log_likelihood;       // of the rows, as they are
};

// None if they have no rows.
std::optional<Region> region_of(const Groups& groups, std::vector<std::size_t> components);
// EM with these parts in the place of its components; the region must outlive it.
Local local_in(const Region& region, Mixture parts);
Mixture with(Mixture theta, const Region& region, const Mixture& parts);

}  // namespace mixseed
