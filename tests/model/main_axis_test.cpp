#include "model/main_axis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mixseed {
namespace {

using Values = std::vector<double>;

TEST(MainAxis, IsTheWidestDirectionWithItsDeviation) {
  const DataSummary summary = summary_of({0, 0}, {4, 0, 0, 1});
  const Mixture full{Covariance::full, 2, {0.5, 0.5}, {0, 0, 9, 9}, {1, 0, 0, 9, 5, 4, 4, 5}};
  EXPECT_EQ(main_axis(full, 0, summary), (Values{0, 3}));
  const Values turned = main_axis(full, 1, summary);
  EXPECT_NEAR(turned[0], 3 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(turned[1], 3 / std::sqrt(2.0), 1e-12);
}

TEST(MainAxis, OfASphereIsThatOfTheData) {
  const DataSummary summary = summary_of({0, 0}, {1, 0, 0, 4});
  const Mixture spheres{Covariance::spherical, 2, {1}, {0, 0}, {25}};
  EXPECT_EQ(main_axis(spheres, 0, summary), (Values{0, 5}));
}

}  // namespace
}  // namespace mixseed
