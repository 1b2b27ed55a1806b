#include "fit/attempt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fit/stages.h"
#include "model/scaling.h"
#include "support/blobs.h"
#include "support/message.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Attempt, AThinnedTraceKeepsTheFirstAndTheLastRoundOfEveryStage) {
  Trace trace;
  for (int i = 0; i < 30; ++i) trace.push_back({"cem", i});
  for (int i = 0; i < 1000; ++i) trace.push_back({"em", i});
  const Trace kept = thinned(trace, 50);
  EXPECT_LE(kept.size(), 54U);
  EXPECT_EQ(kept.front().round, 0);
  EXPECT_EQ(kept.back().round, 999);
  for (std::size_t i = 1; i < kept.size(); ++i) {
    if (kept[i].stage == kept[i - 1].stage) continue;
    EXPECT_EQ(kept[i - 1].round, 29);
    EXPECT_EQ(kept[i].round, 0);
  }
}

TEST(Attempt, AShortTraceIsKeptWhole) {
  Trace trace;
  for (int i = 0; i < 200; ++i) trace.push_back({"em", i});
  EXPECT_EQ(thinned(trace, kThinnedRounds).size(), 200U);
}

TEST(Attempt, SeedsOfSeveralNumbersAreThoseOfEachAlone) {
  const Ready ready(blobs(120, 2, 3));
  const std::size_t ks[] = {2, 5};
  for (const char* name : {"kmeans++", "adaptive", "hac", "kwedlo", "uniform"}) {
    const Stage stage = *Pipeline::parse(name).seeder;
    const std::vector<Seeded> both = seed_each(ready.X, stage, ks, Rng(3), {});
    ASSERT_EQ(both.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::vector<Seeded> alone = seed_each(ready.X, stage, {&ks[i], 1}, Rng(3), {});
      EXPECT_EQ(both[i].state, alone.front().state) << name;
    }
  }
}

TEST(Attempt, WithoutAFiniteLikelihoodItIsAFailure) {
  Attempt attempt;
  EXPECT_NO_THROW(check_finite(attempt));
  attempt.restart.final_log_likelihood = std::nan("");
  EXPECT_EQ(message(ErrorCode::failed, [&] { check_finite(attempt); }),
            "em has ended without a finite likelihood: scale data and weights to ordinary numbers");
}

TEST(Datasets, AStateThatEntersAndLeavesIsTheSame) {
  const Ready ready(blobs(100, 2, 2));
  for (const Scaling scaling : {Scaling::plain, Scaling::standardised, Scaling::whitened}) {
    const Datasets datasets(ready.X, scaling);
    const State state = Centers{2, {1, 2, 3, 4}};
    const State entered = datasets.enter(state);
    EXPECT_EQ(entered == state, scaling == Scaling::plain);
    if (scaling == Scaling::plain) continue;
    EXPECT_LT(distance(State(in_units(std::get<Centers>(entered), datasets.units)), state), 1e-12);
  }
}

}  // namespace
}  // namespace mixseed
