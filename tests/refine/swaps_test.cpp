#include "refine/swaps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "model/components.h"
#include "support/sampled_model.h"

namespace mixseed {
namespace {

using namespace testing;

Swaps swaps_at(SampledModel& at, const Swaps* before = nullptr) { return {at.groups(), at.step, at.rng, before}; }

TEST(Swaps, EstimateWhatASwapGives) {
  SampledModel at(1200, 12, crowded(12));
  const Swaps swaps = swaps_at(at);
  const std::vector<Swap> ranked = swaps.ranked();
  ASSERT_FALSE(ranked.empty());
  const Swap& best = ranked.front();
  EXPECT_GT(best.gain, 0.1);
  EXPECT_NEAR(at.gain_of(swaps.apply({&best, 1})), best.gain, 0.05 * best.gain);
  for (const Swap& swap : ranked) EXPECT_LE(swap.gain, best.gain);
}

TEST(Swaps, PartialEmGainsWhatItSaysAndMoreWithEveryRound) {
  SampledModel at(1200, 5, crowded(5));
  const Swaps swaps = swaps_at(at);
  const std::vector<Swap> ranked = swaps.ranked();
  ASSERT_FALSE(ranked.empty());
  std::vector<double> last(ranked.size(), -1e300);
  for (int rounds = 1; rounds < 6; ++rounds) {
    // The gain of a round is known to the next.
    const auto now = swaps.run_partial_em(ranked, rounds), next = swaps.run_partial_em(ranked, rounds + 1);
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      const double gain = next[i].swap.gain;
      EXPECT_NEAR(gain, at.gain_of(now[i].theta), 1e-3);
      EXPECT_GE(gain, last[i] - 1e-9);
      last[i] = gain;
    }
  }
}

TEST(Swaps, ThatFailedAreNotRankedAgainWhileTheirComponentsStay) {
  SampledModel at(600, 12, crowded(12));
  Swaps first = swaps_at(at);
  const std::vector<Swap> before = first.ranked();
  first.mark_failed(before.front());
  const std::vector<Swap> after = swaps_at(at, &first).ranked();
  ASSERT_EQ(after.size() + 1, before.size());
  EXPECT_EQ(after.front().gain, before[1].gain);
}

// Starts of splits are random, so that new estimates of the same swap differ.
TEST(Swaps, EstimatesOfUnchangedComponentsAreTakenOver) {
  SampledModel at(1200, 5, crowded(5));
  const Swaps first = swaps_at(at);
  const std::vector<Swap> known = first.ranked(), taken_over = swaps_at(at, &first).ranked(),
                          estimated = swaps_at(at).ranked();
  ASSERT_EQ(known.size(), taken_over.size());
  bool differs = known.size() != estimated.size();
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_EQ(taken_over[i].gain, known[i].gain);
    EXPECT_EQ(taken_over[i].dropped, known[i].dropped);
    EXPECT_EQ(taken_over[i].split, known[i].split);
    differs = differs || estimated[i].gain != known[i].gain;
  }
  EXPECT_TRUE(differs);
}

TEST(Swaps, KeepTheSumOfTheWeights) {
  SampledModel at(1200, 5, crowded(5));
  const Swaps swaps = swaps_at(at);
  const std::vector<Swap> ranked = swaps.ranked();
  ASSERT_FALSE(ranked.empty());
  for (const Swap& swap : ranked) {
    const Mixture next = swaps.apply({&swap, 1});
    ASSERT_EQ(next.size(), 4U);
    EXPECT_NEAR(std::accumulate(next.weights.begin(), next.weights.end(), 0.0), 1, 1e-12);
    check(next);
  }
}

TEST(Swaps, ThatShareAComponentAreNotDisjoint) {
  SampledModel at(1200, 5, crowded(5));
  const Swaps swaps = swaps_at(at);
  const Swap one{0, 2, 0};
  EXPECT_FALSE(swaps.are_disjoint(one, one));
  EXPECT_FALSE(swaps.are_disjoint(one, {2, 3, 0}));
  EXPECT_FALSE(swaps.are_disjoint(one, {3, 0, 0}));
  std::size_t disjoint = 0;
  Data data = blobs(1600, 2, 8, 20);
  SampledModel eight(data, fit(data.view, 8, Pipeline::parse("adaptive/em")).model);
  const Swaps many = swaps_at(eight);
  for (std::size_t k = 1; k < 7; ++k) disjoint += many.are_disjoint({0, 7, 0}, {k, k == 6 ? 5 : k + 1, 0});
  EXPECT_GT(disjoint, 0U);
}

// Twelve equal rows make the likelihood of their component so high that removing it costs more than any other swap.
TEST(Swaps, ThatRemoveACollapsedComponentRankFirst) {
  const Data four = blobs(1200, 2, 4, 12);
  std::vector<double> values(four.view.doubles(), four.view.doubles() + 2400);
  for (int i = 0; i < 12; ++i) values.insert(values.end(), {60, -60});
  Mixture theta = fit(four.view, crowded(12), Pipeline::parse("em")).model;
  append(theta, {Covariance::full, 2, {0.01}, {60, -60}, {1e-4, 0, 0, 1e-4}});
  for (double& weight : theta.weights) weight /= 1.01;
  SampledModel at(Data::from(std::move(values), 1212, 2), theta);
  const std::vector<Swap> ranked = swaps_at(at).ranked();
  double best_of_collapsed = -1e300, best_of_others = -1e300;
  for (const Swap& swap : ranked) {
    double& best = swap.dropped == 4 ? best_of_collapsed : best_of_others;
    best = std::max(best, swap.gain);
  }
  EXPECT_GT(best_of_others, best_of_collapsed) << "the data do not test the claim";
  bool others = false;
  for (const Swap& swap : ranked) {
    EXPECT_FALSE(others && swap.dropped == 4);
    others = others || swap.dropped != 4;
  }
}

}  // namespace
}  // namespace mixseed
