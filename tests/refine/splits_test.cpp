#include "refine/splits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/components.h"
#include "support/sampled_model.h"

namespace mixseed {
namespace {

using namespace testing;

// One component for two of three blobs, which are `spacing` apart.
SampledModel with_one_for_two(double spacing) {
  Data data = blobs(900, 2, 3, spacing);
  Mixture theta =
      fit(data.view, Centers{2, {spacing / 2, spacing / 4, 2 * spacing, spacing}}, Pipeline::parse("em")).model;
  return {std::move(data), std::move(theta)};
}

TEST(Splits, GiveEachOfTwoClustersAComponentAndGainWhatTheySay) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const SampledModel at = with_one_for_two(12);
    const Groups groups = at.groups();
    const std::size_t k = at.theta.weights[0] > 0.5 ? 0 : 1;
    ASSERT_NEAR(at.theta.weights[k], 2.0 / 3, 0.01);
    const auto task = split_task(groups, groups.group(k), component(at.theta, k), at.theta.weights[k]);
    ASSERT_TRUE(task);
    Rng rng(seed);
    const Split split = best_splits(groups, LocalEm(at.step), {&*task, 1}, rng).front();
    ASSERT_EQ(split.parts.size(), 2U);
    const double x = std::min(split.parts.means[0], split.parts.means[2]);
    const double y = std::max(split.parts.means[0], split.parts.means[2]);
    EXPECT_NEAR(x, 0, 0.3) << seed;
    EXPECT_NEAR(y, 12, 0.3) << seed;
    Mixture three = parts_of(at.theta, 1 - k, 1);
    append(three, split.parts);
    for (const std::size_t part : {1U, 2U}) three.weights[part] *= at.theta.weights[k];
    EXPECT_NEAR(900 * at.gain_of(three), split.gain, 0.02 * split.gain) << seed;
  }
}

TEST(Splits, OfSeveralTasksAreInTheirOrder) {
  const SampledModel at = with_one_for_two(12);
  const Groups groups = at.groups();
  std::vector<SplitTask> tasks;
  for (std::size_t k = 0; k < 2; ++k) {
    tasks.push_back(*split_task(groups, groups.group(k), component(at.theta, k), at.theta.weights[k]));
  }
  Rng rng(1);
  const std::vector<Split> splits = best_splits(groups, LocalEm(at.step), tasks, rng);
  ASSERT_EQ(splits.size(), 2U);
  const std::size_t wide = at.theta.weights[0] > 0.5 ? 0 : 1;
  EXPECT_GT(splits[wide].gain, 500);
  EXPECT_LT(splits[1 - wide].gain, 50);
}

TEST(Splits, NeedEnoughRowsForTwoComponents) {
  const SampledModel at = with_one_for_two(12);
  const Groups groups = at.groups();
  Group few = groups.group(0);
  few.rows.resize(9);
  few.responsibilities.resize(9);
  EXPECT_FALSE(split_task(groups, few, component(at.theta, 0), 0.5));
  few = groups.group(0);
  few.rows.resize(10);
  few.responsibilities.resize(10);
  EXPECT_TRUE(split_task(groups, few, component(at.theta, 0), 0.5));
}

TEST(Splits, ThatCollapseAreNone) {
  Rng rng(4);
  std::vector<double> values;
  for (int i = 0; i < 300; ++i) values.push_back(i < 240 ? rng.normal() : 20);
  const SampledModel at(Data::from(std::move(values), 300, 1), {Covariance::full, 1, {0.8, 0.2}, {0, 20}, {1, 0.01}});
  const Groups groups = at.groups();
  const auto task = split_task(groups, groups.group(1), component(at.theta, 1), 0.2);
  ASSERT_TRUE(task);
  const Split split = best_splits(groups, LocalEm(at.step), {&*task, 1}, rng).front();
  EXPECT_EQ(split.gain, -HUGE_VAL);
  EXPECT_EQ(split.parts.size(), 0U);
}

}  // namespace
}  // namespace mixseed
