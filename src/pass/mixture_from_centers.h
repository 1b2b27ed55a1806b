// From Centers to a Mixture: the paper's Means2GMM (Algorithm 1) and Means2SphGMM, and their kin for the other types.
#pragma once

#include "model/covariance_repair.h"
#include "pass/team.h"

namespace mixseed {

// Assigns every row to its nearest centre and takes each group's weight, mean and covariance. A covariance that cannot
// be used is replaced by a spherical one, and if that cannot be used either, by a last fall-back:
//   Rules::paper     unusable = not positive definite; last fall-back = identity
//   Rules::standard  unusable = below the floor; last fall-back = |distance to the nearest other mean|^2 / (2 D) * I
// Families with constraints between components are brought back to the floor as a whole instead, and an empty group
// takes the covariance of the heaviest one.
// An empty group keeps its centre, takes the last fall-back and the weight 1/K before all are normalised.
Mixture mixture_from_centers(const Dataset& X, const Centers& centers, const EstimationOptions& options,
                             Repairs& repairs);

}  // namespace mixseed
