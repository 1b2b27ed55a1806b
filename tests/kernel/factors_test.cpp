#include <gtest/gtest.h>

#include "support/kernels.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;

std::size_t place(std::size_t j, std::size_t l) { return (j * (j + 1) / 2 + l) * kTile; }
std::size_t length(std::size_t dim) { return place(dim, 0); }

// Lower triangles with a diagonal that is well above zero, and their products with themselves, side by side.
struct Triangles {
  explicit Triangles(std::size_t columns) : dim(columns), matrices(dim * dim * kTile) {
    Rng rng(dim);
    lower = normals(length(dim), rng);
    for (std::size_t j = 0; j < dim; ++j) {
      for (std::size_t i = 0; i < kTile; ++i) lower[place(j, j) + i] = static_cast<double>(dim) + rng.uniform();
    }
    for (std::size_t i = 0; i < kTile; ++i) {
      for (std::size_t j = 0; j < dim; ++j) {
        for (std::size_t l = 0; l < dim; ++l) {
          Exact sum = 0;
          for (std::size_t m = 0; m <= std::min(j, l); ++m)
            sum += Exact{lower[place(j, m) + i]} * lower[place(l, m) + i];
          matrices[(j * dim + l) * kTile + i] = static_cast<double>(sum);
        }
      }
    }
  }
  std::size_t dim;
  Values lower, matrices;
};

TEST_P(EveryKernel, FactorsMultiplyToTheMatrix) {
  for (const std::size_t dim : kDims) {
    const Triangles given(dim);
    Values lower(length(dim) + 1, kUntouched);
    tested->factorise(dim, given.matrices.data(), lower.data());
    EXPECT_EQ(lower.back(), kUntouched);
    for (std::size_t at = 0; at < given.lower.size(); ++at) {
      expect_close(lower[at], given.lower[at], 20 * static_cast<Exact>(dim));
    }
  }
}

TEST_P(EveryKernel, InversesTimesTheirTrianglesAreTheIdentity) {
  for (const std::size_t dim : kDims) {
    const Triangles given(dim);
    Values inverse(length(dim) + 1, kUntouched);
    tested->invert(dim, given.lower.data(), inverse.data());
    EXPECT_EQ(inverse.back(), kUntouched);
    for (std::size_t i = 0; i < kTile; ++i) {
      for (std::size_t j = 0; j < dim; ++j) {
        for (std::size_t l = 0; l <= j; ++l) {
          Exact sum = 0, size = 1;
          for (std::size_t m = l; m <= j; ++m) {
            const Exact product = Exact{given.lower[place(j, m) + i]} * inverse[place(m, l) + i];
            sum += product;
            size += std::abs(product);
          }
          expect_close(static_cast<double>(sum), j == l, 20 * size);
        }
      }
    }
  }
}

// One matrix that has no factor is seen, and disturbs no other.
TEST_P(EveryKernel, MatricesThatAreNotPositiveHaveNoPositiveDiagonal) {
  const std::size_t dim = 5, bad = 3;
  const Triangles given(dim);
  for (const double pivot : {0.0, -1.0, std::nan(""), -kInfinity}) {
    for (std::size_t j = 0; j < dim; ++j) {
      Values matrices = given.matrices, lower(length(dim)), expected(length(dim));
      tested->factorise(dim, matrices.data(), expected.data());
      matrices[(j * dim + j) * kTile + bad] = pivot;
      tested->factorise(dim, matrices.data(), lower.data());
      bool positive = true;
      for (std::size_t l = 0; l < dim; ++l) positive = positive && lower[place(l, l) + bad] > 0;
      EXPECT_FALSE(positive) << "pivot " << j << ": " << pivot;
      for (std::size_t at = 0; at < lower.size(); ++at) {
        if (at % kTile == bad) continue;
        ASSERT_EQ(lower[at], expected[at]);
      }
    }
  }
}

}  // namespace
}  // namespace mixseed::testing
