#include "refine/remaining.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mixseed {
namespace {

TEST(Remaining, IsExactWhereEveryGainIsTheSamePartOfTheOneBefore) {
  Remaining remaining;
  double at = 0;
  for (int step = 0; step < 10; ++step) {
    const double gain = std::pow(0.9, step);
    at += gain;
    remaining.gained(gain, true);
    if (step >= 2) {
      EXPECT_NEAR(remaining.estimate(), 1 / (1 - 0.9) - at, 1e-12) << step;
    }
  }
}

TEST(Remaining, GoesByTheSlowestRatioBeforeTwoAreKnown) {
  const double slowest = Remaining::kSlowest / (1 - Remaining::kSlowest);
  Remaining remaining;
  EXPECT_TRUE(std::isinf(remaining.estimate()));
  remaining.gained(1, true);
  EXPECT_EQ(remaining.estimate(), slowest);
  remaining.gained(0.9, true);
  EXPECT_EQ(remaining.estimate(), 0.9 * slowest);
  remaining.gained(0.81, true);
  EXPECT_NEAR(remaining.estimate(), 0.81 * 9, 1e-12);
}

TEST(Remaining, IsNothingWhereNothingIsGained) {
  Remaining remaining;
  remaining.gained(-1e-16, true);
  EXPECT_EQ(remaining.estimate(), 0);
}

TEST(Remaining, GoesByTheSlowerOfTheLastTwoRatios) {
  Remaining remaining;
  for (const double gain : {1.0, 0.9, 0.09}) remaining.gained(gain, true);
  EXPECT_NEAR(remaining.estimate(), 0.09 * 0.9 / 0.1, 1e-14);
}

TEST(Remaining, IsNeverLessThanFourOfTheLastGain) {
  Remaining remaining;
  for (const double gain : {1.0, 0.1, 0.01}) remaining.gained(gain, true);
  EXPECT_NEAR(remaining.estimate(), 0.04, 1e-15);
}

TEST(Remaining, HasABoundWhereGainsGrow) {
  Remaining remaining;
  for (const double gain : {0.1, 0.2, 0.4}) remaining.gained(gain, true);
  EXPECT_NEAR(remaining.estimate(), 0.4 * Remaining::kSlowest / (1 - Remaining::kSlowest), 1e-12);
}

TEST(Remaining, TakesNoLeapForAStep) {
  Remaining remaining;
  for (const double gain : {1.0, 0.9, 0.81}) remaining.gained(gain, true);
  remaining.gained(100, false);
  EXPECT_TRUE(std::isinf(remaining.estimate()));
  remaining.gained(0.5, true);
  EXPECT_NEAR(remaining.estimate(), 0.5 * 9, 1e-12);
}

}  // namespace
}  // namespace mixseed
