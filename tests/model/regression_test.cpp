#include "model/regression.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/evaluate.h"
#include "support/mixtures.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// One component alone, so that marginals and conditionals are single Gaussians too.
Mixture one(Covariance type) { return testing::random_mixture(type, 4, 1, 3, 7); }

class RegressionOfType : public ::testing::TestWithParam<Covariance> {};

TEST_P(RegressionOfType, HasTheDensityOfTheMarginalAndTheMomentsOfTheConditional) {
  const Mixture theta = one(GetParam());
  const std::vector<std::vector<std::size_t>> patterns{{0}, {1, 3}, {0, 1, 2}, {2, 3}};
  const Values row{0.4, -1.2, 2.5, 0.9};
  for (const auto& seen : patterns) {
    const Regression regression(theta, 0, seen);
    Values values;
    for (const std::size_t j : seen) values.push_back(row[j]);
    const double density = score_rows(marginal(theta, seen), DataView(values.data(), 1, seen.size()), 1)[0];
    EXPECT_NEAR(regression.term(regression.squared_distance(row.data())), density, 1e-12 * (1 + std::abs(density)));
    const Mixture rest = conditional(theta, seen, values);
    Values filled(4);
    regression.fill(row.data(), filled.data());
    const Values covariance = rest.covariance_of(0);
    for (std::size_t a = 0; a < rest.dim; ++a) {
      EXPECT_NEAR(filled[regression.unseen()[a]], rest.means[a], 1e-12 * (1 + std::abs(rest.means[a])));
      for (std::size_t b = 0; b < rest.dim; ++b) {
        EXPECT_NEAR(regression.rest()[a * rest.dim + b], covariance[a * rest.dim + b], 1e-12);
      }
    }
    for (const std::size_t j : seen) EXPECT_EQ(filled[j], row[j]);
  }
}

TEST_P(RegressionOfType, HasTheRootOfWhatIsUncertain) {
  const Regression regression(one(GetParam()), 0, {1});
  const Values root = regression.root_of_rest();
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double product = 0;
      for (std::size_t l = 0; l < 3; ++l) product += root[i * 3 + l] * root[j * 3 + l];
      EXPECT_NEAR(product, regression.rest()[i * 3 + j], 1e-12);
    }
  }
}

TEST_P(RegressionOfType, KnowsNothingButTheMeanWhenNothingIsSeen) {
  const Mixture theta = one(GetParam());
  const Regression regression(theta, 0, {});
  const Values row(4, std::nan(""));
  EXPECT_EQ(regression.term(regression.squared_distance(row.data())), 0);
  Values filled(4);
  regression.fill(row.data(), filled.data());
  EXPECT_EQ(filled, theta.means);
  EXPECT_EQ(regression.rest(), theta.covariance_of(0));
}

INSTANTIATE_TEST_SUITE_P(All, RegressionOfType, ::testing::ValuesIn(testing::kCovariances));

}  // namespace
}  // namespace mixseed
