#include "fit/rescale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

int exponent_in_unit(int exponent) {
  const double unit = std::ldexp(1.0, exponent);
  const Data data = mapped(blobs(20, 1, 2), [&](const Row& x) { return Row{x[0] * unit}; });
  return extreme_exponent(Ready(data).X.inspection());
}

TEST(Rescale, OnlyExtremeUnitsAreChangedAndByTheirPowerOfTwo) {
  for (const int exponent : {-150, 0, 150}) EXPECT_EQ(exponent_in_unit(exponent), 0);
  EXPECT_EQ(exponent_in_unit(600) - exponent_in_unit(500), 100);
  EXPECT_EQ(exponent_in_unit(-500) - exponent_in_unit(-600), 100);
  EXPECT_NEAR(exponent_in_unit(500), 500, 5);
}

TEST(Rescale, ObjectivesFollowTheUnit) {
  const double unit = 3 * std::numbers::ln2;  // of 2^3, in one column
  const CallersUnit callers = callers_unit(3, 2, 0.5);
  EXPECT_DOUBLE_EQ(callers.shift, -2 * unit);
  EXPECT_DOUBLE_EQ(callers.objective("kmeans", 5), 5 * 64);
  EXPECT_DOUBLE_EQ(callers.objective("cem", 5), 5 - 2 * unit);
  EXPECT_DOUBLE_EQ(callers.objective("em", 5), 5 - 2 * unit * 1.5);
}

}  // namespace
}  // namespace mixseed
