#include "fit/task.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "support/message.h"
#include "support/tasks.h"

namespace mixseed {
namespace {

using testing::ended_at;
using testing::task_with;

TEST(Task, ASoundAttemptIsBetterThanACollapsedOneAndThenTheHigherObjective) {
  EXPECT_EQ(best_of(task_with({ended_at(9, 1), ended_at(-2), ended_at(-1), ended_at(-1)})), 2U);
  EXPECT_EQ(best_of(task_with({ended_at(1, 1), ended_at(2, 3)})), 1U);
}

TEST(Task, AFailureIsStoredAndCancellingIsNot) {
  Task task = task_with({ended_at(0), ended_at(1)});
  run_attempt(task, 1, [] { throw std::runtime_error("too bad"); });
  EXPECT_EQ(best_of(task), 0U);
  EXPECT_EQ(testing::message(ErrorCode::cancelled,
                             [&] { run_attempt(task, 0, [] { throw Error(ErrorCode::cancelled, "cancelled"); }); }),
            "cancelled");
  EXPECT_FALSE(task.failures[0]);
}

TEST(Task, WithoutASuccessItThrowsItsFirstFailure) {
  Task task = task_with({ended_at(0), ended_at(1)});
  run_attempt(task, 0, [] { throw Error(ErrorCode::failed, "the first"); });
  EXPECT_TRUE(has_model(task));
  run_attempt(task, 1, [] { throw Error(ErrorCode::failed, "the second"); });
  EXPECT_FALSE(has_model(task));
  EXPECT_EQ(testing::message(ErrorCode::failed, [&] { best_of(task); }), "the first");
}

TEST(Task, ThePriorHasItsRowsForEveryComponent) {
  EXPECT_DOUBLE_EQ(prior_rows(task_with({}, "em:prior=2", 3), 100), 0.06);
}

TEST(Task, OfTheExtraAttemptsOnlyTheBestOfAllIsKept) {
  Task improved = task_with({ended_at(-3), ended_at(-2), ended_at(-4), ended_at(-1)});
  drop_extra_attempts(improved, 2);
  ASSERT_EQ(improved.attempts.size(), 3U);
  EXPECT_EQ(best_attempt(improved).restart.penalised_log_likelihood, -1);
  EXPECT_EQ(improved.failures.size(), 3U);

  Task in_vain = task_with({ended_at(-3), ended_at(-1), ended_at(-2), ended_at(0, 1)});
  drop_extra_attempts(in_vain, 2);
  EXPECT_EQ(in_vain.attempts.size(), 2U);
}

TEST(Task, IsSoundIfItsBestAttemptHasNoCollapsedComponent) {
  EXPECT_TRUE(is_sound(task_with({ended_at(5, 1), ended_at(-9)})));
  EXPECT_FALSE(is_sound(task_with({ended_at(5, 1), ended_at(6, 2)})));
  Task failed = task_with({ended_at(1)});
  failed.failures[0] = std::make_exception_ptr(1);
  EXPECT_FALSE(is_sound(failed));
}

TEST(Task, HasTheFamilyOfTheLastEm) {
  const Task vev = task_with({}, "em:covariance=VEV"), vvv = task_with({}, "em:covariance=VVV");
  EXPECT_EQ(family_of(vev).letters, "VEV");
  EXPECT_TRUE(is_within(vev, vvv));
  EXPECT_FALSE(is_within(vvv, vev));
}

}  // namespace
}  // namespace mixseed
