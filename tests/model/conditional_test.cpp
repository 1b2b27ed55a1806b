#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "base/rng.h"
#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/random_matrix.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;
using Columns = std::vector<std::size_t>;

constexpr Covariance kTypes[] = {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical};
constexpr std::size_t kDim = 4;

Mixture example(Covariance type) {
  Rng rng(101);
  Mixture theta{type, kDim, {0.2, 0.5, 0.3}, {}, {}};
  for (std::size_t k = 0; k < 3; ++k) {
    Values spread;
    for (std::size_t j = 0; j < kDim; ++j) {
      theta.means.push_back(2 * rng.normal());
      spread.push_back(0.2 + 3 * rng.uniform());
    }
    if (type == Covariance::tied && k > 0) continue;
    if (type == Covariance::full || type == Covariance::tied) spread = randomly_rotated(spread, rng);
    if (type == Covariance::spherical) spread.resize(1);
    theta.covariances.insert(theta.covariances.end(), spread.begin(), spread.end());
  }
  return theta;
}

Values pick(const Values& x, const Columns& columns) {
  Values picked;
  for (const std::size_t j : columns) picked.push_back(x[j]);
  return picked;
}

double log_density(const Mixture& theta, const Values& x) {
  return score_rows(theta, DataView(x.data(), 1, x.size()), 1)[0];
}

Values random_point(Rng& rng) {
  Values x(kDim);
  for (double& value : x) value = 2 * rng.normal();
  return x;
}

TEST(Conditional, TimesMarginalIsTheJointDensity) {
  Rng rng(102);
  const std::pair<Columns, Columns> splits[] = {
      {{0}, {1, 2, 3}}, {{2}, {0, 1, 3}}, {{3, 1}, {0, 2}}, {{2, 3, 0}, {1}}, {{0, 1, 2}, {3}}};
  for (const Covariance type : kTypes) {
    const Mixture theta = example(type);
    for (const auto& [given, rest] : splits) {
      for (int repeat = 0; repeat < 10; ++repeat) {
        const Values x = random_point(rng);
        const Mixture part = conditional(theta, given, pick(x, given));
        EXPECT_NO_THROW(check(part));
        EXPECT_EQ(part.covariance, type);
        EXPECT_EQ(part.dim, rest.size());
        EXPECT_NEAR(std::accumulate(part.weights.begin(), part.weights.end(), 0.0), 1, 1e-15);
        const double product = log_density(part, pick(x, rest)) + log_density(marginal(theta, given), pick(x, given));
        EXPECT_NEAR(product, log_density(theta, x), 1e-10) << name_of(type);
      }
    }
  }
}

// The trapezoidal rule is exact to many digits for a density that is smooth and vanishes at both ends.
TEST(Marginal, IsTheIntegralOverTheOtherColumn) {
  for (const Covariance type : kTypes) {
    Mixture theta = marginal(example(type), Columns{0, 1});
    const double step = 0.05, y = 0.7;
    double integral = 0;
    for (double x = -30; x <= 30; x += step) integral += step * std::exp(log_density(theta, {x, y}));
    EXPECT_NEAR(std::exp(log_density(marginal(theta, Columns{1}), {y})), integral, 1e-12) << name_of(type);
  }
}

TEST(Marginal, KeepsTheOrderInWhichColumnsAreNamed) {
  Rng rng(103);
  for (const Covariance type : kTypes) {
    const Mixture theta = example(type);
    const Columns turned{3, 0, 2, 1};
    const Values x = random_point(rng);
    EXPECT_NEAR(log_density(marginal(theta, turned), pick(x, turned)), log_density(theta, x), 1e-11);
    EXPECT_EQ(marginal(theta, Columns{0, 1, 2, 3}), theta);
  }
}

TEST(Marginal, IsTheSubmatrixOfTheNamedColumns) {
  const Mixture theta{Covariance::full, 3, {1}, {1, 2, 3}, {4, 1, 2, 1, 5, 0.5, 2, 0.5, 6}};
  const Mixture expected{Covariance::full, 2, {1}, {3, 1}, {6, 2, 2, 4}};
  EXPECT_EQ(marginal(theta, Columns{2, 0}), expected);
}

TEST(Conditional, OfOneGaussianIsTheRegressionLine) {
  const Mixture theta{Covariance::full, 2, {1}, {1, 2}, {4, 1, 1, 3}};
  const Mixture part = conditional(theta, Columns{0}, Values{5});
  EXPECT_DOUBLE_EQ(part.means[0], 2 + 0.25 * 4);
  EXPECT_DOUBLE_EQ(part.covariances[0], 3 - 0.25);
}

TEST(Conditional, FarAwayTheWeightsStillSumToOne) {
  const Mixture part = conditional(example(Covariance::full), Columns{1}, Values{1e6});
  EXPECT_NEAR(std::accumulate(part.weights.begin(), part.weights.end(), 0.0), 1, 1e-15);
  EXPECT_NO_THROW(check(part));
}

template <typename Verb>
std::string refusal(const Verb& verb, ErrorCode code = ErrorCode::usage) {
  try {
    verb();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    return error.what();
  }
  return "accepted";
}

TEST(Marginal, RefusesColumnsThatCannotBe) {
  const Mixture theta = example(Covariance::full);
  EXPECT_EQ(refusal([&] { marginal(theta, Columns{1, 4}); }), "column 4: the mixture has 4 (0 to 3)");
  EXPECT_EQ(refusal([&] { marginal(theta, Columns{1, 2, 1}); }), "column 1 is named twice");
  EXPECT_EQ(refusal([&] { marginal(theta, Columns{}); }), "marginal: expected at least one column");
  EXPECT_EQ(refusal([&] { marginal(Mixture{}, Columns{0}); }, ErrorCode::input),
            "not a valid mixture: it has no component");
}

TEST(Conditional, RefusesValuesThatCannotBe) {
  const Mixture theta = example(Covariance::full);
  EXPECT_EQ(refusal([&] {
              conditional(theta, Columns{1, 2}, Values{1});
            }),
            "conditional: expected one value per column (2), got 1");
  EXPECT_EQ(refusal([&] {
              conditional(theta, Columns{0, 1, 2, 3}, Values{1, 2, 3, 4});
            }),
            "conditional: expected at least one column that is not given");
  EXPECT_EQ(refusal([&] { conditional(theta, Columns{7}, Values{1}); }), "column 7: the mixture has 4 (0 to 3)");
  EXPECT_NE(refusal([&] { conditional(theta, Columns{1}, Values{std::numeric_limits<double>::quiet_NaN()}); },
                    ErrorCode::input),
            "accepted");
}

}  // namespace
}  // namespace mixseed
