#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/evaluate.h"

namespace mixseed {
namespace {

TEST(ChiSquared, WithTwoDegreesIsAnExponential) {
  for (const double x : {1e-9, 0.1, 1.0, 3.9, 4.1, 20.0, 700.0}) {
    EXPECT_NEAR(chi_squared_tail(x, 2) / std::exp(-x / 2), 1, 1e-12) << x;
  }
}

TEST(ChiSquared, WithOneDegreeIsTheSquareOfANormal) {
  for (const double z : {0.01, 0.5, 1.0, 1.96, 5.0, 20.0}) {
    EXPECT_NEAR(chi_squared_tail(z * z, 1) / std::erfc(z / std::sqrt(2.0)), 1, 1e-11) << z;
  }
}

TEST(ChiSquared, TwoMoreDegreesAddATerm) {
  for (const double x : {0.5, 6.0, 40.0}) {
    for (const double freedom : {1.0, 4.0, 11.0, 60.0}) {
      const double term = std::exp(freedom / 2 * std::log(x / 2) - x / 2 - std::lgamma(freedom / 2 + 1));
      EXPECT_NEAR(chi_squared_tail(x, freedom + 2), chi_squared_tail(x, freedom) + term, 1e-13) << x << " " << freedom;
    }
  }
}

TEST(ChiSquared, EndsAreOneAndZero) {
  EXPECT_EQ(chi_squared_tail(0, 3), 1);
  EXPECT_EQ(chi_squared_tail(1e6, 3), 0);
}

}  // namespace
}  // namespace mixseed
