#include "refine/regions.h"

#include <gtest/gtest.h>

#include <numeric>

#include "model/components.h"
#include "support/sampled_model.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

Mixture parts_in(const Region& region, const Mixture& theta) {
  Mixture parts{theta.covariance, theta.dim, {}, {}, {}};
  for (const std::size_t k : region.components) append(parts, parts_of(theta, k, 1));
  return parts;
}

TEST(Regions, TheBackgroundStandsForTheOtherComponents) {
  const SampledModel at(600, 3, crowded(3));
  const Groups groups = at.groups();
  for (const std::vector<std::size_t>& components : {std::vector<std::size_t>{0}, {1, 3}, {0, 1, 2}}) {
    const auto region = region_of(groups, components);
    ASSERT_TRUE(region);
    double weight = 0;
    for (const std::size_t k : components) weight += at.theta.weights[k];
    EXPECT_NEAR(region->weight, weight, 1e-12);
    LocalFit fits[] = {local_fit(*region, parts_in(*region, at.theta))};
    LocalEm(at.step).run(fits, 1);
    EXPECT_NEAR(fits[0].log_likelihood, region->log_likelihood, 1e-3) << components.size();
  }
}

TEST(Regions, PartialEmWithAllComponentsIsEm) {
  SampledModel at(600, 3, crowded(3));
  for (double& mean : at.theta.means) mean += 0.3;
  const Groups groups = at.groups();
  const auto region = region_of(groups, {0, 1, 2, 3});
  ASSERT_TRUE(region);
  LocalFit fits[] = {local_fit(*region, at.theta)};
  LocalEm(at.step).run(fits, 1);
  Repairs repairs;
  const Moments moments = expected(at.ready.X, at.theta, Moments::Second::full, Rules::standard);
  const Mixture next = at.step.maximise(moments, at.theta, repairs);
  EXPECT_LT(distance(State(fits[0].parts), State(next)), 1e-4);
}

TEST(Regions, OtherComponentsStayAndTheWeightOfTheRegionToo) {
  const SampledModel at(600, 3, crowded(3));
  const Groups groups = at.groups();
  const auto region = region_of(groups, {1, 2});
  ASSERT_TRUE(region);
  EXPECT_LT(distance(State(replace_region(at.theta, *region, parts_in(*region, at.theta))), State(at.theta)), 1e-15);
  LocalFit fits[] = {local_fit(*region, parts_in(*region, at.theta))};
  fits[0].parts.means[0] += 1;
  LocalEm(at.step).run(fits, 3);
  const Mixture next = replace_region(at.theta, *region, fits[0].parts);
  EXPECT_NEAR(std::accumulate(next.weights.begin(), next.weights.end(), 0.0), 1, 1e-9);
  EXPECT_NEAR(next.weights[1] + next.weights[2], region->weight, 1e-9);
  for (const std::size_t k : {0U, 3U}) {
    EXPECT_EQ(next.weights[k], at.theta.weights[k]);
    EXPECT_EQ(next.covariance_of(k), at.theta.covariance_of(k));
  }
  EXPECT_NE(next.covariance_of(1), at.theta.covariance_of(1));
}

TEST(Regions, OfComponentsWithoutRowsThereIsNone) {
  SampledModel at(600, 3, crowded(3));
  at.theta.means[0] = at.theta.means[1] = 1e4;
  const Groups groups = at.groups();
  EXPECT_FALSE(region_of(groups, {0}));
  EXPECT_TRUE(region_of(groups, {0, 1}));
}

}  // namespace
}  // namespace mixseed
