// A model that is near to another one, but not in its basin: components are given up, and where they are set up again
// is left to chance. Zhao, Hautamäki, Kärkkäinen & Fränti, "Random swap EM algorithm for Gaussian mixture models",
// Pattern Recognition Letters 33, 2012.
#pragma once

#include "base/rng.h"
#include "mixseed/mixture.h"
#include "pass/verbs.h"

namespace mixseed {

// One component in four at most, and at least one, moves to a random row of another one, of which it takes a part.
// A mixture of one component comes back unchanged.
Mixture perturbed(const Dataset& X, const Mixture& theta, Rng& rng);

}  // namespace mixseed
