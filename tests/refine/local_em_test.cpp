#include "refine/local_em.h"

#include <gtest/gtest.h>

#include <numeric>

#include "model/components.h"
#include "refine/regions.h"
#include "support/sampled_model.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

std::vector<LocalFit> fits_of(const std::vector<Region>& regions, const Mixture& theta) {
  std::vector<LocalFit> fits;
  for (const Region& region : regions) {
    Mixture parts{theta.covariance, theta.dim, {}, {}, {}};
    for (const std::size_t k : region.components) append(parts, parts_of(theta, k, 1));
    parts.means[0] += 0.5;
    fits.push_back(local_fit(region, std::move(parts)));
  }
  return fits;
}

std::vector<Region> two_regions(const Groups& groups) {
  return {*region_of(groups, {0, 1}), *region_of(groups, {2, 3})};
}

TEST(LocalEm, FitsSeveralMixturesAsEachAlone) {
  const SampledModel at(600, 3, crowded(3));
  const std::vector<Region> regions = two_regions(at.groups());
  std::vector<LocalFit> joint = fits_of(regions, at.theta), alone = joint;
  const LocalEm em(at.step);
  em.run(joint, 4);
  for (LocalFit& fit : alone) em.run({&fit, 1}, 4);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(distance(State(joint[i].parts), State(alone[i].parts)), 1e-6);
    EXPECT_NEAR(joint[i].log_likelihood, alone[i].log_likelihood, 1e-4);
  }
}

TEST(LocalEm, RaisesTheLikelihoodAndKeepsTheWeightInEveryRound) {
  const SampledModel at(600, 3, crowded(3));
  const std::vector<Region> regions = two_regions(at.groups());
  std::vector<LocalFit> fits = fits_of(regions, at.theta);
  const LocalEm em(at.step);
  em.run(fits, 1);
  const std::vector<LocalFit> first = fits;
  for (int round = 0; round < 6; ++round) {
    const std::vector<LocalFit> before = fits;
    em.run(fits, 1);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_GE(fits[i].log_likelihood, before[i].log_likelihood - 1e-3);
      const std::vector<double>& weights = fits[i].parts.weights;
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), regions[i].weight, 1e-12);
    }
  }
  for (std::size_t i = 0; i < 2; ++i) EXPECT_GT(fits[i].log_likelihood, first[i].log_likelihood + 1);
}

TEST(LocalEm, SeveralRoundsAtOnceAreTheSameAsOneAfterTheOther) {
  const SampledModel at(600, 3, crowded(3));
  const std::vector<Region> regions = two_regions(at.groups());
  std::vector<LocalFit> at_once = fits_of(regions, at.theta), one_by_one = at_once;
  const LocalEm em(at.step);
  em.run(at_once, 3, true);
  for (int round = 0; round < 3; ++round) em.run(one_by_one, 1, true);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(distance(State(at_once[i].parts), State(one_by_one[i].parts)), 1e-9);
}

TEST(LocalEm, AMixtureIsSoundWithEnoughRowsInEveryComponentAndNoneCollapsed) {
  EXPECT_EQ(LocalEm::least_rows(2), 5U);
  EXPECT_EQ(LocalEm::least_rows(7), 8U);
  const SampledModel at(600, 3, crowded(3));
  const LocalEm em(at.step);
  Mixture two{Covariance::full, 2, {0.5, 0.5}, {0, 0, 3, 1}, {1, 0, 0, 1, 1, 0, 0, 1}};
  EXPECT_TRUE(em.is_sound(two, 100));
  EXPECT_FALSE(em.is_sound(two, 9)) << "4.5 rows each";
  two.weights = {0.96, 0.04};
  EXPECT_FALSE(em.is_sound(two, 100)) << "4 rows in the second";
  two.weights = {0.5, 0.5};
  two.covariances[4] = 1e-9;
  EXPECT_FALSE(em.is_sound(two, 100)) << "below the floor";
}

}  // namespace
}  // namespace mixseed
