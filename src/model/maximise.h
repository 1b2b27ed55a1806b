// From Moments to a Mixture: EM's maximisation step.
#pragma once

#include "mixseed/mixture.h"
#include "mixseed/repairs.h"
#include "model/family.h"
#include "model/floor.h"
#include "model/moments.h"
#include "model/prior.h"

namespace mixseed {

// The maximum of the expected log-likelihood under the floor (no floor if null). A component without mass gets weight 0
// and keeps the mean and covariance of `before`. Noise keeps its box and a weight of at most kMostNoise (noise.h).
// Repairs are added to `repairs`.
//
// An estimate that is iterative, or raised by volume, may be worse than the covariances of `before` with the new
// weights and means. Then these are kept, which is counted as refused.
Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 Repairs& repairs);
// The same with a prior, whose rows change covariances only.
Mixture maximise(const Moments& moments, const Family& family, const Mixture& before, const Floor* floor,
                 const Prior& prior, Repairs& repairs);

// The expected moments of one row drawn from the mixture.
Moments moments_of(const Mixture& theta, Moments::Second second);

// The mixture in another family: with the same densities if the family contains them, otherwise the maximum for rows
// drawn from the mixture.
Mixture in_family(const Mixture& theta, const Family& family, const Floor& floor);

}  // namespace mixseed
