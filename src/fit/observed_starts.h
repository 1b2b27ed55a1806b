// Starts for EM on the observed values that need no search.
#pragma once

#include <vector>

#include "fit/observed_em.h"
#include "fit/task.h"

namespace mixseed {

// k-means on rows filled in several ways, random rows and random partitions, each as a mixture of the family of the
// task. `options`: for fits of filled rows.
std::vector<Mixture> simple_starts(const ObservedData& data, const Task& task, FitOptions options, const Rng& rng,
                                   Pool& pool);

}  // namespace mixseed
