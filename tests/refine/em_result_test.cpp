#include "refine/em_result.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(EmResult, BecomesTheReportOfARestart) {
  EmResult result;
  result.loop = {.rounds = 7, .converged = true, .first_objective = -4, .last_objective = -3, .penalised = -3.5};
  result.collapsed = 1;
  result.flat = 2;
  Restart restart;
  result.copy_to(restart);
  EXPECT_EQ(restart.rounds, 7);
  EXPECT_TRUE(restart.converged);
  EXPECT_EQ(restart.initial_log_likelihood, -4);
  EXPECT_EQ(restart.final_log_likelihood, -3);
  EXPECT_EQ(restart.penalised_log_likelihood, -3.5);
  EXPECT_EQ(restart.collapsed, 1U);
  EXPECT_EQ(restart.flat, 2U);
}

// Families that raise volumes leave the floor again in the same update, so the last update tells.
TEST(EmResult, CountsCollapsedComponentsAndThoseThatTheLastUpdateRaised) {
  const Ready ready(blobs(200, 2, 2));
  const Floor floor(ready.X.summary(), 1e-6);
  Mixture end{Covariance::full, 2, {0.5, 0.5}, {0, 0, 6, 3}, {1, 0, 0, 1, 1, 0, 0, 1}};
  EXPECT_EQ(em_result({}, end, end, floor, 200, 0).collapsed, 0U);
  EXPECT_EQ(em_result({}, end, end, floor, 200, 2).collapsed, 2U);
  end.covariances[4] = end.covariances[7] = 1e-12;
  floor.raise(end);
  const EmResult collapsed = em_result({}, end, end, floor, 200, 0);
  EXPECT_EQ(collapsed.collapsed, 1U);
  EXPECT_EQ(collapsed.flat, 1U);
}

}  // namespace
}  // namespace mixseed
