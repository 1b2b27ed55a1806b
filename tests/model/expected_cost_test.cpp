#include "model/expected_cost.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/family.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

// Up to a constant, minus twice the log-likelihood of one component whose mean is that of the rows.
TEST(ExpectedCost, IsTheLikelihoodOfOneComponentUpToAConstant) {
  const testing::Ready in(testing::blobs(300, 2, 2));
  const std::vector<double>& mean = in.X.summary().mean;
  for (const auto& [type, covariances] : {std::pair{Covariance::full, std::vector<double>{3, 1, 1, 2}},
                                          {Covariance::tied, {3, 1, 1, 2}},
                                          {Covariance::diagonal, {3, 2}},
                                          {Covariance::spherical, {4}}}) {
    const Mixture theta{type, 2, {1}, mean, covariances};
    const Moments moments = testing::expected(in.X, theta, family_of(type).second, Rules::standard);
    const double constant = 300 * 2 * std::log(2 * 3.14159265358979323846);
    EXPECT_NEAR(expected_cost(moments, theta), -2 * 300 * score(theta, in.data.view, 1) - constant, 1e-8)
        << name_of(type);
  }
}

TEST(ExpectedCost, OfWhatIsNoCovarianceIsInfinite) {
  const testing::Ready in(testing::blobs(30, 2, 2));
  const Mixture good{Covariance::full, 2, {1}, {0, 0}, {1, 0, 0, 1}};
  const Moments moments = testing::expected(in.X, good, Moments::Second::full, Rules::standard);
  const Mixture bad{Covariance::full, 2, {1}, {0, 0}, {1, 2, 2, 1}};
  EXPECT_EQ(expected_cost(moments, bad), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace mixseed
