// The question of the adaptive methods: the moments of the rows nearest to each of some means.
#pragma once

#include <cstdint>
#include <vector>

#include "model/moments.h"
#include "pass/grouping.h"

namespace mixseed {

// Every row belongs to its nearest mean, ties to the lowest index. The answer has the moments of each group about its
// pivot, added window by window.
struct Grow {
  using Answer = Moments;
  std::vector<double> means;   // [K][D]
  std::vector<double> pivots;  // [K][D]
  ModelPtr sorted_by;          // Centers: rows of a window are added in the order of their nearest one; null: own order
  std::uint64_t most = 0;      // a hint for the cache: the final number of means
};

Moments answer(const Grow& question, Part& part);

}  // namespace mixseed
