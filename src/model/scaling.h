// Models of rows that are seen in other units, and what becomes of units that follow each other.
#pragma once

#include "base/affine_map.h"
#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// A model of rows, written as a model of the rows in these units. A spherical mixture becomes a diagonal one unless all
// factors are equal; where columns are mixed, it and a diagonal one become full.
Mixture in_units(Mixture mixture, const AffineMap& units);
Centers in_units(Centers centers, const AffineMap& units);

// The columns of a matrix [D][D], each seen as a difference of two rows.
std::vector<double> in_units(const std::vector<double>& matrix, std::size_t dim, const AffineMap& units);

// Back to what was seen.
AffineMap inverse(const AffineMap& units);
// One after the other.
AffineMap composed(const AffineMap& first, const AffineMap& second);

// Columns of deviation 1.
AffineMap standardising(const DataSummary& summary);
// The rows about 1, with the identity as covariance. A direction in which the columns hardly vary together
// stays narrow: what little there is may be rounding.
AffineMap whitening(const DataSummary& summary);

}  // namespace mixseed
