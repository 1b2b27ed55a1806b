#include "model/criteria.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::Ready;
using Values = std::vector<double>;

const Mixture kTheta{
    Covariance::full, 2, {0.3, 0.5, 0.2}, {0, 0, 6, 3, 12, 5}, {1, 0.2, 0.2, 2, 2, -0.5, -0.5, 1, 9, 0, 0, 9}};

TEST(FreeParameters, AreWeightsMeansAndCovariances) {
  const auto count = [](Covariance type, std::size_t components, std::size_t dim) {
    return free_parameters({type, dim, Values(components), {}, {}});
  };
  EXPECT_EQ(count(Covariance::full, 20, 10), 19U + 200 + 20 * 55);
  EXPECT_EQ(count(Covariance::tied, 20, 10), 19U + 200 + 55);
  EXPECT_EQ(count(Covariance::diagonal, 20, 10), 19U + 200 + 200);
  EXPECT_EQ(count(Covariance::spherical, 20, 10), 19U + 200 + 20);
  for (const Covariance type : {Covariance::full, Covariance::tied, Covariance::diagonal, Covariance::spherical}) {
    EXPECT_EQ(count(type, 1, 1), 2U);
  }
}

TEST(FreeParameters, AreFewerInAFamilyThatDemandsMore) {
  const auto count = [](Covariance type, const char* family) {
    return free_parameters({type, 4, Values(3), {}, {}, family});
  };
  const std::size_t others = 2 + 3 * 4;
  EXPECT_EQ(count(Covariance::spherical, "EII"), others + 1);
  EXPECT_EQ(count(Covariance::diagonal, "VEI"), others + 3 + 3);
  EXPECT_EQ(count(Covariance::full, "VVE"), others + 3 * 4 + 6);
  EXPECT_EQ(count(Covariance::full, "VEV"), others + 3 + 3 + 3 * 6);
}

TEST(Criteria, AreTheirDefinitions) {
  const std::size_t n = 1500;
  Values weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = 0.5 * static_cast<double>(i % 4);
  for (const Data& data : {testing::blobs(n, 2, 3), testing::blobs(n, 2, 3).weighted(weights)}) {
    const Values scores = score_rows(kTheta, data.view, 1), r = responsibilities(kTheta, data.view, 1);
    double log_likelihood = 0, doubt = 0, total = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const double weight = data.view.weight(i);
      total += weight;
      log_likelihood += weight * scores[i];
      doubt -= weight * std::log(std::max({r[3 * i], r[3 * i + 1], r[3 * i + 2]}));
    }
    const Criteria got = criteria(kTheta, data.view, 1);
    EXPECT_EQ(got.parameters, 17U);
    EXPECT_EQ(got.observations, total);
    EXPECT_NEAR(got.log_likelihood, log_likelihood, 1e-9 * std::abs(log_likelihood));
    EXPECT_NEAR(got.bic, 17 * std::log(total) - 2 * log_likelihood, 1e-8 * std::abs(log_likelihood));
    EXPECT_NEAR(got.aic, 2 * 17 - 2 * log_likelihood, 1e-8 * std::abs(log_likelihood));
    EXPECT_NEAR(got.icl - got.bic, 2 * doubt, 1e-9 * doubt);
    EXPECT_GT(doubt, 1);
  }
}

TEST(Criteria, RowsWithoutWeightDoNotCountHoweverFarTheyAre) {
  const Data data = Data::from(Values{1, 1, 7, 3, 1e200, 1e200}, 3, 2);
  const Criteria without = criteria(kTheta, DataView(data.view.doubles(), 2, 2), 1);
  const Criteria with = criteria(kTheta, data.weighted({1, 1, 0}).view, 1);
  EXPECT_EQ(with.bic, without.bic);
  EXPECT_EQ(with.icl, without.icl);
}

TEST(Criteria, OfAFitAreThoseOfItsModel) {
  const Data data = testing::blobs(3000, 2, 3);
  Values values, weights(3000);
  for (std::size_t i = 0; i < 6000; ++i) values.push_back(data.view.at(i / 2, i % 2) * 0x1p300);
  for (std::size_t i = 0; i < 3000; ++i) weights[i] = 0.5 * static_cast<double>(i % 4);
  // In other units, too: the engine works in units of its own where squares would be too large.
  for (const Data& rows : {data, data.weighted(weights), Data::from(values, 3000, 2)}) {
    const Fit fitted = fit(rows.view, 3, Pipeline::parse("auto/em:rounds=7"), {.threads = 1});
    const Criteria expected = criteria(fitted.model, rows.view, 1);
    EXPECT_NEAR(fitted.criteria.log_likelihood, expected.log_likelihood, 1e-10 * std::abs(expected.log_likelihood));
    EXPECT_NEAR(fitted.criteria.bic, expected.bic, 1e-10 * std::abs(expected.bic));
    EXPECT_NEAR(fitted.criteria.icl, expected.icl, 1e-10 * std::abs(expected.icl));
    EXPECT_EQ(fitted.criteria.observations, expected.observations);
  }
}

TEST(Criteria, HaveTheSameBitsForAnyNumberOfThreads) {
  const Data data = testing::blobs(5000, 2, 3);
  const Criteria alone = criteria(kTheta, data.view, 1);
  for (const int threads : {2, 3, 5, 8}) {
    const Criteria got = criteria(kTheta, data.view, threads);
    EXPECT_EQ(got.log_likelihood, alone.log_likelihood);
    EXPECT_EQ(got.icl, alone.icl);
  }
}

}  // namespace
}  // namespace mixseed
