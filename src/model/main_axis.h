// The direction in which a component is widest.
#pragma once

#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// A vector along it, as long as the standard deviation in that direction. A sphere takes the main axis of the data.
std::vector<double> main_axis(const Mixture& mixture, std::size_t k, const DataSummary& summary);

}  // namespace mixseed
