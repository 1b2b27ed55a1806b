// Coordinates in which the data have the identity as covariance.
#pragma once

#include <vector>

#include "model/data_summary.h"
#include "model/linear.h"

namespace mixseed {

// Columns of deviation 1 that vary less in a direction hardly vary at all: the rest may be rounding.
inline constexpr double kFlatDirection = 1e-10;

// Of the matrix of correlations between the columns.
Spectrum correlations_of(const DataSummary& summary);

struct Whitening {
  std::vector<double> mean;  // [D]
  std::vector<double> axes;  // [size][D]: coordinate a of a row x is axes[a] . (x - mean)
  std::size_t size = 0;      // directions in which the data hardly vary are left out
};
Whitening whitening_of(const DataSummary& summary);

}  // namespace mixseed
