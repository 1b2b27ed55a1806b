#include <gtest/gtest.h>

#include "base/rng.h"
#include "mixseed/mixseed.h"
#include "support/message.h"

namespace mixseed {
namespace {

using namespace testing;
using Values = std::vector<double>;

void expect_near(const Values& got, const Values& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-14) << i;
}

const Mixture kFull{Covariance::full, 2, {0.25, 0.75}, {0, 0, 1, 1}, {4, 2, 2, 2, 1, 0, 0, 16}};

TEST(Precision, IsTheInverseOfTheCovariance) {
  expect_near(precisions(kFull), {0.5, -0.5, -0.5, 1, 1, 0, 0, 0.0625});
  expect_near(precisions({Covariance::tied, 2, {0.5, 0.5}, {0, 0, 1, 1}, {4, 2, 2, 2}}), {0.5, -0.5, -0.5, 1});
  expect_near(precisions({Covariance::diagonal, 2, {1}, {0, 0}, {4, 0.25}}), {0.25, 4});
  expect_near(precisions({Covariance::spherical, 2, {1}, {0, 0}, {4}}), {0.25});
}

TEST(Precision, FactorsAreUpperTriangularAndMultiplyToThePrecision) {
  const Values U = precision_factors(kFull);
  EXPECT_EQ(U[2], 0);
  expect_near({U[0] * U[0] + U[1] * U[1], U[1] * U[3], U[3] * U[3]}, {0.5, -0.5, 1});
  expect_near(precision_factors({Covariance::diagonal, 2, {1}, {0, 0}, {4, 0.25}}), {0.5, 2});
  expect_near(precision_factors({Covariance::spherical, 2, {1}, {0, 0}, {4}}), {0.5});
}

TEST(Precision, RefusesWhatIsNotPositiveDefinite) {
  const Mixture bad{Covariance::full, 2, {0.5, 0.5}, {0, 0, 1, 1}, {1, 0, 0, 1, 1, 2, 2, 1}};
  EXPECT_EQ(message(ErrorCode::input, [&] { precisions(bad); }),
            "the covariance of component 1 is not positive definite");
  EXPECT_EQ(message(ErrorCode::input,
                    [] {
                      precisions({Covariance::spherical, 2, {1}, {0, 0}, {-1}});
                    }),
            "expected variances above 0, got -1.000000");
}

TEST(WithCovariance, KeepsWhatTheOtherTypeCanHold) {
  EXPECT_EQ(with_covariance(kFull, Covariance::full), kFull);
  expect_near(with_covariance(kFull, Covariance::diagonal).covariances, {4, 2, 1, 16});
  expect_near(with_covariance(kFull, Covariance::spherical).covariances, {3, 8.5});
  expect_near(with_covariance(kFull, Covariance::tied).covariances, {1.75, 0.5, 0.5, 12.5});
  const Mixture round{Covariance::spherical, 2, {0.25, 0.75}, {0, 0, 1, 1}, {4, 1}};
  expect_near(with_covariance(round, Covariance::full).covariances, {4, 0, 0, 4, 1, 0, 0, 1});
}

TEST(Precision, RefusesCovarianceOfAnotherLength) {
  for (const Covariance covariance : kCovariances) {
    const Mixture mixture{covariance, 3, {0.5, 0.5}, std::vector<double>(6, 0.0), {}};
    for (const auto& ask : {+[](const Mixture& m) { precisions(m); }, +[](const Mixture& m) { precision_factors(m); },
                            +[](const Mixture& m) { with_covariance(m, Covariance::diagonal); }}) {
      EXPECT_TRUE(message(ErrorCode::input, [&] { ask(mixture); }).ends_with("columns, got 0"));
    }
  }
}

TEST(Precision, ExistsWhereverTheDensityDoes) {
  // Nearly singular: plain Cholesky factorisations differ in which of them have one.
  Rng rng(7);
  std::size_t usable = 0;
  for (int round = 0; round < 3000; ++round) {
    Mixture mixture{Covariance::full, 3, {1.0}, {0, 0, 0}, {}};
    double x[3] = {rng.normal(), rng.normal(), rng.normal()};
    for (int i = 0; i < 9; ++i)
      mixture.covariances.push_back(x[i / 3] * x[i % 3] + (i % 4 == 0 ? 2e-16 * rng.uniform() : 0));
    try {
      check(mixture);
    } catch (const Error&) {
      continue;
    }
    ++usable;
    EXPECT_NO_THROW(precisions(mixture));
  }
  EXPECT_GT(usable, 100u) << "the data do not test the claim";
}

}  // namespace
}  // namespace mixseed
