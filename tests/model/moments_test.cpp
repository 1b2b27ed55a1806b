#include "model/moments.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

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
  Values block(kDim * kernel::kBlock);
  for (std::size_t i = from; i < to; ++i) {
    for (std::size_t j = 0; j < kDim; ++j) block[j * kernel::kBlock] = x[i * kDim + j];
    const std::uint32_t label = i % 3 == 0 ? 0 : 1;
    const double weight = 1 + static_cast<double>(i % 2);
    kernel::add_assigned(block.data(), 1, kDim, &label, &weight, pivots.data(), second, moments.data());
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
  const auto spherical = moments_of(x, 0, kRows, Second::spherical, pivots);
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
    EXPECT_NEAR(spherical.scatter(k), static_cast<double>(trace), 1e-9);
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
  for (const Second second : {Second::none, Second::spherical, Second::diagonal, Second::full}) {
    auto all = moments_of(x, 0, kRows, second, pivots);
    auto merged = moments_of(x, 0, 100, second, pivots);
    merged.merge(moments_of(x, 100, 101, second, pivots));
    merged.merge(moments_of(x, 101, kRows, second, pivots));
    EXPECT_EQ(merged.objective, all.objective);
    for (std::size_t i = 0; i < 2 * kernel::moments_length(second, kDim); ++i) {
      EXPECT_NEAR(merged.data()[i], all.data()[i], 1e-11);
    }
  }
}

TEST(Moments, RoundingNeverMakesAVarianceNegative) {
  const auto pivots = std::make_shared<const Values>(Values{0});
  for (const Second second : {Second::diagonal, Second::spherical}) {
    Moments moments(1, 1, second, pivots);
    const double block[] = {0.1};
    const std::uint32_t label = 0;
    for (int i = 0; i < 1000; ++i) {
      kernel::add_assigned(block, 1, 1, &label, nullptr, pivots->data(), second, moments.data());
    }
    EXPECT_GE(second == Second::diagonal ? moments.diagonal_scatter(0)[0] : moments.scatter(0), 0);
  }
}

TEST(Moments, LengthIsMassAndFirstAndWhatIsKeptOfTheSecond) {
  EXPECT_EQ(kernel::moments_length(Second::none, 5), 6U);
  EXPECT_EQ(kernel::moments_length(Second::spherical, 5), 7U);
  EXPECT_EQ(kernel::moments_length(Second::diagonal, 5), 11U);
  EXPECT_EQ(kernel::moments_length(Second::full, 5), 21U);
}

}  // namespace
}  // namespace mixseed
