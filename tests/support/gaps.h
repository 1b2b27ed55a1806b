// Rows with values missing at random, as NaN.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"

namespace mixseed::testing {

inline Data with_gaps(const Data& data, double share) {
  Rng rng(5);
  const std::size_t n = data.view.rows(), dim = data.view.columns();
  std::vector<double> values(data.view.doubles(), data.view.doubles() + n * dim);
  for (double& value : values) value = rng.uniform() < share ? std::nan("") : value;
  return Data::from(std::move(values), n, dim);
}

}  // namespace mixseed::testing
