#include "select/tree_starts.h"

#include <gtest/gtest.h>

#include "fit/attempt.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

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
