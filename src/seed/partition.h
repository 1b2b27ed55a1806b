// From a partition of rows to a mixture.
#pragma once

#include <vector>

#include "mixseed/repairs.h"
#include "pass/verbs.h"

namespace mixseed {

// Weight, mean and covariance of each of K clusters of S, a sample of X; labels[i] is the cluster of row i. A cluster
// without rows has weight 0 before repairs, and the mean of the data.
Mixture mixture_of_partition(const Dataset& X, const DataView& S, const std::vector<std::size_t>& labels, std::size_t K,
                             Repairs& repairs);

}  // namespace mixseed
