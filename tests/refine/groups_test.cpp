#include "refine/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "model/components.h"
#include "support/sampled_model.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Groups, HaveTheRowsWithMoreThanANegligibleResponsibilityInAscendingOrder) {
  const SampledModel at(400, 3, crowded(3));
  const Groups groups = at.groups();
  const std::vector<double> expected = responsibilities(at.theta, at.ready.data.view, 1);
  std::size_t left_out = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Group& group = groups.group(k);
    ASSERT_EQ(group.rows.size(), group.responsibilities.size());
    EXPECT_TRUE(std::is_sorted(group.rows.begin(), group.rows.end()));
    std::size_t next = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      const double r = expected[i * 4 + k];
      if (std::abs(r - 1e-3) < 1e-5) continue;  // floats may be on either side
      const bool is_member = next < group.rows.size() && group.rows[next] == i;
      EXPECT_EQ(is_member, r > 1e-3) << "row " << i;
      left_out += !is_member;
      if (is_member) {
        EXPECT_NEAR(group.responsibilities[next++], r, 1e-5);
      }
    }
    for (const double r : groups.group(k, 0.5).responsibilities) EXPECT_GT(r, 0.5);
    EXPECT_LT(groups.group(k, 0.5).rows.size(), group.rows.size());
  }
  EXPECT_GT(left_out, 0U);
}

TEST(Groups, TheRestIsTheResponsibilityOfTheOtherComponents) {
  const SampledModel at(400, 3, crowded(3));
  const Groups groups = at.groups();
  for (std::size_t i = 0; i < 400; ++i) {
    double others = 0;
    for (const std::size_t k : {0U, 2U, 3U}) others += groups.responsibility(i, k);
    EXPECT_NEAR(groups.rest(i, groups.responsibility(i, 1)), others, 1e-12);
  }
}

TEST(Groups, OfTwoComponentsHaveTheRowsOfEitherAndTheSumOfBoth) {
  const SampledModel at(400, 8, crowded(8));
  const Groups groups = at.groups();
  const Group both = groups.group_of_both(1, 2);
  EXPECT_TRUE(std::is_sorted(both.rows.begin(), both.rows.end()));
  for (const std::size_t k : {1U, 2U}) {
    const Group& own = groups.group(k);
    EXPECT_TRUE(std::includes(both.rows.begin(), both.rows.end(), own.rows.begin(), own.rows.end()));
    EXPECT_GT(both.rows.size(), own.rows.size());
  }
  for (std::size_t at_row = 0; at_row < both.rows.size(); ++at_row) {
    const std::size_t i = both.rows[at_row];
    EXPECT_NEAR(both.responsibilities[at_row], groups.responsibility(i, 1) + groups.responsibility(i, 2), 1e-6);
  }
}

TEST(Groups, AThinnedGroupHasEquallySpacedRowsThatRepresentAll) {
  const SampledModel at(3000, 3, crowded(3));
  const Groups groups = at.groups();
  Group all;
  all.rows.resize(3000);
  std::iota(all.rows.begin(), all.rows.end(), std::size_t{0});
  all.responsibilities.assign(3000, 1.0);
  std::size_t earliest = 3000, latest = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const Group some = groups.thin(all, rng);
    ASSERT_EQ(some.rows.size(), 500U);
    EXPECT_DOUBLE_EQ(some.scale, 6);
    for (std::size_t i = 1; i < 500; ++i) EXPECT_EQ(some.rows[i], some.rows[i - 1] + 6);
    EXPECT_NEAR(groups.rows_of(some, false).observations(), 3000, 1e-9);
    earliest = std::min(earliest, some.rows.front());
    latest = std::max(latest, some.rows.front());
  }
  EXPECT_EQ(earliest, 0U);
  EXPECT_EQ(latest, 5U);
  Rng rng(1);
  const Group few = groups.group(0, 0.99);
  ASSERT_LE(few.rows.size(), 500U);
  EXPECT_EQ(groups.thin(few, rng).rows, few.rows);
}

TEST(Groups, TheGainIsTheDifferenceOfTheLogLikelihoods) {
  const SampledModel at(400, 3, crowded(3));
  const Groups groups = at.groups();
  const Group both = groups.group_of_both(0, 1);
  const double weight = at.theta.weights[0] + at.theta.weights[1];
  const Mixture one = joined(at.theta, 0, 1);
  Mixture three = parts_of(at.theta, 2, 2);
  append(three, one);
  three.weights.back() = weight;
  const double expected = 400 * at.gain_of(three);
  ASSERT_LT(expected, -0.1) << "the data do not test the claim";
  const double gain = groups.gain(both, groups.rows_of(both, false).log_densities(one), weight);
  EXPECT_NEAR(gain, expected, 0.01 * std::abs(expected) + 0.05);

  const Group& own = groups.group(2);
  const Mixture same = component(at.theta, 2);
  EXPECT_NEAR(groups.gain(own, groups.rows_of(own, false).log_densities(same), at.theta.weights[2]), 0, 1e-2);
}

TEST(Groups, NeighboursAreTheComponentsWithTheLargestOverlap) {
  const Data data = blobs(400, 2, 4, 3);
  const SampledModel at(data, fit(data.view, Centers{2, {0, 0, 3, 1.5, 6, 3, 9, 4.5}}, Pipeline::parse("em")).model);
  const Groups groups = at.groups();
  const std::vector<std::size_t> nearest = groups.neighbours(0, 3);
  ASSERT_FALSE(nearest.empty());
  EXPECT_EQ(nearest.front(), 1U);
  EXPECT_EQ(groups.neighbours(3, 1), std::vector<std::size_t>{2});
  const Data apart = blobs(400, 2, 4, 60);
  const SampledModel separated(
      apart, fit(apart.view, Centers{2, {0, 0, 60, 30, 120, 60, 180, 90}}, Pipeline::parse("em")).model);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_TRUE(separated.groups().neighbours(k, 3).empty());
}

}  // namespace
}  // namespace mixseed
