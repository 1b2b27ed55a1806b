#include "refine/loop.h"

#include <gtest/gtest.h>

#include <cmath>

#include "refine/refiners.h"
#include "support/blobs.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::Ready;

// A model that is one number; its objective falls with the distance from 10.
struct Hill {
  explicit Hill(const Ready& rows) : refining{rows.X, parameters, rng, journal} {}

  template <typename Update, typename Fallback = NoFallback>
  LoopResult climb(double start, LoopLimits limits, const Update& update, const Fallback& fallback = {}) {
    place = start;
    const double n = refining.X.observations();
    const auto pass = [&](double x) {
      seen.push_back(x);
      EStepResult e_step;
      e_step.moments.objective = -(x - 10) * (x - 10) * n;
      return e_step;
    };
    return iterate(
        refining, limits, place, pass,
        [&](const Moments&, double before, Repairs& repairs) { return update(before, repairs); }, fallback);
  }

  Refiner method = em();
  Parameters parameters{method.info};
  Rng rng{1};
  Journal journal{{}};
  Refining refining;
  double place = 0;
  std::vector<double> seen;
};

const LoopLimits kClimbing{.stage = "em", .rounds = 50, .score_the_last = true, .may_fall = false};

TEST(Iterate, TurnsDownAStepThatLowersTheObjectiveAndKeepsTheLastModel) {
  const Ready rows(blobs(20, 1, 1));
  Hill hill(rows);
  const LoopResult end = hill.climb(0, kClimbing, [](double x, Repairs&) { return x + 4; });
  EXPECT_EQ(hill.seen, (std::vector<double>{0, 4, 8, 12, 16}));  // 12 is as good as 8
  EXPECT_EQ(hill.place, 12);
  EXPECT_EQ(end.last_objective, -4);
  EXPECT_EQ(end.rounds, 3);
  EXPECT_TRUE(end.converged);
  ASSERT_EQ(hill.journal.trace().size(), 4U);
  for (std::size_t i = 1; i < hill.journal.trace().size(); ++i) {
    EXPECT_GE(hill.journal.trace()[i].objective, hill.journal.trace()[i - 1].objective);
  }
}

TEST(Iterate, GoesOnFromTheLastModelWithAnotherStep) {
  const Ready rows(blobs(20, 1, 1));
  Hill hill(rows);
  double stride = 16;
  const LoopResult end = hill.climb(
      0, kClimbing, [&](double x, Repairs&) { return x + stride; },
      [&](double kept, Repairs&) -> std::optional<double> {
        stride /= -2;
        if (std::abs(stride) < 0.01) return {};
        return kept + stride;
      });
  EXPECT_NEAR(hill.place, 10, 0.02);
  EXPECT_TRUE(end.converged);
}

TEST(Iterate, LetsAMethodFallThatMay) {
  const Ready rows(blobs(20, 1, 1));
  Hill hill(rows);
  LoopLimits limits = kClimbing;
  limits.may_fall = true;
  limits.rounds = 6;
  EXPECT_EQ(hill.climb(0, limits, [](double x, Repairs&) { return x + 4; }).rounds, 6);
  EXPECT_EQ(hill.place, 24);
}

TEST(Iterate, DoesNotTakeASmallFallForConvergence) {
  const Ready rows(blobs(20, 1, 1));
  Hill hill(rows);
  LoopLimits limits = kClimbing;
  limits.may_fall = true;
  limits.tol = 1e-3;
  limits.rounds = 6;
  // Down by a little, then far up.
  const LoopResult end = hill.climb(5, limits, [](double x, Repairs&) { return x == 5 ? 4.99999 : x + 1; });
  EXPECT_GT(end.last_objective, -1);
}

}  // namespace
}  // namespace mixseed
