// What a fit says of its data and its model in plain sentences: what was noticed, and what helps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mixseed/fit.h"

namespace mixseed {

// One sentence or two for each of: values that too many rows share, fewer rows per component than 2 D, components that
// collapsed. `columns` are the names of the columns; empty when there are none. Empty if there is nothing to say.
std::vector<std::string> data_advice(const Fit& fit, const std::vector<std::string>& columns = {});
std::vector<std::string> collapse_advice(const Fit& fit);
// One sentence: what helps against collapsed components.
std::string_view collapse_remedies();

}  // namespace mixseed
