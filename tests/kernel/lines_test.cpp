#include <gtest/gtest.h>

#include <utility>

#include "support/components.h"

namespace mixseed::testing {
namespace {

using kernel::kTile;
using kernel::Second;

constexpr std::size_t kTiles = 37;  // more than add_line_moments takes at a time

Values tiles_of(std::size_t dim) {
  Rng rng(dim);
  return normals(kTiles * dim * kTile, rng, 1);
}

// Positive numbers, and whole tiles of zeros.
Values shares_of(std::size_t seed) {
  Rng rng(seed);
  Values shares(kTiles * kTile);
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = i / kTile % 3 == 1 ? 0 : rng.uniform();
  return shares;
}

Values moments_of(const kernel::Kernels& by, std::size_t dim, Second second) {
  Rng rng(dim + 7);
  const Values tiles = tiles_of(dim), pivot = normals(dim, rng), shares = shares_of(1), weights = shares_of(2);
  Values moments(kernel::moments_length(second, dim), 0.5), scratch(kernel::line_scratch(dim));
  by.add_line_moments(tiles.data(), kTiles, dim, shares.data(), weights.data(), pivot.data(), second, moments.data(),
                      scratch.data());
  return moments;
}

TEST_P(EveryKernel, LinesHaveTheTermsOfTheFormula) {
  for (const kernel::Shape shape : kShapes) {
    for (const std::size_t dim : kDims) {
      SCOPED_TRACE("dim " + std::to_string(dim));
      const RandomComponents components(shape, dim, 3);
      const Values tiles = tiles_of(dim);
      Values line(kTiles * kTile + 1, kUntouched), one(kTile);
      for (std::size_t k = 0; k < components.count; ++k) {
        tested->line_of_terms(components.view(), k, tiles.data(), kTiles, line.data());
        for (std::size_t t = 0; t < kTiles; ++t) {
          kernel::reference().distances(components.view(), k, tiles.data() + t * dim * kTile, one.data());
          for (std::size_t i = 0; i < kTile; ++i) {
            const double expected = components.offsets[k] - 0.5 * one[i];
            ASSERT_NEAR(line[t * kTile + i], expected, 1e-11 * (1 + std::abs(expected)));
          }
        }
        EXPECT_EQ(line.back(), kUntouched);
      }
    }
  }
}

TEST_P(EveryKernel, LinesBecomeResponsibilities) {
  constexpr std::size_t kLength = 3 * kTile, kStride = kLength + kTile;
  for (const std::size_t lines : {1U, 2U, 9U}) {
    Rng rng(lines);
    Values terms = normals(lines * kStride, rng, -3), out(kLength + 1, kUntouched);
    for (std::size_t k = 0; k < lines; ++k) {
      terms[k * kStride + 1] = -kInfinity;                // a row that is infinitely far away
      terms[k * kStride + 2] = k == 0 ? 0.0 : -1000.0;    // one that belongs to the first alone
      if (k > 0) terms[k * kStride + 3] = terms[3] - 15;  // below the least
    }
    Values expected = terms, log_sums(kLength);
    tested->normalise_lines(lines, kLength, kStride, -10, terms.data(), out.data());
    kernel::reference().normalise_lines(lines, kLength, kStride, -10, expected.data(), log_sums.data());
    for (std::size_t i = 0; i < kLength; ++i) {
      Exact sum = 0;
      for (std::size_t k = 0; k < lines; ++k) {
        EXPECT_NEAR(terms[k * kStride + i], expected[k * kStride + i], 1e-10);
        sum += terms[k * kStride + i];
      }
      EXPECT_NEAR(static_cast<double>(sum), 1, 1e-13);
      if (i != 1) {
        EXPECT_NEAR(out[i], log_sums[i], 1e-10);
      }
    }
    EXPECT_EQ(out[1], -kInfinity);
    EXPECT_EQ(out.back(), kUntouched);
    for (std::size_t k = 1; k < lines; ++k) EXPECT_EQ(terms[k * kStride + 3], 0);
  }
}

TEST_P(EveryKernel, MomentsOfLinesAreThoseOfTheDefinition) {
  for (const std::size_t dim : kDims) {
    for (const Second second : {Second::none, Second::diagonal, Second::full}) {
      SCOPED_TRACE("dim " + std::to_string(dim));
      const Values got = moments_of(*tested, dim, second), expected = moments_of(kernel::reference(), dim, second);
      for (std::size_t at = 0; at < got.size(); ++at) {
        ASSERT_NEAR(got[at], expected[at], 1e-11 * (1 + std::abs(expected[at]))) << at;
      }
    }
  }
}

TEST(Lines, HaveTheSameBitsForVectorsOfAnyWidth) {
  const auto sets = kernel::vector_kernels();
  for (std::size_t other = 1; other < sets.size(); ++other) {
    for (const std::size_t dim : kDims) {
      EXPECT_EQ(moments_of(sets[0].kernels, dim, Second::full), moments_of(sets[other].kernels, dim, Second::full));
    }
  }
}

}  // namespace
}  // namespace mixseed::testing
