// Starts for a larger mixture from the model of a smaller one.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// The model with one of its up to four heaviest components split in two, one start for each, and further splits of the
// heaviest component until there are `components`. The last start duplicates components: it is as likely as the model.
std::vector<State> split_starts(const Mixture& model, std::size_t components, const DataSummary& summary);

}  // namespace mixseed
