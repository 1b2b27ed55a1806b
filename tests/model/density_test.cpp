#include "model/density.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "mixseed/error.h"
#include "model/linear.h"
#include "model/random_matrix.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Values = std::vector<double>;

constexpr Covariance kTypes[] = {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical};

Mixture example(Covariance type, std::size_t dim) {
  Rng rng(11);
  Mixture theta{type, dim, {0.2, 0.5, 0.3}, {}, {}};
  for (std::size_t k = 0; k < 3; ++k) {
    Values spread;
    for (std::size_t j = 0; j < dim; ++j) {
      theta.means.push_back(3 * rng.normal());
      spread.push_back(0.1 + 5 * rng.uniform());
    }
    if (type == Covariance::tied && k > 0) continue;
    if (type == Covariance::full || type == Covariance::tied) spread = randomly_rotated(spread, rng);
    if (type == Covariance::spherical) spread.resize(1);
    theta.covariances.insert(theta.covariances.end(), spread.begin(), spread.end());
  }
  return theta;
}

struct Direct {
  double mahalanobis, log_term;
};

Direct direct(const Mixture& theta, std::size_t k, const Values& x) {
  const auto covariance = theta.covariance_of(k);
  const Matrix sigma = as_matrix(covariance.data(), theta.dim);
  const auto n = static_cast<Eigen::Index>(theta.dim);
  const Vector y = Eigen::Map<const Vector>(x.data(), n) - Eigen::Map<const Vector>(theta.mean(k).data(), n);
  const double distance = y.dot(sigma.fullPivLu().solve(y));
  const double log_normaliser =
      -0.5 * (static_cast<double>(theta.dim) * std::log(2 * std::numbers::pi) + std::log(sigma.determinant()));
  return {distance, std::log(theta.weights[k]) + log_normaliser - 0.5 * distance};
}

// visit(row, k, squared Mahalanobis distance, log term)
template <typename Visit>
void for_each_term(const Points& X, const Density& density, const Visit& visit) {
  X.for_each_block([&](const Block& block) {
    Values terms(density.size() * kernel::kBlock), scratch(X.dim() * kernel::kBlock), distance(kernel::kBlock);
    density.log_terms(block, terms.data(), scratch.data());
    for (std::size_t k = 0; k < density.size(); ++k) {
      density.mahalanobis(block, k, distance.data(), scratch.data());
      for (std::size_t i = 0; i < block.rows; ++i) {
        visit(block.first + i, k, distance[i], terms[k * kernel::kBlock + i]);
      }
    }
  });
}

TEST(Density, IsTheFormulaForAllFourTypes) {
  for (const Covariance type : kTypes) {
    for (const std::size_t dim : {1U, 2U, 5U, 12U}) {
      SCOPED_TRACE(std::string(name_of(type)) + ", dim " + std::to_string(dim));
      const Mixture theta = example(type, dim);
      const Ready in(testing::blobs(300, dim, 3));
      std::size_t visits = 0;
      for_each_term(in.X, Density(theta), [&](std::size_t i, std::size_t k, double distance, double term) {
        const Direct expected = direct(theta, k, in.X.row(i));
        ASSERT_NEAR(distance, expected.mahalanobis, 1e-10 * expected.mahalanobis);
        ASSERT_NEAR(term, expected.log_term, 1e-10 * (1 + std::abs(expected.log_term)));
        ++visits;
      });
      EXPECT_EQ(visits, 900U);
    }
  }
}

TEST(Density, AComponentWithoutWeightHasNoDensityButADistance) {
  for (const Covariance type : kTypes) {
    Mixture theta = example(type, 2);
    theta.weights = {0.4, 0, 0.6};
    const Ready in(testing::blobs(10, 2, 2));
    for_each_term(in.X, Density(theta), [&](std::size_t, std::size_t k, double distance, double term) {
      EXPECT_EQ(term == -std::numeric_limits<double>::infinity(), k == 1);
      EXPECT_TRUE(std::isfinite(distance));
    });
  }
}

TEST(Density, StandsVariancesOfAnySize) {
  for (const double variance : {1e-290, 1e-20, 1e20, 1e290}) {
    const Mixture theta{Covariance::full, 2, {1}, {0, 0}, {variance, 0, 0, variance}};
    const double far = 2 * std::sqrt(variance);
    const Ready in(Data::from(Values{far, 0}, 1, 2));
    for_each_term(in.X, Density(theta), [&](std::size_t, std::size_t, double distance, double term) {
      EXPECT_NEAR(distance, 4, 1e-13);
      EXPECT_NEAR(term, -std::log(2 * std::numbers::pi) - std::log(variance) - 2, 1e-11);
    });
  }
}

std::string refusal(const Mixture& theta) {
  try {
    const Density density(theta);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::input);
    return error.what();
  }
  return "accepted";
}

TEST(Density, RefusesMatricesThatAreNotPositiveDefinite) {
  const std::string second = "the covariance of component 1 is not positive definite";
  EXPECT_EQ(refusal({Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 0, 0, 1, 1, 2, 2, 1}}), second);
  EXPECT_EQ(refusal({Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 0, 0, 1, 1, 1, 1, 1}}), second);
  EXPECT_EQ(refusal({Covariance::tied, 2, {0.5, 0.5}, {0, 0, 1, 1}, {0, 0, 0, 1}}),
            "the covariance of component 0 is not positive definite");
}

TEST(Density, RefusesVariancesThatAreNotPositive) {
  const std::string second = "the covariance of component 1 is not positive definite";
  for (const double bad : {0.0, -1.0}) {
    EXPECT_EQ(refusal({Covariance::diagonal, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 1, 1, bad}}), second);
    EXPECT_EQ(refusal({Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, bad}}), second);
  }
}

TEST(Density, RefusesCovariancesThatAreNotNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::string only = "the covariance of component 0 is not positive definite";
  EXPECT_EQ(refusal({Covariance::full, 2, {1}, {0, 0}, {1, nan, nan, 1}}), only);
  EXPECT_EQ(refusal({Covariance::diagonal, 2, {1}, {0, 0}, {1, nan}}), only);
  EXPECT_EQ(refusal({Covariance::spherical, 2, {1}, {0, 0}, {nan}}), only);
}

}  // namespace
}  // namespace mixseed
