#include "lab/ranks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mixseed::lab {
namespace {

using Values = std::vector<double>;
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Ranks, OneIsTheLargest) { EXPECT_EQ(ranks_of(Values{-3, 7, 0.5}), (Values{3, 1, 2})); }

TEST(Ranks, EqualValuesShareTheMeanOfTheirRanks) {
  EXPECT_EQ(ranks_of(Values{1, 5, 1, 5, 1}), (Values{4, 1.5, 4, 1.5, 4}));
}

TEST(Ranks, WhatFailedComesLast) {
  EXPECT_EQ(ranks_of(Values{-kInf, 2, std::nan(""), 3, std::nan("")}), (Values{3, 2, 4.5, 1, 4.5}));
}

TEST(Ranks, MeanAndDeviation) {
  const auto [mean, deviation] = mean_and_deviation(Values{1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(mean, 2.5);
  EXPECT_DOUBLE_EQ(deviation, std::sqrt(5.0 / 3));
  EXPECT_EQ(mean_and_deviation(Values{7}).deviation, 0);
}

TEST(Ranks, SpearmanSeesOrderOnly) {
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4}, Values{1, 10, 100, 1000}), 1);
  EXPECT_DOUBLE_EQ(spearman(Values{1, 2, 3, 4}, Values{4, 3, 2, 1}), -1);
  EXPECT_NEAR(spearman(Values{1, 2, 3, 4, 5}, Values{2, 1, 4, 3, 5}), 0.8, 1e-12);
  EXPECT_TRUE(std::isnan(spearman(Values{1, 1}, Values{1, 2})));
}

TEST(Ranks, FriedmanOfMethodsThatNeverChangePlacesAndOfTies) {
  const RankMatrix same(10, Values{1, 2, 3});
  EXPECT_DOUBLE_EQ(friedman(same).statistic, 20);
  EXPECT_NEAR(friedman(same).p, std::exp(-10), 1e-15);  // chi square with two degrees of freedom
  const RankMatrix even{{1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
  EXPECT_DOUBLE_EQ(friedman(even).statistic, 0);
  EXPECT_DOUBLE_EQ(friedman(even).p, 1);
  EXPECT_EQ(friedman(RankMatrix(4, Values{2, 2, 2})).p, 1);
}

// Demsar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, 2006, Table 5(a).
TEST(Ranks, CriticalDifferencesAsInDemsarsTable) {
  const double q[] = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
  for (std::size_t k = 2; k <= 10; ++k) {
    const auto methods = static_cast<double>(k);
    const double unit = std::sqrt(methods * (methods + 1) / (6 * 25.0));
    EXPECT_NEAR(critical_difference(k, 25) / unit, q[k - 2], 1e-3) << k;  // printed with three digits
  }
}

TEST(Ranks, WinRatesOfAPairSumToOne) {
  const auto wins = win_rates({{1, 2}, {2, 1}, {1, 2}, {1.5, 1.5}});
  EXPECT_DOUBLE_EQ(wins[0][1], 0.625);
  EXPECT_DOUBLE_EQ(wins[1][0], 0.375);
}

}  // namespace
}  // namespace mixseed::lab
