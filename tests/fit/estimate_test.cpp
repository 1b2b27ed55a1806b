#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"
#include "support/message.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

// Two groups that differ in both columns; weights 1, 1, 1, 1 and 1, 1, 1, 3.
Data groups() {
  return Data::from(Row{0, 0, 2, 0, 0, 2, 2, 2, 10, 0, 10, 4, 14, 0, 14, 4}, 8, 2).weighted({1, 1, 1, 1, 1, 1, 1, 3});
}
constexpr std::size_t kLabels[] = {0, 0, 0, 0, 1, 1, 1, 1};
const Mixture kOfGroups{
    Covariance::full, 2, {0.4, 0.6}, {1, 1, 38.0 / 3, 8.0 / 3}, {1, 0, 0, 1, 32.0 / 9, 8.0 / 9, 8.0 / 9, 32.0 / 9}};

TEST(Estimate, FromLabelsTakesTheWeightedMomentsOfEachGroup) {
  EXPECT_LT(distance(estimate(groups().view, kLabels, 2, Covariance::full), kOfGroups), 1e-14);
}

TEST(Estimate, ResponsibilitiesOfOneAndZeroAreLabels) {
  Row responsibilities;
  for (const std::size_t label : kLabels) {
    responsibilities.push_back(label == 0);
    responsibilities.push_back(label == 1);
  }
  for (const Covariance type : {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical}) {
    EXPECT_EQ(estimate(groups().view, responsibilities, type), estimate(groups().view, kLabels, 2, type));
  }
}

TEST(Estimate, EqualResponsibilitiesGiveEveryComponentTheWholeData) {
  const Data data = blobs(500, 3, 2);
  const Mixture theta = estimate(data.view, Row(1000, 0.5), Covariance::full);
  const Mixture one = fit(data.view, 1, Pipeline::parse("unif")).model;
  for (const std::size_t k : {0, 1}) {
    EXPECT_DOUBLE_EQ(theta.weights[k], 0.5);
    EXPECT_LT(distance(theta.covariance_of(k), one.covariances), 1e-12);
  }
}

TEST(Estimate, RepairsComponentsWithoutRowsAndWithOneRow) {
  const std::size_t labels[] = {0, 0, 0, 0, 1, 1, 1, 3};
  EXPECT_NO_THROW(check(estimate(groups().view, labels, 4, Covariance::full)));
}

TEST(Estimate, FollowsExtremeUnits) {
  const double unit = std::ldexp(1.0, 300);
  Data data = mapped(groups(), [&](const Row& x) { return Row{x[0] * unit, x[1] * unit}; });
  data = data.weighted({1, 1, 1, 1, 1, 1, 1, 3});
  Mixture wanted = kOfGroups;
  for (double& number : wanted.means) number *= unit;
  for (double& number : wanted.covariances) number *= unit * unit;
  EXPECT_LT(distance(estimate(data.view, kLabels, 2, Covariance::full), wanted), 1e-14);
}

TEST(Estimate, SaysWhichMembershipIsNone) {
  const Data data = Data::from(Row{0, 1, 2}, 3, 1);
  const auto say = [&](Row r) { return message(ErrorCode::input, [&] { estimate(data.view, r, Covariance::full); }); };
  EXPECT_EQ(say({1, 0, 0.5, 0.4, 1, 0}), "row 2: expected responsibilities that sum to 1, got 0.900000");
  EXPECT_EQ(say({1, 0, 1, 0, 2, -1}), "row 3: expected responsibilities that are not negative, got -1.000000");
  EXPECT_EQ(say({1, 0, 1, 0}), "responsibilities: expected 3 numbers, got 4");
  const std::size_t labels[] = {0, 2, 1}, few[] = {0, 1};
  EXPECT_EQ(message(ErrorCode::input, [&] { estimate(data.view, labels, 2, Covariance::full); }),
            "row 2: expected a label below 2, got 2");
  EXPECT_EQ(message(ErrorCode::input, [&] { estimate(data.view, few, 2, Covariance::full); }),
            "labels: expected 3 numbers, got 2");
}

}  // namespace
}  // namespace mixseed
