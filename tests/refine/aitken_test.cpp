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

TEST(Aitken, GainToComeIsThatOfTheGeometricSeries) { EXPECT_NEAR(extrapolated_gain(8, 0.75), 24, 1e-14); }

TEST(RemainingGain, IsExactWhereEveryGainIsTheSamePartOfTheOneBefore) {
  RemainingGain remaining;
  double at = 0;
  for (int step = 0; step < 10; ++step) {
    const double gain = std::pow(0.9, step);
    at += gain;
    remaining.add(gain, true);
    if (step >= 2) {
      EXPECT_NEAR(remaining.estimate(), 1 / (1 - 0.9) - at, 1e-12) << step;
    }
  }
}

TEST(RemainingGain, AssumesTheSlowestRatioUntilTwoAreKnown) {
  const double slowest = RemainingGain::kSlowest / (1 - RemainingGain::kSlowest);
  RemainingGain remaining;
  EXPECT_TRUE(std::isinf(remaining.estimate()));
  remaining.add(1, true);
  EXPECT_EQ(remaining.estimate(), slowest);
  remaining.add(0.9, true);
  EXPECT_EQ(remaining.estimate(), 0.9 * slowest);
  remaining.add(0.81, true);
  EXPECT_NEAR(remaining.estimate(), 0.81 * 9, 1e-12);
}

TEST(RemainingGain, IsZeroWhereNothingIsGained) {
  RemainingGain remaining;
  remaining.add(-1e-16, true);
  EXPECT_EQ(remaining.estimate(), 0);
}

TEST(RemainingGain, UsesTheSlowerOfTheLastTwoRatios) {
  RemainingGain remaining;
  for (const double gain : {1.0, 0.9, 0.09}) remaining.add(gain, true);
  EXPECT_NEAR(remaining.estimate(), 0.09 * 0.9 / 0.1, 1e-14);
}

TEST(RemainingGain, IsAtLeastFourTimesTheLastGain) {
  RemainingGain remaining;
  for (const double gain : {1.0, 0.1, 0.01}) remaining.add(gain, true);
  EXPECT_NEAR(remaining.estimate(), 0.04, 1e-15);
}

TEST(RemainingGain, IsBoundedWhereGainsGrow) {
  RemainingGain remaining;
  for (const double gain : {0.1, 0.2, 0.4}) remaining.add(gain, true);
  EXPECT_NEAR(remaining.estimate(), 0.4 * RemainingGain::kSlowest / (1 - RemainingGain::kSlowest), 1e-12);
}

TEST(RemainingGain, IgnoresTheGainsOfLeaps) {
  RemainingGain remaining;
  for (const double gain : {1.0, 0.9, 0.81}) remaining.add(gain, true);
  remaining.add(100, false);
  EXPECT_TRUE(std::isinf(remaining.estimate()));
  remaining.add(0.5, true);
  EXPECT_NEAR(remaining.estimate(), 0.5 * 9, 1e-12);
}

}  // namespace
}  // namespace mixseed
