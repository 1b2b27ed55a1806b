// Agglomerative clustering with average linkage by nearest-neighbour chains: O(m^2) time and memory.
#pragma once

#include <functional>
#include <vector>

#include "mixseed/data.h"
#include "seed/dendrogram.h"

namespace mixseed {

// Clusters all rows of S by the distances from pairwise_distances(). A row of weight w counts as w equal rows.
// `step` is called at least once per merge and may throw to cancel.
Dendrogram average_linkage(std::vector<double> distances, const DataView& S, const std::function<void()>& step = {});

// Bytes for the distances between this number of rows.
inline double memory_of_distances(double rows) { return rows * (rows - 1) / 2 * sizeof(double); }

}  // namespace mixseed
