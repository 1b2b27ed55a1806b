#include "select/sample_grid.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

std::vector<Task> seeded_cells(Restarts& restarts) {
  std::vector<Task> tasks;
  for (const char* text : {"rehearse/kmeans++/em:covariance=VVV", "rehearse/kmeans++/em:covariance=EEE"}) {
    tasks.push_back({2, Pipeline::parse(text), {}, {}, {}});
  }
  restarts.seed_all(tasks, {});
  return tasks;
}

TEST(SampleGrid, HasRowsForTheComponentsAndTheColumns) {
  EXPECT_EQ(sample_rows_of_cells(2, 1), 4000U);
  EXPECT_EQ(sample_rows_of_cells(10, 40), 660U);  // 5 (D + 1) (D + 2)
  EXPECT_EQ(sample_rows_of_cells(1, 100), 500U);
}

TEST(SampleGrid, LeavesTheSeedsOfFewRowsAsTheyAre) {
  const Ready ready(blobs(500, 2, 2));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks = seeded_cells(restarts);
  const State seed = tasks[0].seeds[0].state;
  EXPECT_FALSE(seed_from_sample(restarts, tasks));
  EXPECT_EQ(tasks[0].seeds[0].state, seed);
}

TEST(SampleGrid, TheSeedsOfManyRowsAreNearTheirOptima) {
  const Ready ready(blobs(20000, 2, 2));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks = seeded_cells(restarts);
  ASSERT_TRUE(seed_from_sample(restarts, tasks));
  restarts.refine_all(tasks);
  for (const Task& task : tasks) {
    const Restart& story = best_attempt(task).story;
    EXPECT_LT(story.final_log_likelihood - story.initial_log_likelihood, 1e-3);
  }
}

TEST(SampleGrid, ShortRunsEndWithTheEmOfTheirCell) {
  Task task{3, Pipeline::parse("kmeans++/em:covariance=VEV,rounds=17"), {}, {}, {}};
  const std::vector<Pipeline> pipelines = short_run_pipelines({task}, 2);
  ASSERT_EQ(pipelines.size(), 1U);
  EXPECT_TRUE(pipelines[0].short_runs);
  EXPECT_EQ(pipelines[0].refiners.back().parameters.integer("rounds"), 17);
  EXPECT_EQ(pipelines[0].refiners.back().parameters.choice("covariance"), "VEV");
}

}  // namespace
}  // namespace mixseed
