// A grid of numbers of components and covariance families: which seeds its cells share, their fits on a sample, and
// their further starts.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fit/restarts.h"
#include "mixseed/fit.h"

namespace mixseed {

// Fits every cell on a sample, with short runs and cross-family restarts; the models, corrected by one pass over all
// rows, replace the seeds of the tasks. Returns false, and does nothing, if there are too few rows for a sample.
bool seed_from_sample(Restarts& restarts, std::vector<Task>& tasks);

// Every number of components (ascending) with every family, refined and monotone. `pipelines`: one alone, or one for
// the seeds and then one for each family, which differ in their last em. `criterion`: by which one of them is chosen.
std::vector<Task> tasks_of_grid(Restarts& restarts, std::span<const std::size_t> ks,
                                std::span<const Pipeline> pipelines, Criterion criterion);

// See Selection::best.
Selection chosen_among(std::vector<Fit> fits, Criterion criterion);

}  // namespace mixseed
