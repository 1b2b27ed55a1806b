// Agglomerative clustering by the classification likelihood of components with full covariances.
// Fraley, "Algorithms for model-based Gaussian hierarchical clustering", SIAM Journal on Scientific Computing 20, 1998.
#pragma once

#include <functional>

#include "mixseed/data.h"
#include "seed/dendrogram.h"

namespace mixseed {

// Merges the two clusters that lower the classification likelihood least, until one is left. Z are rows with the
// identity as covariance. m rows of q columns take O(m^2) memory, and about m^2 q^3 / 6 operations in the worst case.
// `step` is called for every merge, and may throw to cancel.
Dendrogram model_linkage(const DataView& Z, const std::function<void()>& step = {});

}  // namespace mixseed
