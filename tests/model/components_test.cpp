#include "model/components.h"

#include <gtest/gtest.h>

#include "support/mixtures.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;
using Row = std::vector<double>;

// Mean and covariance of a whole mixture.
Mixture whole(const Mixture& theta) {
  const std::size_t D = theta.dim;
  Mixture one{Covariance::full, D, {1.0}, Row(D, 0.0), Row(D * D, 0.0)};
  for (std::size_t k = 0; k < theta.size(); ++k) {
    for (std::size_t i = 0; i < D; ++i) one.means[i] += theta.weights[k] * theta.mean(k)[i];
  }
  for (std::size_t k = 0; k < theta.size(); ++k) {
    const Row own = theta.covariance_of(k);
    for (std::size_t i = 0; i < D * D; ++i) {
      const double a = theta.mean(k)[i / D] - one.means[i / D], b = theta.mean(k)[i % D] - one.means[i % D];
      one.covariances[i] += theta.weights[k] * (own[i] + a * b);
    }
  }
  return one;
}

TEST(Components, JoinedHaveTheMomentsOfBoth) {
  const Mixture two = random_mixture(Covariance::full, 3, 2, 4, 1);
  EXPECT_LT(distance(joined(two, 0, 1), whole(two)), 1e-13);
}

TEST(Components, HalvesHaveTheMomentsOfTheWhole) {
  const Mixture one = component(random_mixture(Covariance::full, 4, 3, 4, 2), 1);
  const Mixture two = halves(one);
  EXPECT_LT(distance(whole(two), one), 1e-13);
  EXPECT_NO_THROW(check(two));
  EXPECT_NE(two.means[0], two.means[4]);
}

TEST(Components, TakenOutAndPutBackAreTheSame) {
  for (const Covariance type : ::mixseed::kCovariances) {
    const Mixture theta = random_mixture(type, 2, 3, 4, 3);
    Mixture copy = theta;
    replace(copy, 1, component(theta, 1), 0, theta.weights[1]);
    EXPECT_EQ(copy, theta);
    EXPECT_NO_THROW(check(halves(component(theta, 2))));
    EXPECT_NO_THROW(check(joined(theta, 0, 2)));
    EXPECT_NO_THROW(check(copies_at(component(theta, 0), {1, 2, 3, 4}, {0.5, 0.5}, {1, 0.25})));
  }
}

TEST(Components, ThatAreReplacedMayLeaveTheFamily) {
  Mixture theta = random_mixture(Covariance::spherical, 2, 3, 4, 3);
  theta.covariances = {2, 2, 2};
  theta.family = "EII";
  replace(theta, 1, copies_at(component(theta, 1), {1, 2}, {1.0}, {0.25}), 0, theta.weights[1]);
  EXPECT_EQ(theta.covariances, (Row{2, 0.5, 2}));
  EXPECT_EQ(theta.family, "");
}

TEST(Components, PutBehindOthersComeOutAgain) {
  for (const Covariance type : ::mixseed::kCovariances) {
    const Mixture theta = random_mixture(type, 2, 3, 4, 3);
    Mixture all{type, 2, {}, {}, {}};
    for (std::size_t k = 0; k < theta.size(); ++k) append(all, parts_of(theta, k, 1));
    EXPECT_EQ(all, theta);
    EXPECT_EQ(parts_of(all, 1, 2).means, Row(theta.means.begin() + 2, theta.means.end()));
  }
}

TEST(Components, KeepTheirProportionsWhenWeightsAreSharedOut) {
  Row weights{1, 3};
  share_out(weights, 0.2);
  EXPECT_NEAR(weights[0], 0.05, 1e-16);
  EXPECT_NEAR(weights[1], 0.15, 1e-16);
  Row none{0, 0};
  share_out(none, 0.2);
  EXPECT_EQ(none, Row(2, 0.0));
}

}  // namespace
}  // namespace mixseed
