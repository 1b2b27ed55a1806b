// A mixture as a point of a linear space, so that steps between mixtures can be measured and extrapolated.
#pragma once

#include <optional>
#include <vector>

#include "mixseed/mixture.h"
#include "model/family.h"
#include "model/floor.h"

namespace mixseed {

// Log weights, means in units of the columns' scales, and covariances: logarithms of variances, or of a matrix U V U'
// with a unit lower triangle U the numbers of U and the logarithms of V. Constraints on volumes, proportions and a
// common matrix are linear in these, so a line through two mixtures of such a family stays within it. Constraints on
// common axes, and on proportions along the axes of each component, are not linear.
// No value if a weight is zero or a covariance has no factor.
std::optional<std::vector<double>> coordinates(const Mixture& theta, const std::vector<double>& scale);

// The mixture at a point; everything outside the coordinates is as in `like`. No value unless all numbers are finite.
std::optional<Mixture> mixture_at(const std::vector<double>& point, const Mixture& like,
                                  const std::vector<double>& scale);

// Whether a family has constraints that are not linear in the coordinates.
bool is_bound_to_axes(const Family& family);

// A nearby mixture of the family; no value if it lies below the floor. `like` belongs to the family.
std::optional<Mixture> of_family(std::optional<Mixture> theta, const Family& family, const Mixture& like,
                                 const Floor& floor);

}  // namespace mixseed
