// From Moments to a Mixture: EM's maximisation step.
#pragma once

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/family.h"
#include "model/floor.h"
#include "model/moments.h"
#include "model/prior.h"

namespace mixseed {

// The maximum of the expected log-likelihood under the floor (no floor when null). A component without mass keeps
// the mean and covariance it has in `before`, with weight 0; noise keeps its box, and a weight of at most kMostNoise
// (noise.h). Repairs are added to `repairs`.
//
// Families whose maximum is found by steps, or cannot be held by the floor eigenvalue by eigenvalue, may come out below
// what the covariances of `before` give with the new weights and means: then these stay, which is counted as refused.
Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 Repairs& repairs);
// The same with the rows of a prior, which change covariances only.
Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 const Prior& prior, Repairs& repairs);

// The moments of one row that the mixture describes exactly.
Moments moments_of(const Mixture& theta, Moments::Second second);

// The mixture as one of the family: the same densities where the family allows them, otherwise what the update makes of
// rows that the mixture describes exactly.
Mixture in_family(const Mixture& theta, const Family& family, const Floor& floor);

}  // namespace mixseed
