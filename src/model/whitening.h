// Coordinates in which the data have the identity as covariance.
#pragma once

#include <vector>

#include "mixseed/data.h"
#include "model/data_summary.h"
#include "model/linear.h"

namespace mixseed {

// A direction whose variance, in columns of deviation 1, is at most this is flat: the variation may be rounding.
inline constexpr double kFlatDirection = 1e-10;

// The eigenvalues and axes of the columns' correlation matrix.
Spectrum correlations_of(const DataSummary& summary);

struct Whitening {
  std::vector<double> mean;  // [D]
  std::vector<double> axes;  // [size][D]: coordinate a of a row x is axes[a] . (x - mean)
  std::size_t size = 0;      // flat directions are left out

  // The coordinates of row i.
  void transform(const DataView& rows, std::size_t i, double* to) const;
};
Whitening whitening_of(const DataSummary& summary);

// All rows in these coordinates, with their weights; one column of zeros if every direction is flat.
Data whitened_rows(const DataView& rows, const Whitening& white);

}  // namespace mixseed
