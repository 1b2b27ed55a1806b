// Models of rows that are seen in other units, and what becomes of units that follow each other.
#pragma once

#include "base/units.h"
#include "mixseed/mixture.h"
#include "model/facts.h"

namespace mixseed {

// A model of rows, written as a model of the rows in these units. A spherical mixture becomes a diagonal one unless all
// factors are equal; where columns are mixed, it and a diagonal one become full.
Mixture in_units(Mixture mixture, const Units& units);
Centers in_units(Centers centers, const Units& units);

// The columns of a matrix [D][D], each seen as a difference of two rows.
std::vector<double> in_units(const std::vector<double>& matrix, std::size_t dim, const Units& units);

// Back to what was seen.
Units inverse(const Units& units);
// One after the other.
Units composed(const Units& first, const Units& second);

// Columns of deviation 1.
Units standardising(const Facts& facts);
// The rows about 1, with the identity as covariance. A direction in which the columns hardly vary together
// stays narrow: what little there is may be rounding.
Units whitening(const Facts& facts);

}  // namespace mixseed
