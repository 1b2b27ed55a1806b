// Coordinates in which the data have the identity as covariance.
#pragma once

#include <vector>

#include "model/facts.h"

namespace mixseed {

struct Whitening {
  std::vector<double> mean;  // [D]
  std::vector<double> axes;  // [size][D]: coordinate a of a row x is axes[a] . (x - mean)
  std::size_t size = 0;      // directions in which the data hardly vary are left out
};
Whitening whitening_of(const Facts& facts);

}  // namespace mixseed
