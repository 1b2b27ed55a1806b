// Rows change their places only within windows, so that the rows of a block come from one part of the memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed {

inline constexpr std::size_t kBlocksOfWindow = 16, kWindow = kBlocksOfWindow * kernel::kBlock;
// Up to so many numbers (32 MB) are kept a second time, for speed: rows that lie in the order in which they are used
// come faster. Not more, for restarts that run side by side have a copy each.
inline constexpr std::size_t kMostKept = std::size_t{1} << 22;

// Where the rows of a window have to come from so that those with the same label lie together, equal ones as before: a
// counting sort.
inline std::vector<std::uint32_t> places_by_label(std::span<const std::uint32_t> labels, std::size_t components) {
  std::vector<std::uint32_t> ends(components + 1, 0), from(labels.size());
  for (const std::uint32_t label : labels) ++ends[label + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  for (std::uint32_t i = 0; i < labels.size(); ++i) from[ends[labels[i]]++] = i;
  return from;
}

// values[first + i] = what was at first + from[i].
template <typename Value>
void rearrange(std::vector<Value>& values, std::size_t first, const std::vector<std::uint32_t>& from) {
  std::vector<Value> moved;
  moved.reserve(from.size());
  for (const std::uint32_t i : from) moved.push_back(values[first + i]);
  std::copy(moved.begin(), moved.end(), values.begin() + static_cast<std::ptrdiff_t>(first));
}

}  // namespace mixseed
