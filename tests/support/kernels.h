// Every set of kernels that this machine can run, and reference results for them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"
#include "kernel/dispatch.h"
#include "kernel/kernel.h"

namespace mixseed::testing {

using Values = std::vector<double>;
using Numbers = std::vector<std::uint32_t>;
using Exact = long double;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kUntouched = -77;
inline constexpr std::size_t kDims[] = {1, 2, 3, 4, 5, 7, 8, 10, 12, 13, 16, 17, 33, 64};

inline Values normals(std::size_t count, Rng& rng, double offset = 0) {
  Values values(count);
  for (double& value : values) value = offset + rng.normal();
  return values;
}

// The bound is relative to `size`, the sum of the absolute values of the terms.
inline void expect_close(double got, Exact expected, Exact size) {
  ASSERT_NEAR(got, static_cast<double>(expected), 1e-14 * static_cast<double>(size) + 1e-300);
}

// Rows with gaps between them, in shuffled order; the memory in the gaps must not matter.
struct Scattered {
  Scattered(std::size_t count, std::size_t columns, std::uint64_t seed)
      : dim(columns), stride(columns + 3), values(count * stride, 1e6) {
    Rng rng(seed);
    for (std::size_t i = 0; i < count; ++i) {
      index.push_back(static_cast<std::uint32_t>(i));
      std::swap(index[i], index[rng.below(i + 1)]);
      for (std::size_t j = 0; j < dim; ++j) values[i * stride + j] = 3 + rng.normal();
    }
    values.resize(values.size() - 3);  // so that a read beyond the last row is a read beyond the buffer
  }
  kernel::Rows rows() const { return {values.data(), stride, index.data(), index.size()}; }
  double at(std::size_t i, std::size_t j) const { return values[index[i] * stride + j]; }
  std::size_t dim, stride;
  Values values;
  Numbers index;
};

// The tile of the rows first .. first + count - 1, by the definition.
inline Values tile_of(const kernel::Rows& rows, std::size_t first, std::size_t count, std::size_t dim,
                      const double* center) {
  Values x(dim * kernel::kTile);
  kernel::reference().transpose(rows, first, count, dim, center, x.data());
  return x;
}

// A squared distance, and the size to which its rounding error is relative.
struct ExactDistance {
  Exact value = 0, size = 0;
};

// m_k for row i of a tile.
inline ExactDistance exact_distance(const kernel::Components& c, std::size_t k, const double* x, std::size_t i) {
  ExactDistance sum;
  const double* factor = c.factors + k * c.factor_stride;
  const auto at = [&](std::size_t j) { return Exact{x[j * kernel::kTile + i]}; };
  for (std::size_t j = 0; j < c.dim; ++j) {
    Exact z = 0, size = 0;
    const std::size_t from = c.shape == kernel::Shape::triangular ? 0 : j;
    for (std::size_t l = from; l <= j; ++l) {
      const Exact mean = c.means[k * c.dim + l];
      const Exact f = c.shape == kernel::Shape::triangular ? factor[l]
                      : c.shape == kernel::Shape::diagonal ? factor[j]
                                                           : std::sqrt(Exact{*factor});
      z += f * (at(l) - mean);
      size += std::abs(f) * (std::abs(at(l)) + std::abs(mean));
    }
    if (c.shape == kernel::Shape::triangular) factor += j + 1;
    sum.value += z * z;
    sum.size += size * size;
  }
  return sum;
}

// The set under test.
inline const kernel::Kernels* tested = nullptr;

class EveryKernel : public ::testing::TestWithParam<std::size_t> {
 protected:
  void SetUp() override { tested = &kernel::available()[GetParam()].kernels; }
};

// The reference kernels are the last of the list.
inline auto every_kernel_in_vectors() { return ::testing::Range<std::size_t>(0, kernel::available().size() - 1); }
inline auto every_kernel() { return ::testing::Range<std::size_t>(0, kernel::available().size()); }
inline std::string name_of_kernel(const ::testing::TestParamInfo<std::size_t>& set) {
  return std::string(kernel::available()[set.param].name);
}

}  // namespace mixseed::testing
