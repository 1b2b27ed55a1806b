#include "fit/observed_em.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fit/stages.h"
#include "support/blobs.h"
#include "support/gaps.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

const double kGap = std::nan("");

TEST(ObservedData, FillsByColumnMeansOrByConditionalMeans) {
  // The second column is twice the first.
  std::vector<double> values;
  for (const double x : {1.0, 2.0, 3.0, 4.0, 5.0}) values.insert(values.end(), {x, x < 5 ? 2 * x : kGap});
  const FitOptions options{.threads = 1};
  const ObservedData data(Data::from(values, 5, 2).view, options);
  EXPECT_DOUBLE_EQ(data.filled_by_means().view.at(4, 1), 5);
  EXPECT_NEAR(data.filled_by_gaussian().view.at(4, 1), 10, 0.01);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(data.filled_by_gaussian().view.at(i, 1), values[2 * i + 1]);
}

TEST(ObservedData, KnowsItsCompleteRows) {
  const Data data = Data::from(std::vector<double>{1, 2, 3, kGap, 5, 6}, 3, 2);
  const ObservedData gaps(data.view, {.threads = 1});
  EXPECT_FALSE(gaps.is_complete());
  const Data complete = gaps.complete_rows();
  ASSERT_EQ(complete.view.rows(), 2U);
  EXPECT_EQ(complete.view.at(0, 1) + complete.view.at(1, 1), 8);
  EXPECT_TRUE(ObservedData(blobs(20, 2, 1).view, {.threads = 1}).is_complete());
}

TEST(ObservedData, TheSingleGaussianOfCompleteRowsIsTheirMeanAndCovariance) {
  const Ready ready(blobs(200, 3, 2));
  const ObservedData data(ready.data.view, {.threads = 1});
  EXPECT_LT(distance(data.gaussian().means, ready.X.summary().mean), 1e-9);
  EXPECT_LT(distance(data.gaussian().covariances, ready.X.summary().covariance), 1e-6);
}

TEST(ObservedData, EmOfCompleteRowsIsEm) {
  const Data data = blobs(300, 2, 3);
  const ObservedData observed(data.view, {.threads = 1});
  const Mixture start{Covariance::full, 2, {0.3, 0.4, 0.3}, {0, 0, 6, 3, 12, 6}, {1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2}};
  const Stage em = Pipeline::parse("em:rounds=5,tol=0").refiners.back();
  Pool pool(1);
  const Attempt attempt = observed.run_em(start, em, pool, {});
  EXPECT_EQ(attempt.restart.rounds, 5);
  const Mixture expected =
      fit(data.view, start, Pipeline::parse("em:rounds=5,tol=0"), {.resolution = std::vector<double>{0}}).model;
  EXPECT_LT(distance(State(attempt.model), State(expected)), 1e-6);
}

TEST(ObservedData, ExtremeUnitsArePowersOfTwo) {
  const Data gaps = with_gaps(blobs(100, 2, 2), 0.2);
  std::vector<double> values;
  for (std::size_t i = 0; i < 200; ++i) values.push_back(std::ldexp(gaps.view.doubles()[i], -400));
  const ObservedData plain(gaps.view, {.threads = 1}), tiny(Data::from(std::move(values), 100, 2).view, {.threads = 1});
  EXPECT_EQ(plain.exponent(), 0);
  EXPECT_NEAR(tiny.exponent(), -400, 5);
  EXPECT_EQ(tiny.gaussian().weights, plain.gaussian().weights);
}

}  // namespace
}  // namespace mixseed
