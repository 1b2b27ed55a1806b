// A mixture as a point of a linear space, so that steps between mixtures can be measured and made longer.
#pragma once

#include <optional>
#include <vector>

#include "mixseed/mixture.h"
#include "model/family.h"
#include "model/floor.h"

namespace mixseed {

// Log weights, means in units of the columns' scales, and covariances: logarithms of variances, or of a matrix U V U'
// with a unit lower triangle U the numbers of U and the logarithms of V. What families say of volumes, proportions and
// a common matrix are linear equations in these, so a line through two mixtures of such a family stays within it;
// common axes, and proportions along axes of each component, are not.
// None when a weight is zero or a covariance has no factor.
std::optional<std::vector<double>> coordinates(const Mixture& theta, const std::vector<double>& scale);

// The mixture at a point; what is not in the coordinates is as in `like`. None when a number of it would not be finite.
std::optional<Mixture> mixture_at(const std::vector<double>& point, const Mixture& like,
                                  const std::vector<double>& scale);

// Whether the covariances of a family are bound to axes in such a way.
bool is_bound_to_axes(const Family& family);

// What a point has led to, as a mixture of the family near to it; none when it is below the floor. `like` is one of the
// family.
std::optional<Mixture> of_family(std::optional<Mixture> theta, const Family& family, const Mixture& like,
                                 const Floor& floor);

}  // namespace mixseed
