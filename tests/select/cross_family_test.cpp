#include "select/cross_family.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

double objective(const Task& task) { return best_attempt(task).story.penalised_log_likelihood; }

// EVV is at its optimum; VVV is one letter away from it and EII is two, both with one round from random rows.
std::vector<Task> one_good_and_two_bad(std::size_t components) {
  std::vector<Task> tasks;
  for (const char* text : {"kmeans++:trials=5/kmeans/em:covariance=EVV", "uniform/em:covariance=VVV,rounds=1",
                           "uniform/em:covariance=EII,rounds=1"}) {
    tasks.push_back({components, Pipeline::parse(text), {}, {}, {}});
  }
  return tasks;
}

TEST(CrossFamilyRestarts, StartFromModelsOfFamiliesOneLetterAway) {
  const Ready ready(blobs(400, 2, 4));
  for (const Continuation continuation : {Continuation::all, Continuation::promising}) {
    const FitOptions options;
    Restarts restarts(ready.X, {}, options);
    std::vector<Task> tasks = one_good_and_two_bad(4);
    restarts.run(tasks, {});
    const double before = objective(tasks[1]);
    ASSERT_LT(before, objective(tasks[0]) - 0.1);
    cross_family_restarts(restarts, tasks, 2, continuation);
    EXPECT_EQ(tasks[0].attempts.size(), 1U);
    EXPECT_EQ(tasks[1].attempts.size(), 2U);
    EXPECT_GT(objective(tasks[1]), before + 0.1);
    EXPECT_EQ(tasks[2].attempts.size(), 1U);
  }
}

TEST(AddShortRuns, LeavesTasksAloneWhosePipelineHasNone) {
  const Ready ready(blobs(200, 2, 2));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks = one_good_and_two_bad(2);
  restarts.run(tasks, {});
  const Pipeline plain = Pipeline::parse("uniform"), short_runs = Pipeline::parse("rehearse:tries=2/kmeans++/kmeans");
  add_short_runs(restarts, tasks, {plain, short_runs, plain}, Continuation::all);
  EXPECT_EQ(tasks[0].attempts.size(), 1U);
  EXPECT_EQ(tasks[1].attempts.size(), 2U);
  EXPECT_EQ(tasks[2].attempts.size(), 1U);
}

}  // namespace
}  // namespace mixseed
