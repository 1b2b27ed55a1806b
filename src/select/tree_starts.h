// One tree of model-based clustering as a start of every cell of a grid.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fit/restarts.h"

namespace mixseed {

// The model of mhac for every number of components (ascending), from one tree over a sample of the rows. Empty if
// there are too many columns for a tree.
std::vector<State> tree_starts(const Restarts& restarts, std::span<const std::size_t> ks);

}  // namespace mixseed
