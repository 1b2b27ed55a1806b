// How far two partitions of the same rows agree.
// Hubert & Arabie, "Comparing partitions", Journal of Classification 2, 1985.
#pragma once

#include <span>

namespace mixseed::lab {

// The adjusted Rand index of two lists of labels, equally long: 1 for the same groups, whatever they are called, 0 on
// average for groups by chance. Two lists with one group each, or with as many as there are rows, agree.
double adjusted_rand_index(std::span<const int> a, std::span<const int> b);

}  // namespace mixseed::lab
