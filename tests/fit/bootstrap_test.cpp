#include "mixseed/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/evaluate.h"
#include "mixseed/fit.h"
#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using testing::blobs;

const Pipeline kEm = Pipeline::parse("em");

class BootstrapBy : public ::testing::TestWithParam<Resampling> {};

// Of one Gaussian the standard errors are known: sigma / sqrt(n) of a mean, sigma^2 sqrt(2 / n) of a variance.
TEST_P(BootstrapBy, FindsTheStandardErrorsOfOneGaussian) {
  const Mixture truth{Covariance::full, 1, {1.0}, {3}, {4}};
  const std::size_t n = 2000;
  const Sample drawn = sample(truth, n, 1);
  const DataView data(drawn.points.data(), n, 1);
  const Fit fitted = fit(data, 1);
  const Bootstrap found = bootstrap(data, fitted.model, kEm, {.replications = 500, .resampling = GetParam()});
  ASSERT_EQ(found.failed, 0U);
  const double variance = fitted.model.covariances[0], root = std::sqrt(static_cast<double>(n));
  const double error = std::sqrt(variance) / root, variance_error = variance * std::sqrt(2.0) / root;
  // A standard error of 500 replications is itself known to 1 / sqrt(1000).
  EXPECT_NEAR(found.standard_errors.means[0] / error, 1, 4 / std::sqrt(1000.0));
  EXPECT_NEAR(found.standard_errors.covariances[0] / variance_error, 1, 0.2);
  EXPECT_NEAR(found.lower.means[0], fitted.model.means[0] - 1.96 * error, 0.6 * error);
  EXPECT_NEAR(found.upper.means[0], fitted.model.means[0] + 1.96 * error, 0.6 * error);
  EXPECT_NEAR(found.mean.means[0], fitted.model.means[0], 5 * error / std::sqrt(500.0));
}

TEST_P(BootstrapBy, GivesTheSameBitsForAnyNumberOfThreads) {
  const Data data = blobs(300, 2, 3);
  const Fit fitted = fit(data, 3);
  const auto run = [&](int threads) {
    return bootstrap(data, fitted.model, kEm,
                     {.replications = 40, .resampling = GetParam(), .seed = 4, .threads = threads});
  };
  const Bootstrap one = run(1), three = run(3);
  EXPECT_EQ(one.standard_errors.covariances, three.standard_errors.covariances);
  EXPECT_EQ(one.lower.means, three.lower.means);
  EXPECT_EQ(one.replications.back().weights, three.replications.back().weights);
}

TEST_P(BootstrapBy, KeepsTheComponentsInTheOrderOfTheModel) {
  const Data data = blobs(300, 2, 3, 8);
  const Fit fitted = fit(data, 3);
  const Bootstrap found = bootstrap(data, fitted.model, kEm, {.replications = 50, .resampling = GetParam()});
  for (const Parametric& one : found.replications) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(one.means[2 * k], fitted.model.means[2 * k], 2);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BootstrapBy, ::testing::Values(Resampling::rows, Resampling::weights, Resampling::model));

TEST(Bootstrap, CountsWeightsAsRepetitions) {
  const Data data = blobs(100, 1, 1);
  const std::vector<double> nine(100, 9.0);
  const Fit fitted = fit(data, 1);
  const double once = bootstrap(data, fitted.model, kEm, {.replications = 400}).standard_errors.means[0];
  const double often =
      bootstrap(data.weighted(nine), fitted.model, kEm, {.replications = 400}).standard_errors.means[0];
  EXPECT_NEAR(often / once, 1.0 / 3, 0.06);
}

TEST(Bootstrap, CanBeStoppedAndRefusesWhatCannotBe) {
  const Data data = blobs(60, 2, 2);
  const Fit fitted = fit(data, 2);
  BootstrapOptions options{.replications = 50};
  std::size_t told = 0;
  options.observer = [&](std::size_t ended) { return (told = ended) < 5; };
  EXPECT_EQ(testing::message(ErrorCode::cancelled, [&] { bootstrap(data, fitted.model, kEm, options); }), "cancelled");
  EXPECT_EQ(told, 5U);
  EXPECT_EQ(testing::message(ErrorCode::usage, [&] { bootstrap(data, fitted.model, kEm, {.replications = 1}); }),
            "replications: expected 2 to 1000000, got 1");
  EXPECT_NE(testing::message(ErrorCode::usage, [&] { bootstrap(data, fitted.model, kEm, {.level = 1}); }).find("level"),
            std::string::npos);
  EXPECT_NE(testing::message(ErrorCode::usage, [&] { ratio_test(data, fitted.model, kEm); }).find("has no seeder"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed
