#include "select/grid.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

// The pipeline of the seeds, and then one for each family.
std::vector<Pipeline> with_families(const std::string& method, std::initializer_list<const char*> families) {
  std::vector<Pipeline> pipelines{Pipeline::parse(method)};
  for (const char* family : families) pipelines.push_back(pipelines.front().with(EmOptions{.covariance = family}));
  return pipelines;
}

TEST(Grid, HasFamilyAfterFamilyEachWithAscendingNumbers) {
  const Ready ready(blobs(200, 2, 3));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  const std::size_t ks[] = {1, 3};
  const std::vector<Task> tasks =
      tasks_of_grid(restarts, ks, with_families("kmeans++", {"EEE", "VII"}), Criterion::bic);
  ASSERT_EQ(tasks.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(tasks[i].components, ks[i % 2]);
    EXPECT_EQ(best_attempt(tasks[i]).model.size(), ks[i % 2]);
    EXPECT_EQ(best_attempt(tasks[i]).model.covariance, i < 2 ? Covariance::tied : Covariance::spherical);
  }
}

TEST(Grid, FamiliesOfOneShapeShareTheirSeedsUnderAuto) {
  const Ready ready(blobs(200, 2, 3));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  const std::size_t ks[] = {3};
  const std::vector<Task> tasks =
      tasks_of_grid(restarts, ks, with_families("auto", {"EEE", "VVV", "VII"}), Criterion::bic);
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_EQ(tasks[0].seeds[0].state, tasks[1].seeds[0].state);
  EXPECT_NE(tasks[0].seeds[0].state, tasks[2].seeds[0].state);
  EXPECT_NE(tasks[0].pipeline.text().find("search"), std::string::npos);
  EXPECT_NE(tasks[2].pipeline.text().find("search"), std::string::npos);
}

std::vector<Task> seeded_cells(Restarts& restarts) {
  std::vector<Task> tasks;
  for (const char* text : {"rehearse/kmeans++/em:covariance=VVV", "rehearse/kmeans++/em:covariance=EEE"}) {
    tasks.push_back({2, Pipeline::parse(text), {}, {}, {}});
  }
  restarts.seed_all(tasks, {});
  return tasks;
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
    const Restart& restart = best_attempt(task).restart;
    EXPECT_LT(restart.final_log_likelihood - restart.initial_log_likelihood, 1e-3);
  }
}

}  // namespace
}  // namespace mixseed
