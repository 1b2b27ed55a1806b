// Models under an affine map of the columns, and the algebra of such maps.
#pragma once

#include "base/affine_map.h"
#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// The model of the mapped rows. A spherical mixture becomes diagonal unless all factors are equal; spherical and
// diagonal mixtures become full if the map mixes columns.
Mixture in_units(Mixture mixture, const AffineMap& units);
Centers in_units(Centers centers, const AffineMap& units);

// The columns of a matrix [D][D], each mapped as a difference of two rows.
std::vector<double> in_units(const std::vector<double>& matrix, std::size_t dim, const AffineMap& units);

// The inverse map.
AffineMap inverse(const AffineMap& units);
// The map that applies `first`, then `second`.
AffineMap composed(const AffineMap& first, const AffineMap& second);

// Gives columns of deviation 1.
AffineMap standardising(const DataSummary& summary);
// Gives rows with mean 1 and the identity as covariance. A flat direction (kFlatDirection) stays narrow: its variance
// may be rounding.
AffineMap whitening(const DataSummary& summary);

}  // namespace mixseed
