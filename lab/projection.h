// A data set as it looks on a plane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/data_set.h"

namespace mixseed::lab {

inline constexpr std::uint16_t kUnlabelled = 65535;  // noise, or nothing is known
inline constexpr std::size_t kMostProjected = 500;   // rows

struct Projection {
  std::string x_label, y_label;
  std::size_t all = 0;  // rows that there are; at most kMostProjected are here, evenly spaced
  std::vector<float> x, y;
  std::vector<std::uint16_t> labels;  // the true component
};

// Orthogonal, onto a random plane that depends on the number of columns alone; two columns are shown as they are, one
// against the number of its row. `labels` may be empty.
Projection projection_of(const DataView& rows, const std::vector<int>& labels, const std::vector<std::string>& names);

// Generated data are made again. A file is one of the paper's sets that lies in `folder` and has the same numbers as
// those that were fitted; nothing otherwise.
std::optional<Projection> projection_of(const DataSet& set, const std::string& folder);

}  // namespace mixseed::lab
