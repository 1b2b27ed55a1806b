// A grid of numbers of components and covariance families: which seeds its cells share, and their further starts.
#pragma once

#include <span>
#include <vector>

#include "fit/restarts.h"

namespace mixseed {

// Every number of components (ascending) with every family, refined and monotone. `pipelines`: one alone, or one for
// the seeds and then one for each family, which differ in their last em. `criterion`: by which one of them is chosen.
std::vector<Task> tasks_of_grid(Restarts& restarts, std::span<const std::size_t> ks,
                                std::span<const Pipeline> pipelines, Criterion criterion);

}  // namespace mixseed
