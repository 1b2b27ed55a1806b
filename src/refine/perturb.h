// A model near another one, but not in its basin of attraction: random components move to random rows.
// Zhao, Hautamäki, Kärkkäinen & Fränti, "Random swap EM algorithm for Gaussian mixture models",
// Pattern Recognition Letters 33, 2012.
#pragma once

#include "base/rng.h"
#include "mixseed/mixture.h"
#include "pass/verbs.h"

namespace mixseed {

// At least one component, and at most one in four, moves to a random row of another one and takes over a quarter of
// that one's weight. A mixture of one component is returned unchanged.
Mixture perturb(const Dataset& X, const Mixture& theta, Rng& rng);

}  // namespace mixseed
