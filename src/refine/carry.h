// Moves the optimum on a sample close to the optimum on all rows, by one pass over all rows. The difference between a
// round of EM on all rows and one on the sample is added to every further round on the sample.
// The coarse correction of Brandt, "Multi-level adaptive solutions to boundary-value problems", Mathematics of
// Computation 31, 1977, with the sample in place of the coarse grid.
#pragma once

#include "mixseed/mixture.h"
#include "model/covariance_repair.h"
#include "pass/team.h"

namespace mixseed {

// `theta` belongs to the family of `options` and is the end of EM on the sample. If the corrected rounds diverge or
// leave the family, the result is that of one round over all rows.
Mixture carried_over(const Mixture& theta, const Dataset& sample, const Dataset& all, const EstimationOptions& options);

}  // namespace mixseed
