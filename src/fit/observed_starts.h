// Starts for EM on the observed values that cost no search.
#pragma once

#include <vector>

#include "fit/observed_cell.h"

namespace mixseed {

// k-means on rows filled in several ways, random rows and random partitions, each lifted to the family of the cell.
// `options`: for fits of filled rows.
std::vector<Mixture> simple_starts(const ObservedData& data, const ObservedCell& cell, FitOptions options,
                                   const Rng& rng, Pool& pool);

}  // namespace mixseed
