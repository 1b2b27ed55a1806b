// The direction in which a component is widest.
#pragma once

#include <vector>

#include "mixseed/mixture.h"
#include "model/data_summary.h"

namespace mixseed {

// As long as the component's standard deviation along it. A sphere is widest where the data are.
std::vector<double> main_axis(const Mixture& mixture, std::size_t k, const DataSummary& summary);

}  // namespace mixseed
