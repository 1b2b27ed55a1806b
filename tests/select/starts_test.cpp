#include "select/starts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fit/attempt.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

const Mixture kFive{Covariance::diagonal,
                    2,
                    {0.1, 0.3, 0.25, 0.2, 0.15},
                    {0, 0, 10, 1, 20, 2, 30, 3, 40, 4},
                    {4, 1, 4, 1, 4, 1, 4, 1, 4, 1}};

TEST(SplitStarts, SplitEachOfTheFourHeaviestComponentsAlongItsMainAxis) {
  const Ready ready(blobs(100, 2, 5));
  const std::vector<State> starts = split_starts(kFive, 6, ready.X.summary());
  ASSERT_EQ(starts.size(), 5U);
  for (std::size_t k = 1; k <= 4; ++k) {
    const Mixture& split = std::get<Mixture>(starts[k - 1]);
    EXPECT_EQ(split.weights[k], kFive.weights[k] / 2);
    EXPECT_EQ(split.weights[5], kFive.weights[k] / 2);
    // The standard deviation along the axis is 2, and the halves are one deviation apart.
    EXPECT_NEAR(std::abs(split.mean(k)[0] - split.mean(5)[0]), 2, 1e-12);
    EXPECT_NEAR((split.mean(k)[0] + split.mean(5)[0]) / 2, kFive.mean(k)[0], 1e-12);
    EXPECT_NEAR(split.mean(5)[1], kFive.mean(k)[1], 1e-12);
    EXPECT_NO_THROW(check(split));
  }
}

TEST(SplitStarts, TheLastStartHasTheDensityOfTheModel) {
  const Data data = blobs(100, 2, 5);
  const Ready ready(data);
  for (const std::size_t K : {6, 9}) {
    const Mixture last = std::get<Mixture>(split_starts(kFive, K, ready.X.summary()).back());
    EXPECT_EQ(last.size(), K);
    EXPECT_NEAR(score(last, data.view, 1), score(kFive, data.view, 1), 1e-12);
  }
}

class TreeStarts : public ::testing::Test {
 protected:
  std::vector<State> starts_of(const Data& data) {
    LocalTeam team(data.view, pool_);
    const Dataset X(team);
    const Restarts restarts(X, {}, options_);
    return tree_starts(restarts, ks_);
  }

  Pool pool_{1};
  FitOptions options_;
  const std::vector<std::size_t> ks_{1, 2, 4};
};

TEST_F(TreeStarts, AreTheModelsOfMhacForEveryNumberOfComponents) {
  const Data data = blobs(150, 3, 4);
  const std::vector<State> starts = starts_of(data);
  ASSERT_EQ(starts.size(), ks_.size());
  for (std::size_t i = 0; i < ks_.size(); ++i) {
    const Fit start = fit(data.view, ks_[i], "mhac/em:rounds=0", {.listing = Listing::start});
    EXPECT_EQ(std::get<Mixture>(starts[i]).means, start.initial.means) << ks_[i];
  }
}

TEST_F(TreeStarts, AreLeftOutForManyColumns) {
  EXPECT_FALSE(starts_of(blobs(200, 30, 2)).empty());
  EXPECT_TRUE(starts_of(blobs(200, 64, 2)).empty()) << "61 rows of 64 columns say nothing about covariances";
}

}  // namespace
}  // namespace mixseed
