#include "refine/sample_em.h"

#include <gtest/gtest.h>

#include "refine/refiners.h"
#include "refine/tolerances.h"
#include "support/sampled_model.h"

namespace mixseed {
namespace {

using namespace testing;

// EM of a search on four blobs, on all rows or on a few for every component.
struct Sampled {
  explicit Sampled(std::size_t rows, double rows_each = 1e9, double spacing = 5)
      : ready(blobs(rows, 2, 4, spacing)),
        parameters(refiner.info),
        in{ready.X, parameters, rng, journal},
        em(in, 4, rows_each) {}
  Mixture start() { return em.as_mixture(crowded(5)); }

  Ready ready;
  Refiner refiner = search();
  Parameters parameters;
  Rng rng{1};
  Journal journal{{}};
  Refining in;
  SampleEm em;
};

TEST(Candidates, RankByCollapsedComponentsFirstAndThenAboveTheLimitOfTheOther) {
  const Candidate sound{{}, -2, 0, -1.9}, collapsed{{}, 5, 1, 5};
  EXPECT_TRUE(is_better(sound, collapsed));
  EXPECT_FALSE(is_better(collapsed, sound));
  EXPECT_FALSE(is_better({{}, -1.95, 0, -1.95}, sound)) << "not above its extrapolated limit";
  EXPECT_FALSE(is_better({{}, -1.9 + 0.5 * kBetterOnSample, 0, 0}, sound)) << "the same optimum";
  EXPECT_TRUE(is_better({{}, -1.9 + 2 * kBetterOnSample, 0, 0}, sound));
}

TEST(SampleEm, DrawsTheRequestedRowsOrTakesAll) {
  Sampled all(1200), some(1200, 100);
  EXPECT_EQ(all.em.subsample().rows().size(), 1200U);
  EXPECT_EQ(some.em.subsample().rows().size(), 400U);
}

TEST(SampleEm, RunsUntilARoundGainsLittle) {
  Sampled at(1200);
  const Candidate end = at.em.run_until_slow(at.start(), 1000);
  const Candidate next = at.em.run_until_slow(end.theta, 1);
  EXPECT_LT(next.log_likelihood - end.log_likelihood, kSlowRound);
  EXPECT_GE(next.log_likelihood, end.log_likelihood - 1e-6);
  EXPECT_GE(end.limit, end.log_likelihood);
  EXPECT_LE(end.limit, end.log_likelihood + kMostRemainingGain);
  const Candidate early = at.em.run_until_slow(at.start(), 2);
  EXPECT_LT(early.log_likelihood, end.log_likelihood) << "two rounds are fewer";
}

TEST(SampleEm, RunsToTheEndOnlyOnAllRows) {
  Sampled all(1200, 1e9, 3), some(1200, 100);
  const Mixture start = all.em.as_mixture(Centers{2, {0, 0, 3, 1.5, 6, 3, 9, 4.5}});
  const Candidate slow = all.em.run_until_slow(start, 20), end = all.em.run_to_end(slow);
  EXPECT_GT(end.log_likelihood, slow.log_likelihood);
  const double limit = fit(all.ready.data.view, end.theta, Pipeline::parse("em:tol=1e-9,rounds=5000"))
                           .best_restart()
                           .final_log_likelihood;
  EXPECT_NEAR(end.log_likelihood, limit, kSameOptimum);
  const Candidate sampled = some.em.run_until_slow(some.start(), 20);
  EXPECT_EQ(some.em.run_to_end(sampled).theta, sampled.theta);
}

TEST(SampleEm, AStartReplacesTheBestCandidateOnlyIfItEndsHigher) {
  Sampled at(1200);
  const Candidate stuck = at.em.run_until_slow(at.start(), 100);
  const Mixture good = at.em.as_mixture(Centers{2, {0, 0, 5, 2.5, 10, 5, 15, 7.5}});
  const auto better = at.em.try_start(good, stuck);
  ASSERT_TRUE(better);
  EXPECT_TRUE(is_better(*better, stuck));
  EXPECT_FALSE(at.em.try_start(at.start(), *better));
  EXPECT_FALSE(at.em.try_start(better->theta, *better)) << "the same optimum";
}

TEST(SampleEm, ABestCandidateWithCollapsedComponentsLosesToASoundOneHoweverUnlikely) {
  Sampled at(1200);
  Candidate collapsed = at.em.run_until_slow(at.start(), 100);
  collapsed.collapsed = 1;
  collapsed.log_likelihood += 1;
  collapsed.limit -= 1;  // so that the tries are not abandoned
  const auto sound = at.em.try_start(at.start(), collapsed);
  ASSERT_TRUE(sound);
  EXPECT_LT(sound->log_likelihood, collapsed.log_likelihood);
}

}  // namespace
}  // namespace mixseed
