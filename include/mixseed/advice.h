// Advice about the data and the model of a fit, in plain sentences: the problem, and a remedy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mixseed/fit.h"

namespace mixseed {

// data_advice: one or two sentences for each value that too many rows share, and for fewer than 2 D rows per component.
// collapse_advice: the same for collapsed components. Empty without a problem. `columns`: names of the columns, or
// empty.
std::vector<std::string> data_advice(const Fit& fit, const std::vector<std::string>& columns = {});
std::vector<std::string> collapse_advice(const Fit& fit);
// One sentence: what helps against collapsed components.
std::string_view collapse_remedies();

}  // namespace mixseed
