// Agreement of two partitions of the same rows.
// Hubert & Arabie, "Comparing partitions", Journal of Classification 2, 1985.
#pragma once

#include <span>

namespace mixseed::lab {

// Adjusted Rand index of two label lists of equal length: 1 for equal groups under any labels, 0 on average for random
// groups. Also 1 when both have one group, or both have one group per row.
double adjusted_rand_index(std::span<const int> a, std::span<const int> b);

}  // namespace mixseed::lab
