// Moments of rows with given responsibilities or labels.
#pragma once

#include <cstddef>
#include <span>

#include "model/moments.h"
#include "pass/part.h"

namespace mixseed {

// Responsibilities [rows][components], or one label per row; the other one is empty.
struct Memberships {
  std::size_t components;
  std::span<const double> responsibilities;
  std::span<const std::size_t> labels;
};

// Throws Error(input) unless there is one membership per row, responsibilities are not negative and sum to 1 (within
// 1e-6), and labels are below the number of components.
void check(const Memberships& memberships, std::size_t rows);

// `center`: the data's mean. Two passes: the means first, which are the pivots of the second moments. A component
// without rows has no mass.
Moments moments_of(Part& part, const Memberships& memberships, const std::vector<double>& center,
                   Moments::Second second);

}  // namespace mixseed
