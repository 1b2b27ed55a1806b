#include "refine/local_restarts.h"

#include <gtest/gtest.h>

#include "refine/tolerances.h"
#include "support/sampled_model.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(LocalRestarts, GainWhatTheySay) {
  SampledModel at(1200, 7, crowded(7));
  const Groups groups = at.groups();
  const std::vector<LocalRestart> found = local_restarts(groups, LocalEm(at.step), at.rng);
  ASSERT_FALSE(found.empty());
  EXPECT_GT(found.front().gain, 0.1);
  for (const auto& [gain, other] : found) {
    EXPECT_LE(gain, found.front().gain);
    EXPECT_GE(at.gain_of(other), gain - 1e-3);  // which is that of one round before, on nearly all of their rows
  }
}

TEST(LocalRestarts, AreReturnedOnlyIfTheyAreWorthTrying) {
  const Data data = blobs(1200, 2, 4, 5);
  std::size_t returned = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SampledModel at(data, fit(data.view, 4, Pipeline::parse("uniform/em"), {.seed = seed}).model);
    double last = 1e300;
    for (const auto& [gain, other] : local_restarts(at.groups(), LocalEm(at.step), at.rng)) {
      ++returned;
      EXPECT_GT(gain, kWorthTrying);
      EXPECT_LE(gain, last);
      last = gain;
      check(other);
    }
  }
  EXPECT_GT(returned, 0U);
}

TEST(LocalRestarts, ComponentsWithoutNeighboursHaveNone) {
  const Data data = blobs(800, 2, 4, 60);
  SampledModel at(data, fit(data.view, Centers{2, {0, 0, 60, 30, 120, 60, 180, 90}}, Pipeline::parse("em")).model);
  EXPECT_TRUE(local_restarts(at.groups(), LocalEm(at.step), at.rng).empty());
}

}  // namespace
}  // namespace mixseed
