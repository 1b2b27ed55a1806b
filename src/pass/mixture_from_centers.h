// From Centers to a Mixture: the paper's Means2GMM (Algorithm 1) and Means2SphGMM, and the same for other families.
#pragma once

#include "model/covariance_repair.h"
#include "pass/team.h"

namespace mixseed {

// Assigns every row to its nearest centre and takes each group's weight, mean and covariance. An unusable covariance
// is replaced by a spherical one, and if that is unusable too, by the fallback:
//   Rules::paper     unusable = not positive definite; fallback = identity
//   Rules::standard  unusable = below the floor; fallback = |distance to the nearest other mean|^2 / (2 D) * I
// In families with constraints between components, all covariances together are raised to the floor instead, and an
// empty group takes the covariance of the heaviest component.
// An empty group keeps its centre and gets the fallback, with the weight 1/K before weights are normalised.
Mixture mixture_from_centers(const Dataset& X, const Centers& centers, const EstimationOptions& options,
                             Repairs& repairs);

}  // namespace mixseed
