#include "model/order.h"

#include <gtest/gtest.h>

#include "support/mixtures.h"

namespace mixseed {
namespace {

using namespace testing;
using Numbers = std::vector<std::size_t>;

const Mixture kTheta{Covariance::spherical, 2, {0.2, 0.4, 0.2, 0.2}, {5, 0, 1, 1, 3, 9, 3, 2}, {1, 2, 3, 4}};

TEST(Order, IsByDescendingWeightAndTiesGoByTheMeans) { EXPECT_EQ(by_weight(kTheta), (Numbers{1, 3, 2, 0})); }

TEST(Order, LastDigitsOfWeightsDoNotDecide) {
  const Mixture theta{Covariance::spherical, 1, {0.5, 0.5000000000000001}, {1, 2}, {1, 1}};
  EXPECT_EQ(by_weight(theta), (Numbers{0, 1}));
}

TEST(Order, ByMeanTheFirstColumnDecidesFirst) { EXPECT_EQ(by_mean(kTheta), (Numbers{1, 3, 2, 0})); }

TEST(Order, MovesWeightsMeansAndCovariancesTogether) {
  for (const Covariance type : mixseed::kCovariances) {
    const Mixture theta = random_mixture(type, 3, 4, 5);
    const Numbers order{2, 0, 3, 1};
    const Mixture moved = in_order(theta, order);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(moved.weights[k], theta.weights[order[k]]);
      EXPECT_EQ(moved.mean(k)[2], theta.mean(order[k])[2]);
      EXPECT_EQ(moved.covariance_of(k), theta.covariance_of(order[k]));
    }
  }
}

}  // namespace
}  // namespace mixseed
