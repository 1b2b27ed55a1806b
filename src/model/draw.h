// Choosing rows: at random in proportion to something, by the largest value, or as a sample. A row of weight w counts
// as w rows; rows without weight are never chosen.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "model/points.h"

namespace mixseed {

// Every observation with the same probability.
std::size_t draw_row(const Points& X, Rng& rng);
// In proportion to values[i] (>= 0) per observation; uniformly when all are zero.
std::size_t draw_row(const Points& X, const std::vector<double>& values, Rng& rng);
// The row with the largest value; ties go to the lowest index.
std::size_t argmax_row(const Points& X, const std::vector<double>& values);

// A uniform sample without replacement of ceil(share * n) observations, but at least `least` (all of them when there
// are not so many). share = 1 is the data itself, less the rows without weight, and draws nothing.
class RowSample {
 public:
  RowSample(const Points& X, double share, std::size_t least, Rng& rng);
  // Rows in ascending order of their index; a row that was drawn several times is there once, with that weight.
  const Points& points() const { return points_; }

 private:
  RowSample(const Points& X, std::optional<Data> drawn);
  std::optional<Data> drawn_;  // nothing when the sample is the data itself
  Points points_;
};

// How many observations RowSample takes.
double sample_size(const Points& X, double share, std::size_t least);

}  // namespace mixseed
