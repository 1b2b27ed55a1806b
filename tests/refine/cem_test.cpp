#include <gtest/gtest.h>

#include "support/refining.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Cem, NeverLetsTheCompleteDataLikelihoodFall) {
  const Ready ready(blobs(200, 3, 4, 2));
  std::size_t compared = 0;
  for (std::uint64_t number = 0; number < 30; ++number) {
    const auto result = run(cem(), ready.X, random_rows(ready, 5, number), {{"rounds", "40"}});
    for (std::size_t i = 1; i < result.trace.size(); ++i) {
      if (result.trace[i - 1].repairs.total() > 0) continue;
      ASSERT_GE(result.trace[i].objective, result.trace[i - 1].objective - 1e-12) << "start " << number;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100U);
}

TEST(Cem, StopsAtAFixedPointWithTheModelOfAllRounds) {
  const Ready ready(blobs(200, 2, 3));
  const Centers start = random_rows(ready, 3, 2);
  const auto all = run(cem(), ready.X, start, {{"rounds", "500"}});
  EXPECT_LT(all.trace.size(), 100U);
  EXPECT_EQ(run(cem(), ready.X, start, {{"rounds", "400"}}).model, all.model);
}

TEST(Cem, ReseedsAComponentWithoutRows) {
  const Ready ready(blobs(100, 2, 2));
  const Mixture start{Covariance::spherical, 2, {0.5, 0.5}, {0, 0, 1e6, 1e6}, {1, 1}};
  const auto result = run(cem(), ready.X, start, {});
  EXPECT_EQ(result.repairs.reseeded, 1U);
  for (const double weight : result.model.weights) EXPECT_GT(weight, 0.01);
}

TEST(Cem, TakesEachRowIntoTheComponentWithTheLargestTerm) {
  const Ready ready(Data::from(std::vector<double>{0, 2, 3, 10, 14}, 5, 1));
  const Mixture start{Covariance::spherical, 1, {0.5, 0.5}, {0, 12}, {4, 4}};
  const Mixture model = run(cem(), ready.X, start, {{"rounds", "1"}}).model;
  EXPECT_EQ(model.weights, (std::vector<double>{0.6, 0.4}));
  EXPECT_DOUBLE_EQ(model.means[0], 5.0 / 3);
  EXPECT_DOUBLE_EQ(model.means[1], 12);
  EXPECT_NEAR(model.covariances[0], (4 + 9) / 3.0 - 25.0 / 9, 1e-12);
  EXPECT_NEAR(model.covariances[1], 4, 1e-12);
}

}  // namespace
}  // namespace mixseed
