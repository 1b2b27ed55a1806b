#include "refine/aitken.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mixseed {
namespace {

TEST(Aitken, RatioOfGainsIsWithinItsLimits) {
  EXPECT_EQ(ratio_of_gains(0.3, 0.4, 0.5, 0.9), 0.3 / 0.4);
  EXPECT_EQ(ratio_of_gains(0.1, 0.4, 0.5, 0.9), 0.5);
  EXPECT_EQ(ratio_of_gains(0.8, 0.4, 0.5, 0.9), 0.9);
  EXPECT_EQ(ratio_of_gains(0.8, 0.0, 0.5, 0.9), 0.9);
}

TEST(Aitken, GainToComeIsThatOfTheGeometricSeries) { EXPECT_NEAR(gain_to_come(8, 0.75), 24, 1e-14); }

TEST(GainToCome, IsExactWhereEveryGainIsTheSamePartOfTheOneBefore) {
  GainToCome to_come;
  double at = 0;
  for (int step = 0; step < 10; ++step) {
    const double gain = std::pow(0.9, step);
    at += gain;
    to_come.add(gain, true);
    if (step >= 2) {
      EXPECT_NEAR(to_come.estimate(), 1 / (1 - 0.9) - at, 1e-12) << step;
    }
  }
}

TEST(GainToCome, AssumesTheSlowestRatioUntilTwoAreKnown) {
  const double slowest = GainToCome::kSlowest / (1 - GainToCome::kSlowest);
  GainToCome to_come;
  EXPECT_TRUE(std::isinf(to_come.estimate()));
  to_come.add(1, true);
  EXPECT_EQ(to_come.estimate(), slowest);
  to_come.add(0.9, true);
  EXPECT_EQ(to_come.estimate(), 0.9 * slowest);
  to_come.add(0.81, true);
  EXPECT_NEAR(to_come.estimate(), 0.81 * 9, 1e-12);
}

TEST(GainToCome, IsZeroWhereNothingIsGained) {
  GainToCome to_come;
  to_come.add(-1e-16, true);
  EXPECT_EQ(to_come.estimate(), 0);
}

TEST(GainToCome, UsesTheSlowerOfTheLastTwoRatios) {
  GainToCome to_come;
  for (const double gain : {1.0, 0.9, 0.09}) to_come.add(gain, true);
  EXPECT_NEAR(to_come.estimate(), 0.09 * 0.9 / 0.1, 1e-14);
}

TEST(GainToCome, IsAtLeastFourTimesTheLastGain) {
  GainToCome to_come;
  for (const double gain : {1.0, 0.1, 0.01}) to_come.add(gain, true);
  EXPECT_NEAR(to_come.estimate(), 0.04, 1e-15);
}

TEST(GainToCome, IsBoundedWhereGainsGrow) {
  GainToCome to_come;
  for (const double gain : {0.1, 0.2, 0.4}) to_come.add(gain, true);
  EXPECT_NEAR(to_come.estimate(), 0.4 * GainToCome::kSlowest / (1 - GainToCome::kSlowest), 1e-12);
}

TEST(GainToCome, IgnoresTheGainsOfLeaps) {
  GainToCome to_come;
  for (const double gain : {1.0, 0.9, 0.81}) to_come.add(gain, true);
  to_come.add(100, false);
  EXPECT_TRUE(std::isinf(to_come.estimate()));
  to_come.add(0.5, true);
  EXPECT_NEAR(to_come.estimate(), 0.5 * 9, 1e-12);
}

}  // namespace
}  // namespace mixseed
