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

}  // namespace
}  // namespace mixseed
