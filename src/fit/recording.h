// How the data were recorded: the steps of the columns, and values that many rows share.
#pragma once

#include <optional>
#include <vector>

#include "mixseed/fit.h"
#include "pass/team.h"

namespace mixseed {

struct Recording {
  std::vector<double> steps;  // one for each column; 0 means continuous
  std::vector<PointMass> point_masses;
};

// Asks one question. Given steps replace those found in the data. Throws Error(usage) for invalid steps.
Recording recording_of(const Dataset& X, const std::optional<std::vector<double>>& given);
// From the distinct values of the columns and the sum of all weights.
Recording recording_of(const std::vector<DistinctValues>& columns, double observations,
                       const std::optional<std::vector<double>>& given);

}  // namespace mixseed
