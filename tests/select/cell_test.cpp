#include "select/cell.h"

#include <gtest/gtest.h>

#include "support/tasks.h"

namespace mixseed {
namespace {

using testing::ended_at;
using testing::task_with;

TEST(Cell, OfTheExtraAttemptsOnlyTheBestOfAllIsKept) {
  Task improved = task_with({ended_at(-3), ended_at(-2), ended_at(-4), ended_at(-1)});
  drop_extra_attempts(improved, 2);
  ASSERT_EQ(improved.attempts.size(), 3U);
  EXPECT_EQ(best_attempt(improved).story.penalised_log_likelihood, -1);
  EXPECT_EQ(improved.failures.size(), 3U);

  Task in_vain = task_with({ended_at(-3), ended_at(-1), ended_at(-2), ended_at(0, 1)});
  drop_extra_attempts(in_vain, 2);
  EXPECT_EQ(in_vain.attempts.size(), 2U);
}

TEST(Cell, IsSoundIfItsBestAttemptHasNoCollapsedComponent) {
  EXPECT_TRUE(is_sound(task_with({ended_at(5, 1), ended_at(-9)})));
  EXPECT_FALSE(is_sound(task_with({ended_at(5, 1), ended_at(6, 2)})));
  Task failed = task_with({ended_at(1)});
  failed.failures[0] = std::make_exception_ptr(1);
  EXPECT_FALSE(is_sound(failed));
}

TEST(Cell, NamesTheFamilyOfTheLastEm) {
  std::vector<Task> tasks{task_with({})};
  tasks[0].pipeline = Pipeline::parse("em:covariance=VEV");
  const std::vector<Cell> cells = cells_of(tasks);
  ASSERT_EQ(cells.size(), 1U);
  EXPECT_EQ(cells[0].task, &tasks[0]);
  EXPECT_EQ(cells[0].family->letters, "VEV");
  EXPECT_EQ(cells[0].info->letters, "VEV");
}

}  // namespace
}  // namespace mixseed
