#include "model/prior.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/maximise.h"
#include "support/add_row.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

Mixture two_components(std::size_t dim) {
  Mixture theta{Covariance::full, dim, {0.3, 0.7}, {}, {}};
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t j = 0; j < dim; ++j) theta.means.push_back(static_cast<double>(k + j));
    for (std::size_t i = 0; i < dim * dim; ++i)
      theta.covariances.push_back(i % (dim + 1) == 0 ? 2.0 + static_cast<double>(k) : 0.5);
  }
  return theta;
}

TEST(Prior, AddsScatterAndMassAndLeavesTheMeans) {
  const Ready ready(blobs(100, 3, 2));
  const DataSummary& summary = ready.X.summary();
  const Prior prior(summary, 4, 2);
  for (const Moments::Second second : {Moments::Second::full, Moments::Second::diagonal}) {
    const Moments before = expected(ready.X, two_components(3), second, Rules::standard);
    Moments after = before;
    prior.add_to(after);
    for (std::size_t k = 0; k < 2; ++k) {
      EXPECT_NEAR(after.mass(k), before.mass(k) + 4, 1e-12);
      for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(after.mean(k)[j], before.mean(k)[j], 1e-12);
      const bool full = second == Moments::Second::full;
      const auto own = full ? after.full_scatter(k) : after.diagonal_scatter(k);
      const auto old = full ? before.full_scatter(k) : before.diagonal_scatter(k);
      for (std::size_t i = 0; i < own.size(); ++i) {
        const double covariance = summary.covariance[full ? i : i * 4] / std::pow(2, 2.0 / 3);
        EXPECT_NEAR(own[i], old[i] + 4 * covariance, 1e-9 * (1 + std::abs(own[i])));
      }
    }
  }
}

TEST(Prior, GivesAComponentWithoutMassItsOwnCovarianceAndNoWeight) {
  const Ready ready(blobs(100, 2, 2));
  const Prior prior(ready.X.summary(), 1, 2);
  auto pivots = std::make_shared<const std::vector<double>>(std::vector<double>{0, 0, 7, 8});
  Moments moments(2, 2, Moments::Second::full, pivots);
  for (std::size_t i = 0; i < 100; ++i) add_row(moments, 0, ready.row(i).data(), 1);
  Mixture before = two_components(2);
  before.means = *pivots;
  Repairs repairs;
  const Mixture theta = maximise(moments, family_of(Covariance::full), before, nullptr, prior, repairs);
  EXPECT_EQ(theta.weights, (std::vector<double>{1, 0}));
  EXPECT_EQ(theta.mean(1)[0], 7);
  EXPECT_EQ(repairs.emptied, 1U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(theta.covariance_of(1)[i], ready.X.summary().covariance[i] / 2, 1e-9);
}

// A matrix has the covariance of the rows at plus and minus its Cholesky columns times sqrt(D).
TEST(Prior, IsTheLogLikelihoodOfRowsWithItsCovarianceAboutEveryMean) {
  const Ready ready(blobs(100, 2, 2));
  const DataSummary& summary = ready.X.summary();
  const double T = 3;
  const Mixture theta = two_components(2);
  const double a = summary.covariance[0] / 2, b = summary.covariance[1] / 2, c = summary.covariance[3] / 2;
  const double l = std::sqrt(a), m = b / l, r = std::sqrt(c - m * m), root = std::sqrt(2);
  double sum = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const Mixture alone{Covariance::full, 2, {1}, {theta.mean(k).begin(), theta.mean(k).end()}, theta.covariance_of(k)};
    for (const double sign : {-1.0, 1.0}) {
      const std::vector<double> rows{alone.means[0] + sign * root * l, alone.means[1] + sign * root * m, alone.means[0],
                                     alone.means[1] + sign * root * r};
      sum += T / 4 * (2 * score(alone, DataView(std::span<const double>(rows), 2)));
    }
  }
  EXPECT_NEAR(Prior(summary, T, 2).log_likelihood(theta), sum, 1e-9 * std::abs(sum));
}

TEST(Prior, OfNoRowsChangesNothing) {
  const Ready ready(blobs(100, 2, 2));
  const Prior none(ready.X.summary(), 0, 2);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.log_likelihood(two_components(2)), 0);
  const Moments moments = expected(ready.X, two_components(2), Moments::Second::full, Rules::standard);
  Repairs repairs;
  const Family& family = family_of(Covariance::full);
  EXPECT_EQ(maximise(moments, family, two_components(2), nullptr, none, repairs),
            maximise(moments, family, two_components(2), nullptr, repairs));
}

}  // namespace
}  // namespace mixseed
