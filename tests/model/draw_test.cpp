#include "model/draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Values = std::vector<double>;

// Rows that know their index.
Data numbered(std::size_t n) {
  Values values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i);
  return Data::from(std::move(values), n, 1);
}

// Chi-square of observed counts against probabilities that need not be normalised; a count where none may be is
// infinitely far.
double chi_square(const Values& counts, const Values& chances) {
  double draws = 0, total = 0, sum = 0;
  for (const double count : counts) draws += count;
  for (const double chance : chances) total += chance;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = draws * chances[i] / total;
    if (expected == 0 && counts[i] > 0) return std::numeric_limits<double>::infinity();
    if (expected > 0) sum += (counts[i] - expected) * (counts[i] - expected) / expected;
  }
  return sum;
}

template <typename Draw>
Values counts_of(std::size_t n, int draws, const Draw& draw) {
  Values counts(n, 0.0);
  for (int i = 0; i < draws; ++i) ++counts.at(draw());
  return counts;
}

// The bounds below are 99.99 % quantiles of chi-square.
TEST(DrawRow, IsUniformWithoutWeights) {
  const Ready in(numbered(10));
  Rng rng(71);
  EXPECT_LT(chi_square(counts_of(10, 50000, [&] { return draw_row(in.X, rng); }), Values(10, 1.0)), 33.72);
}

TEST(DrawRow, IsInProportionToTheWeights) {
  const Values weights{1, 0, 2.5, 0, 4, 0.5};
  const Ready in(numbered(6).weighted(weights));
  Rng rng(72);
  EXPECT_LT(chi_square(counts_of(6, 50000, [&] { return draw_row(in.X, rng); }), weights), 21.11);
}

TEST(DrawRow, IsInProportionToTheValues) {
  const Values values{0, 3, 1, 0, 6, 0.25};
  const Ready in(numbered(6));
  Rng rng(73);
  EXPECT_LT(chi_square(counts_of(6, 50000, [&] { return draw_row(in.X, values, rng); }), values), 21.11);
}

TEST(DrawRow, MultipliesValuesByWeights) {
  const Values values{0, 3, 1, 2, 6, 0.25}, weights{1, 2, 3, 0, 0.5, 8};
  const Ready in(numbered(6).weighted(weights));
  Rng rng(74);
  EXPECT_LT(chi_square(counts_of(6, 50000, [&] { return draw_row(in.X, values, rng); }), {0, 6, 3, 0, 3, 2}), 21.11);
}

// Longer than one run of the two-step search, with runs in which nothing can be drawn.
TEST(DrawRow, IsInProportionToTheValuesOfManyRows) {
  const std::size_t n = 5000;
  Values values(n, 0.0), chances(10, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (i / 1024 != 2) values[i] = static_cast<double>(1 + i % 3);
    chances[i / 500] += values[i];
  }
  const Ready in(numbered(n));
  Rng rng(75);
  const auto draw = [&] {
    const std::size_t row = draw_row(in.X, values, rng);
    EXPECT_GT(values[row], 0);
    return row / 500;
  };
  EXPECT_LT(chi_square(counts_of(10, 5000, draw), chances), 33.72);
}

TEST(DrawRow, FindsTheOnlyRowThereIsWhereverItStands) {
  const std::size_t n = 3000;
  const Ready in(numbered(n));
  Rng rng(76);
  for (const std::size_t only : {0U, 1023U, 1024U, 2047U, 2999U}) {
    Values values(n, 0.0);
    values[only] = 1e-300;
    for (int i = 0; i < 20; ++i) EXPECT_EQ(draw_row(in.X, values, rng), only);
  }
}

TEST(DrawRow, FallsBackToTheWeightsWhenAllValuesAreZero) {
  const Values weights{1, 0, 2, 5};
  const Ready in(numbered(4).weighted(weights)), plain(numbered(4));
  Rng rng(77);
  EXPECT_LT(chi_square(counts_of(4, 20000, [&] { return draw_row(in.X, Values(4, 0.0), rng); }), weights), 18.42);
  EXPECT_LT(chi_square(counts_of(4, 20000, [&] { return draw_row(plain.X, Values(4, 0.0), rng); }), Values(4, 1.0)),
            21.11);
}

TEST(ArgmaxRow, IsTheLowestOfTheLargestThatCount) {
  const Ready plain(numbered(5)), weighted(numbered(5).weighted({0, 1, 0, 1, 1}));
  EXPECT_EQ(argmax_row(plain.X, {1, 7, 9, 9, 2}), 2U);
  EXPECT_EQ(argmax_row(weighted.X, {9, 7, 9, 8, 8}), 3U);
  EXPECT_EQ(argmax_row(weighted.X, {9, 0, 9, 0, 0}), 1U);
}

TEST(SampleSize, IsTheCeilingButAtLeastAndAtMost) {
  const Ready in(numbered(10)), weighted(numbered(4).weighted({2.5, 0, 3, 1}));
  EXPECT_EQ(sample_size(in.X, 0.25, 1), 3);
  EXPECT_EQ(sample_size(in.X, 0.5, 1), 5);
  EXPECT_EQ(sample_size(in.X, 0.01, 1), 1);
  EXPECT_EQ(sample_size(in.X, 0.01, 4), 4);
  EXPECT_EQ(sample_size(in.X, 0.01, 40), 10);
  EXPECT_EQ(sample_size(in.X, 1, 3), 10);
  EXPECT_EQ(sample_size(weighted.X, 0.5, 1), 4);
  EXPECT_EQ(sample_size(weighted.X, 1, 1), 6.5);
}

// How often each numbered row was drawn.
Values drawn_counts(const Points& X, double share, std::size_t least, Rng& rng) {
  const RowSample sample(X, share, least, rng);
  Values counts(X.size(), 0.0);
  const Points& drawn = sample.points();
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (i > 0) {
      EXPECT_LT(drawn.row(i - 1)[0], drawn.row(i)[0]);
    }
    counts[static_cast<std::size_t>(drawn.row(i)[0])] = drawn.weight(i);
  }
  return counts;
}

TEST(RowSample, HasItsSizeAndNoRowMoreOftenThanItsWeight) {
  Values weights(3000);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 5);
  const Ready plain(numbered(3000)), weighted(numbered(3000).weighted(weights));
  Rng rng(81);
  for (const Ready* in : {&plain, &weighted}) {
    for (const double share : {0.001, 0.1, 0.5, 0.999}) {
      const Values counts = drawn_counts(in->X, share, 2, rng);
      double total = 0;
      for (std::size_t i = 0; i < counts.size(); ++i) {
        EXPECT_LE(counts[i], in->X.weight(i));
        EXPECT_EQ(counts[i], std::floor(counts[i]));
        total += counts[i];
      }
      EXPECT_EQ(total, sample_size(in->X, share, 2));
    }
  }
}

TEST(RowSample, HoldsAsManyObservationsOfFractionalWeightAsItSays) {
  const Ready in(numbered(1000).weighted(Values(1000, 0.5)));
  Rng rng(82);
  const RowSample sample(in.X, 0.5, 1, rng);
  EXPECT_EQ(sample_size(in.X, 0.5, 1), 250);
  EXPECT_EQ(sample.points().total_weight(), 250);
}

TEST(RowSample, IncludesEveryRowWithTheSameChance) {
  const Ready in(numbered(20));
  const double rounds = 4000, chance = 0.25;
  Rng rng(83);
  Values counts(20, 0.0);
  for (int round = 0; round < rounds; ++round) {
    const Values drawn = drawn_counts(in.X, chance, 1, rng);
    for (std::size_t i = 0; i < 20; ++i) counts[i] += drawn[i];
  }
  // Draws without replacement vary less: (N - 1) / (N (1 - p)) makes the sum chi-square again.
  EXPECT_LT(chi_square(counts, Values(20, 1.0)) / (1 - chance) * 19 / 20, 50.8);
}

TEST(RowSample, IncludesEveryPairWithTheSameChance) {
  const Ready in(numbered(5));
  Rng rng(84);
  std::map<Values, double> pairs;
  for (int round = 0; round < 20000; ++round) ++pairs[drawn_counts(in.X, 0.4, 1, rng)];
  ASSERT_EQ(pairs.size(), 10U);
  Values counts;
  for (const auto& [pair, count] : pairs) counts.push_back(count);
  EXPECT_LT(chi_square(counts, Values(10, 1.0)), 33.72);
}

// Two of six observations, written as weights 3, 1, 2: the multivariate hypergeometric distribution.
TEST(RowSample, WeightThreeIsThreeRowsInDistribution) {
  const Ready in(numbered(3).weighted({3, 1, 2}));
  Rng rng(85);
  std::map<Values, double> seen;
  for (int round = 0; round < 30000; ++round) ++seen[drawn_counts(in.X, 0.3, 1, rng)];
  ASSERT_EQ(seen.size(), 5U);
  const Values counts{seen[{2, 0, 0}], seen[{1, 1, 0}], seen[{1, 0, 1}], seen[{0, 1, 1}], seen[{0, 0, 2}]};
  EXPECT_LT(chi_square(counts, {3, 3, 6, 2, 1}), 23.51);
}

TEST(RowSample, TheWholeShareDrawsNothing) {
  const Ready plain(numbered(7)), weighted(numbered(4).weighted({2, 0, 0.5, 1}));
  Rng rng(86), untouched(86);
  EXPECT_EQ(drawn_counts(plain.X, 1, 1, rng), Values(7, 1.0));
  EXPECT_EQ(drawn_counts(weighted.X, 1, 1, rng), (Values{2, 0, 0.5, 1}));
  EXPECT_EQ(RowSample(weighted.X, 1, 1, rng).points().size(), 3U);
  EXPECT_EQ(RowSample(plain.X, 0.01, 50, rng).points().size(), 7U);
  EXPECT_EQ(rng.bits(), untouched.bits());
}

}  // namespace
}  // namespace mixseed
