#include "select/split_starts.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace mixseed
