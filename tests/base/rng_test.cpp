#include "base/rng.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace mixseed {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

// Two-sided normal bound, Kolmogorov bound (times sqrt n) and the like leave a chance of 1e-4 to a right generator.
constexpr double kNormalBound = 3.89;
constexpr double kKolmogorovBound = 2.225;

// The numbers of the next three tests are numpy 1.24's: Philox(key=..., counter=...).random_raw(). numpy counts up
// before the first block, so its `counter` was set one below the block that is wanted.
TEST(Rng, PhiloxGivesNumpysBlocks) {
  EXPECT_EQ(Rng::philox({0, 0, 0, 0}, {0, 0}),
            (Rng::Block{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
  EXPECT_EQ(Rng::philox({kAll, kAll, kAll, kAll}, {kAll, kAll}),
            (Rng::Block{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}));
  EXPECT_EQ(Rng::philox({1, 2, 3, 4}, {0x0123456789abcdef, 0xfedcba9876543210}),
            (Rng::Block{0x4f878b48427095e3, 0xf1947f54cf4df5ec, 0xaec1fc9d8ef51164, 0xeb9ddff6427540f1}));
}

TEST(Rng, StreamOfASeedIsNumpysStreamOfThatKey) {
  Rng rng(12345);
  const std::uint64_t numpys[] = {0xa5792c0a0ed6a560, 0xc63666ba8b756514, 0xc953e311f634209d, 0x28db5404d83fac91,
                                  0x29338c7559c2d300, 0xd18141f9add77140, 0xeadb7c4b44e7c87b, 0x101aa335768a55ed};
  for (const std::uint64_t expected : numpys) EXPECT_EQ(rng.bits(), expected);
}

TEST(Rng, UniformIsNumpysRandom) {
  Rng rng(12345);
  for (const double expected :
       {0x1.4af258141dad4p-1, 0x1.8c6ccd7516eacp-1, 0x1.92a7c623ec684p-1, 0x1.46daa026c1fd4p-3}) {
    EXPECT_EQ(rng.uniform(), expected);
  }
}

// A seed has to mean the same in every version that says so: the key of a split is part of that.
TEST(Rng, SplitStreamIsKeyedByABlockThatBitsNeverReaches) {
  const Rng::Block key = Rng::philox({7, 0, 0, kAll}, {12345, 0});
  Rng child = Rng(12345).split(7);
  for (std::uint64_t block = 1; block <= 3; ++block) {
    for (const std::uint64_t expected : Rng::philox({block, 0, 0, 0}, {key[0], key[1]})) {
      EXPECT_EQ(child.bits(), expected);
    }
  }
}

TEST(Rng, SplittingDoesNotMoveTheParent) {
  Rng quiet(3), splitting(3);
  for (std::uint64_t i = 0; i < 50; ++i) {
    splitting.split(i).bits();
    EXPECT_EQ(splitting.bits(), quiet.bits());
    splitting.split(i).normal();
    EXPECT_EQ(splitting.normal(), quiet.normal());
  }
}

TEST(Rng, SplitDependsOnTheTagAndNotOnHowFarTheParentIs) {
  Rng parent(3);
  const auto fresh = parent.split(9).bits();
  parent.bits();
  parent.normal();
  EXPECT_EQ(parent.split(9).bits(), fresh);
}

TEST(Rng, SplitStreamsDifferFromEachOtherAndFromTheirParents) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  const auto take = [&](Rng rng) {
    for (int i = 0; i < 8; ++i, ++drawn) seen.insert(rng.bits());
  };
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Rng parent(seed);
    take(parent);
    for (std::uint64_t tag = 0; tag < 50; ++tag) {
      take(parent.split(tag));
      for (std::uint64_t inner = 0; inner < 4; ++inner) take(parent.split(tag).split(inner));
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Rng, SplitStreamsAreUncorrelatedWithTheirNeighbours) {
  const int n = 100000;
  Rng left = Rng(1).split(0), right = Rng(1).split(1);
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (left.uniform() - 0.5) * (right.uniform() - 0.5);
  EXPECT_LT(std::abs(sum), kNormalBound * std::sqrt(n) / 12);
}

double kolmogorov(std::vector<double> values, double (*cumulative)(double)) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double p = cumulative(values[i]);
    largest = std::max({largest, p - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p});
  }
  return largest * std::sqrt(n);
}

TEST(Rng, UniformIsUniformOnTheHalfOpenUnitInterval) {
  Rng rng(5);
  std::vector<double> values(200000);
  for (double& value : values) {
    value = rng.uniform();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
  }
  EXPECT_LT(kolmogorov(std::move(values), [](double x) { return x; }), kKolmogorovBound);
}

double chi_square_of_below(std::uint64_t n, int draws, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<int> counts(n, 0);
  for (int i = 0; i < draws; ++i) ++counts.at(rng.below(n));
  const double expected = static_cast<double>(draws) / static_cast<double>(n);
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// 99.99 % quantiles of chi-square with n - 1 degrees of freedom.
TEST(Rng, BelowIsUniform) {
  EXPECT_LT(chi_square_of_below(2, 100000, 1), 15.14);
  EXPECT_LT(chi_square_of_below(3, 100000, 2), 18.42);
  EXPECT_LT(chi_square_of_below(10, 100000, 3), 33.72);
  EXPECT_LT(chi_square_of_below(100, 100000, 4), 160.06);
  EXPECT_EQ(chi_square_of_below(1, 100, 5), 0);
}

// Without drawing again, multiply-and-shift gives every third result twice the chance of the others.
TEST(Rng, BelowHasNoBiasForHugeRanges) {
  const std::uint64_t n = 3 * (std::uint64_t{1} << 62);
  Rng rng(6);
  std::vector<double> counts(3, 0);
  for (int i = 0; i < 30000; ++i) {
    const std::uint64_t value = rng.below(n);
    ASSERT_LT(value, n);
    ++counts[value % 3];
  }
  double sum = 0;
  for (const double count : counts) sum += (count - 10000) * (count - 10000) / 10000;
  EXPECT_LT(sum, 18.42);
}

TEST(Rng, NormalHasTheMomentsOfTheNormalDistribution) {
  const int n = 200000;
  Rng rng(7);
  double first = 0, second = 0, third = 0, fourth = 0;
  for (int i = 0; i < n; ++i) {
    const double z = rng.normal();
    first += z;
    second += z * z - 1;
    third += z * z * z;
    fourth += z * z * z * z - 3;
  }
  const double root = std::sqrt(n);
  EXPECT_LT(std::abs(first), kNormalBound * root);
  EXPECT_LT(std::abs(second), kNormalBound * root * std::sqrt(2));
  EXPECT_LT(std::abs(third), kNormalBound * root * std::sqrt(15));
  EXPECT_LT(std::abs(fourth), kNormalBound * root * std::sqrt(96));
}

TEST(Rng, NormalFollowsTheNormalDistributionFunction) {
  Rng rng(8);
  std::vector<double> values(200000);
  for (double& value : values) value = rng.normal();
  EXPECT_LT(kolmogorov(std::move(values), [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }),
            kKolmogorovBound);
}

TEST(Rng, NeighbouringNormalsAreUncorrelated) {
  const int n = 100000;
  Rng rng(9);
  double sum = 0, before = rng.normal();
  for (int i = 0; i < n; ++i) {
    const double z = rng.normal();
    sum += before * z;
    before = z;
  }
  EXPECT_LT(std::abs(sum), kNormalBound * std::sqrt(n));
}

// The generator's own logarithm against the library's.
TEST(Rng, NormalIsThePolarMethodToTheLastDigits) {
  Rng normals(10), uniforms(10);
  for (int pair = 0; pair < 20000; ++pair) {
    double u = 0, v = 0, s = 0;
    do {
      u = 2 * uniforms.uniform() - 1;
      v = 2 * uniforms.uniform() - 1;
      s = u * u + v * v;
    } while (s >= 1 || s == 0);
    const double scale = std::sqrt(-2 * std::log(s) / s);
    ASSERT_NEAR(normals.normal(), u * scale, 4e-15 * std::abs(u * scale));
    ASSERT_NEAR(normals.normal(), v * scale, 4e-15 * std::abs(v * scale));
  }
}

}  // namespace
}  // namespace mixseed
