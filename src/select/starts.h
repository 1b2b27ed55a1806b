// Starts for the cells of a grid: from the model of a smaller mixture, and from one tree of model-based clustering.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fit/restarts.h"
#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// The model with one of its up to four heaviest components split in two, one start for each, and further splits of the
// heaviest component until there are `components`. The last start duplicates components: it is as likely as the model.
std::vector<State> split_starts(const Mixture& model, std::size_t components, const DataSummary& summary);

// The model of mhac for every number of components (ascending), from one tree over a sample of the rows. Empty if
// there are too many columns for a tree.
std::vector<State> tree_starts(const Restarts& restarts, std::span<const std::size_t> ks);

}  // namespace mixseed
