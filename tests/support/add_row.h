// Moments filled row by row.
#pragma once

#include <vector>

#include "model/moments.h"

namespace mixseed::testing {

// One row, `weight` times, to component k.
inline void add_row(Moments& moments, std::size_t k, const double* row, double weight) {
  const std::uint16_t first = 0;
  std::vector<double> scratch(kernel::moments_scratch(moments.dim()));
  kernel::active().add_moments({row, moments.dim(), nullptr}, moments.dim(), &first, &weight, 1, moments.pivot(k),
                               moments.second(), moments.of(k), scratch.data());
}

}  // namespace mixseed::testing
