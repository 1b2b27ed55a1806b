#include "model/moments.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"
#include "support/add_row.h"

namespace mixseed {
namespace {

using Second = Moments::Second;
using Values = std::vector<double>;

// Two groups in three columns, far from the origin; rows [from, to) of a fixed list.
constexpr std::size_t kRows = 600, kDim = 3;

Values rows_of_example(double offset) {
  Rng rng(21);
  Values x(kRows * kDim);
  for (double& value : x) value = offset + std::round(1024 * rng.normal()) / 1024;
  return x;
}

Moments moments_of(const Values& x, std::size_t from, std::size_t to, Second second, const Values& pivots) {
  Moments moments(2, kDim, second, std::make_shared<const Values>(pivots));
  for (std::size_t i = from; i < to; ++i) {
    testing::add_row(moments, i % 3 == 0 ? 0 : 1, x.data() + i * kDim, 1 + static_cast<double>(i % 2));
    moments.objective += static_cast<double>(i);
  }
  return moments;
}

struct Direct {
  long double mass = 0;
  std::vector<long double> mean = std::vector<long double>(kDim), scatter = std::vector<long double>(kDim * kDim);
};

Direct direct(const Values& x, std::size_t k) {
  Direct sums;
  const auto each = [&](const auto& visit) {
    for (std::size_t i = 0; i < kRows; ++i) {
      if ((i % 3 == 0 ? 0U : 1U) == k) visit(x.data() + i * kDim, 1 + static_cast<long double>(i % 2));
    }
  };
  each([&](const double* row, long double weight) {
    sums.mass += weight;
    for (std::size_t j = 0; j < kDim; ++j) sums.mean[j] += weight * row[j];
  });
  for (auto& mean : sums.mean) mean /= sums.mass;
  each([&](const double* row, long double weight) {
    for (std::size_t at = 0; at < kDim * kDim; ++at) {
      sums.scatter[at] += weight * (row[at / kDim] - sums.mean[at / kDim]) * (row[at % kDim] - sums.mean[at % kDim]);
    }
  });
  return sums;
}

void expect_direct(double offset, const Values& pivots) {
  const Values x = rows_of_example(offset);
  const auto full = moments_of(x, 0, kRows, Second::full, pivots);
  const auto diagonal = moments_of(x, 0, kRows, Second::diagonal, pivots);
  for (std::size_t k = 0; k < 2; ++k) {
    const Direct expected = direct(x, k);
    long double trace = 0;
    EXPECT_EQ(full.mass(k), static_cast<double>(expected.mass));
    for (std::size_t j = 0; j < kDim; ++j) {
      trace += expected.scatter[j * kDim + j];
      EXPECT_NEAR(full.mean(k)[j], static_cast<double>(expected.mean[j]), 1e-15 * (10 + offset));
      EXPECT_NEAR(diagonal.diagonal_scatter(k)[j], static_cast<double>(expected.scatter[j * kDim + j]), 1e-9);
    }
    for (std::size_t at = 0; at < kDim * kDim; ++at) {
      EXPECT_NEAR(full.full_scatter(k)[at], static_cast<double>(expected.scatter[at]), 1e-9);
    }
    EXPECT_NEAR(diagonal.scatter(k), static_cast<double>(trace), 1e-9);
  }
  EXPECT_EQ(full.total_mass(), 900);
}

TEST(Moments, AreThoseAboutTheMeanWhateverThePivot) {
  expect_direct(0, {0, 0, 0, 0, 0, 0});
  expect_direct(0, {1, -2, 0.5, 4, 0, -1});
}

TEST(Moments, APivotNearTheDataKeepsTheDigitsAtALargeOffset) {
  expect_direct(1e9, {1e9, 1e9, 1e9, 1e9 + 1, 1e9, 1e9 - 1});
}

TEST(Moments, MergedPartsAreTheMomentsOfAllRows) {
  const Values x = rows_of_example(5), pivots{5, 5, 5, 6, 4, 5};
  for (const Second second : {Second::none, Second::diagonal, Second::full}) {
    auto all = moments_of(x, 0, kRows, second, pivots);
    auto merged = moments_of(x, 0, 100, second, pivots);
    merged.merge(moments_of(x, 100, 101, second, pivots));
    merged.merge(moments_of(x, 101, kRows, second, pivots));
    EXPECT_EQ(merged.objective, all.objective);
    for (std::size_t k = 0; k < 2; ++k) {
      for (std::size_t i = 0; i < kernel::moments_length(second, kDim); ++i) {
        EXPECT_NEAR(merged.of(k)[i], all.of(k)[i], 1e-11);
      }
    }
  }
}

TEST(Moments, RoundingNeverMakesAVarianceNegative) {
  Moments moments(1, 1, Second::diagonal, std::make_shared<const Values>(Values{0}));
  const double row = 0.1;
  for (int i = 0; i < 1000; ++i) testing::add_row(moments, 0, &row, 1);
  EXPECT_GE(moments.diagonal_scatter(0)[0], 0);
  EXPECT_GE(moments.scatter(0), 0);
}

TEST(Moments, FullScatterIsAMatrixForAnyNumberOfColumns) {
  Rng rng(5);
  for (const std::size_t dim : {1U, 2U, 4U, 5U, 9U, 13U}) {
    Moments moments(2, dim, Second::full, std::make_shared<const Values>(2 * dim, 0.5));
    Values rows(50 * dim), mean(dim, 0.0), expected(dim * dim, 0.0);
    for (double& value : rows) value = rng.normal();
    for (std::size_t at = 0; at < rows.size(); ++at) mean[at % dim] += rows[at] / 50;
    for (std::size_t i = 0; i < 50; ++i) {
      const double* row = rows.data() + i * dim;
      testing::add_row(moments, 1, row, 1);
      for (std::size_t at = 0; at < dim * dim; ++at) {
        expected[at] += (row[at / dim] - mean[at / dim]) * (row[at % dim] - mean[at % dim]);
      }
    }
    const Values scatter = moments.full_scatter(1);
    ASSERT_EQ(scatter.size(), dim * dim);
    for (std::size_t at = 0; at < dim * dim; ++at) EXPECT_NEAR(scatter[at], expected[at], 1e-12) << dim;
    EXPECT_EQ(moments.mass(0), 0);
  }
}

}  // namespace
}  // namespace mixseed
