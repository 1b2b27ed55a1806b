// BIC, AIC and ICL from sums over the rows.
#pragma once

#include "mixseed/evaluate.h"

namespace mixseed {

// Sums over all n observations: of log densities, and of the log of every row's largest responsibility (certainty).
Criteria criteria_of(const Mixture& mixture, double log_likelihood, double log_certainty, double n);

}  // namespace mixseed
