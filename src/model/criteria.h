// BIC, AIC and ICL from one pass.
#pragma once

#include "mixseed/evaluate.h"
#include "model/points.h"

namespace mixseed {

// `exponent`: the data are in units of 2^exponent of the caller's, and so is the mixture.
Criteria criteria_of(const Points& X, const Mixture& mixture, int exponent = 0);

}  // namespace mixseed
