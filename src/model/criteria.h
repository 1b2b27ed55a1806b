// BIC, AIC and ICL from what a pass over the rows has summed up.
#pragma once

#include "mixseed/evaluate.h"

namespace mixseed {

// Totals over all observations, of which there are n: of the log densities, and of the logarithms of every row's
// largest responsibility.
Criteria criteria_of(const Mixture& mixture, double log_likelihood, double log_certainty, double n);

}  // namespace mixseed
