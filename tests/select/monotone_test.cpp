#include "select/monotone.h"

#include <gtest/gtest.h>

#include "support/blobs.h"

namespace mixseed {
namespace {

using namespace testing;

double objective(const Task& task) { return best_attempt(task).restart.penalised_log_likelihood; }

std::vector<Task> two_and_three(const std::string& two, const std::string& three) {
  return {{2, Pipeline::parse(two), {}, {}, {}}, {3, Pipeline::parse(three), {}, {}, {}}};
}

TEST(EnforceMonotone, ACellThatIsBehindGetsOneMoreAttemptThatIsNot) {
  const Ready ready(blobs(300, 2, 2));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks = two_and_three("kmeans++/kmeans/em", "uniform/em:rounds=0");
  restarts.run(tasks, {});
  ASSERT_LT(objective(tasks[1]), objective(tasks[0]));
  enforce_monotone(restarts, tasks);
  EXPECT_EQ(tasks[0].attempts.size(), 1U);
  EXPECT_EQ(tasks[1].attempts.size(), 2U);
  EXPECT_GE(objective(tasks[1]), objective(tasks[0]) - 1e-9);
  EXPECT_EQ(best_attempt(tasks[1]).model.size(), 3U);
}

TEST(EnforceMonotone, ACellThatIsAheadStaysAsItIs) {
  const Ready ready(blobs(300, 2, 3));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks = two_and_three("kmeans++/kmeans/em", "kmeans++:trials=4/kmeans/em");
  restarts.run(tasks, {});
  ASSERT_GT(objective(tasks[1]), objective(tasks[0]));
  enforce_monotone(restarts, tasks);
  EXPECT_EQ(tasks[1].attempts.size(), 1U);
}

}  // namespace
}  // namespace mixseed
