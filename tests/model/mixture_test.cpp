#include "mixseed/mixture.h"

#include <gtest/gtest.h>

#include <limits>

#include "mixseed/error.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Mixture kFull{Covariance::full, 2, {0.4, 0.6}, {1, 2, 3, 4}, {4, 1, 1, 3, 2, 0, 0, 2}};
const Mixture kTied{Covariance::tied, 2, {0.4, 0.6}, {1, 2, 3, 4}, {4, 1, 1, 3}};
const Mixture kDiagonal{Covariance::diagonal, 2, {0.4, 0.6}, {1, 2, 3, 4}, {4, 3, 2, 1}};
const Mixture kSpherical{Covariance::spherical, 2, {0.4, 0.6}, {1, 2, 3, 4}, {4, 2}};

std::string verdict(const Mixture& theta) {
  try {
    check(theta);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::input);
    const std::string text = error.what(), prefix = "not a valid mixture: ";
    EXPECT_EQ(text.substr(0, prefix.size()), prefix);
    return text.substr(prefix.size());
  }
  return "valid";
}

Mixture with_weights(Mixture theta, Values weights) {
  theta.weights = std::move(weights);
  return theta;
}

Mixture with_covariances(Mixture theta, Values covariances) {
  theta.covariances = std::move(covariances);
  return theta;
}

TEST(Mixture, NamesItsTypes) {
  EXPECT_EQ(name_of(Covariance::full), "full");
  EXPECT_EQ(name_of(Covariance::tied), "tied");
  EXPECT_EQ(name_of(Covariance::diagonal), "diagonal");
  EXPECT_EQ(name_of(Covariance::spherical), "spherical");
}

TEST(Mixture, GivesEveryComponentsMatrixWhateverTheType) {
  EXPECT_EQ(kFull.covariance_of(0), (Values{4, 1, 1, 3}));
  EXPECT_EQ(kFull.covariance_of(1), (Values{2, 0, 0, 2}));
  EXPECT_EQ(kTied.covariance_of(1), (Values{4, 1, 1, 3}));
  EXPECT_EQ(kDiagonal.covariance_of(1), (Values{2, 0, 0, 1}));
  EXPECT_EQ(kSpherical.covariance_of(1), (Values{2, 0, 0, 2}));
}

TEST(Mixture, CentersKnowTheirNumber) {
  EXPECT_EQ(Centers{}.size(), 0U);
  const Centers three{2, {1, 2, 3, 4, 5, 6}};
  EXPECT_EQ(three.size(), 3U);
  EXPECT_EQ(three.point(1)[1], 4);
}

TEST(Check, AcceptsAllFourTypes) {
  for (const Mixture* theta : {&kFull, &kTied, &kDiagonal, &kSpherical}) {
    EXPECT_EQ(verdict(*theta), "valid");
    EXPECT_EQ(theta->covariances.size(), covariance_length(theta->covariance, 2, 2));
  }
}

TEST(Check, CountsTheNumbers) {
  EXPECT_EQ(verdict(Mixture{}), "it has no component");
  EXPECT_EQ(verdict({Covariance::full, 0, {1}, {}, {}}), "its dimension is 0");
  EXPECT_EQ(verdict({Covariance::full, 2, {1}, {1}, {1, 0, 0, 1}}), "means: expected 2 numbers, got 1");
  EXPECT_EQ(verdict(with_covariances(kFull, {1, 0, 0, 1})), "covariances: expected 8 numbers, got 4");
  EXPECT_EQ(verdict(with_covariances(kTied, {1, 0, 0})), "covariances: expected 4 numbers, got 3");
  EXPECT_EQ(verdict(with_covariances(kDiagonal, {1})), "covariances: expected 4 numbers, got 1");
  EXPECT_EQ(verdict(with_covariances(kSpherical, {1, 2, 3})), "covariances: expected 2 numbers, got 3");
}

TEST(Check, WantsFiniteNumbers) {
  EXPECT_EQ(verdict(with_weights(kFull, {0.5, kNan})), "weights: number 2 is not finite");
  Mixture far = kFull;
  far.means[2] = -kInfinity;
  EXPECT_EQ(verdict(far), "means: number 3 is not finite");
  EXPECT_EQ(verdict(with_covariances(kSpherical, {kInfinity, 1})), "covariances: number 1 is not finite");
}

TEST(Check, WantsWeightsThatSumToOne) {
  EXPECT_EQ(verdict(with_weights(kFull, {-0.5, 1.5})), "weights: component 0 has a negative weight");
  EXPECT_EQ(verdict(with_weights(kFull, {0.5, 0.4})), "weights: expected a sum of 1, got 0.900000");
  EXPECT_EQ(verdict(with_weights(kFull, {0.5, 0.5 + 0.9e-6})), "valid");
  EXPECT_NE(verdict(with_weights(kFull, {0.5, 0.5 + 1.1e-6})), "valid");
  EXPECT_EQ(verdict(with_weights(kFull, {1, 0})), "valid");
}

TEST(Check, WantsSymmetricMatrices) {
  EXPECT_EQ(verdict(with_covariances(kFull, {4, 1, 1, 3, 2, 0.1, 0, 2})),
            "the covariance of component 1 is not symmetric");
  EXPECT_EQ(verdict(with_covariances(kTied, {4, 1, -1, 3})), "the tied covariance is not symmetric");
  EXPECT_EQ(verdict(with_covariances(kTied, {4, 1, 1 + 1e-14, 3})), "valid");
}

TEST(Check, JudgesSymmetryInTheColumnsOwnUnits) {
  const Mixture theta{Covariance::full, 3, {1}, {0, 0, 0}, {1e12, 0, 0, 0, 1, 0.5, 0, -0.5, 1}};
  EXPECT_EQ(verdict(theta), "the covariance of component 0 is not symmetric");
}

TEST(Check, WantsPositiveDefiniteMatrices) {
  EXPECT_EQ(verdict(with_covariances(kFull, {4, 1, 1, 3, 1, 2, 2, 1})),
            "the covariance of component 1 is not positive definite");
  EXPECT_EQ(verdict(with_covariances(kTied, {1, 1, 1, 1})), "the tied covariance is not positive definite");
  EXPECT_EQ(verdict(with_covariances(kDiagonal, {1, 0, 1, 1})), "the covariance of component 0 is not positive");
  EXPECT_EQ(verdict(with_covariances(kSpherical, {1, -1})), "the covariance of component 1 is not positive");
}

}  // namespace
}  // namespace mixseed
