// Models of rows whose columns were measured in other units.
#pragma once

#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// A model of the rows with column j divided by units[j], written as a model of the rows themselves. A spherical mixture
// becomes a diagonal one unless all units are equal.
Mixture in_units(Mixture mixture, const std::vector<double>& units);
Centers in_units(Centers centers, const std::vector<double>& units);

}  // namespace mixseed
