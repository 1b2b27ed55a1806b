// Two-dimensional pictures of data sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/data_set.h"

namespace mixseed::lab {

inline constexpr std::uint16_t kUnlabelled = 65535;  // noise, or an unknown label
inline constexpr std::size_t kMostProjected = 500;   // rows

struct Projection {
  std::string x_label, y_label;
  std::size_t all = 0;  // all rows; at most kMostProjected of them, evenly spaced, are projected
  std::vector<float> x, y;
  std::vector<std::uint16_t> labels;  // the true component
};

// Orthogonal projection onto a random plane that depends only on the number of columns. Two columns are shown
// unchanged, one column against its row number. `labels` may be empty.
Projection projection_of(const DataView& rows, const std::vector<int>& labels, const std::vector<std::string>& names);

// Generates the data again, or reads the paper's data set of that name from `folder`. Empty if the file is missing or
// its digest differs.
std::optional<Projection> projection_of(const DataSet& set, const std::string& folder);

}  // namespace mixseed::lab
