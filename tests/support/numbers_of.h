// The numbers of Moments as one vector.
#pragma once

#include <vector>

#include "model/moments.h"

namespace mixseed::testing {

// All sums, and the objective at the end.
inline std::vector<double> numbers_of(const Moments& moments) {
  const std::size_t length = moments.size() * kernel::moments_length(moments.second(), moments.dim());
  std::vector<double> numbers(moments.of(0), moments.of(0) + length);
  numbers.push_back(moments.objective);
  return numbers;
}

}  // namespace mixseed::testing
