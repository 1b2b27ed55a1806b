// The choice among fits by a criterion.
#pragma once

#include <vector>

#include "mixseed/fit.h"

namespace mixseed {

// See Selection::best.
Selection chosen_among(std::vector<Fit> fits, Criterion criterion);

}  // namespace mixseed
