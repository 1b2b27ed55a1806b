// From the optimum of a sample to near that of all rows, by one pass over them: what a round of EM over all rows does
// beyond one on the sample is taken for what it would do in every round.
// The coarse correction of Brandt, "Multi-level adaptive solutions to boundary-value problems", Mathematics of
// Computation 31, 1977, with the sample in place of the coarse grid.
#pragma once

#include "mixseed/mixture.h"
#include "model/covariance_repair.h"
#include "pass/team.h"

namespace mixseed {

// `theta` is of that family, and EM on the sample has ended with it. Where rounds on the sample, so corrected, lead
// nowhere, it is what one round over all rows makes of it.
Mixture carried_over(const Mixture& theta, const Dataset& sample, const Dataset& all, const EstimationOptions& options);

}  // namespace mixseed
