// The best of several starts of EM on the observed values: short runs rank them, and the best go on to the end.
// Biernacki, Celeux & Govaert, "Choosing starting values for the EM algorithm for getting the highest likelihood in
// multivariate Gaussian mixture models", Computational Statistics & Data Analysis 41, 2003 (emEM).
#pragma once

#include <vector>

#include "fit/observed_context.h"
#include "fit/task.h"

namespace mixseed {

// Of EM on rows whose missing values are filled in, before EM on the observed values.
inline constexpr int kRoundsOnFilled = 20;

// The best end from the starts, and from further ones if `auto` or `quick` chose the method.
Attempt best_end(ObservedContext& context, const Task& task, std::vector<Mixture> starts, std::size_t restart,
                 Pool& pool);

Attempt run_to_the_end(ObservedContext& context, const Task& task, const Mixture& start, std::size_t restart,
                       Pool& pool);

}  // namespace mixseed
