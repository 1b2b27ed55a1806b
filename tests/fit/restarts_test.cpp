#include "fit/restarts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/blobs.h"
#include "support/message.h"
#include "support/tasks.h"

namespace mixseed {
namespace {

using namespace testing;

std::set<std::string_view> stages_of(const Attempt& attempt) {
  std::set<std::string_view> stages;
  for (const Round& round : attempt.trace) stages.insert(round.stage);
  return stages;
}

TEST(Restarts, EveryTaskHasOneAttemptForEachRestart) {
  const Ready ready(blobs(200, 2, 3));
  const FitOptions options{.restarts = 4};
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks{{2, Pipeline::parse("uniform/em")}, {3, Pipeline::parse("uniform/em")}};
  restarts.run(tasks, {});
  for (const Task& task : tasks) {
    ASSERT_EQ(task.attempts.size(), 4U);
    for (const Attempt& attempt : task.attempts) EXPECT_EQ(attempt.model.size(), task.components);
    EXPECT_NE(task.seeds[0].state, task.seeds[1].state) << "each has its own random numbers";
  }
}

TEST(Restarts, NeighbouringTasksShareTheirSeeds) {
  const Ready ready(blobs(200, 2, 3));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks{{2, Pipeline::parse("kmeans++/em")}, {4, Pipeline::parse("kmeans++/em")}};
  restarts.seed_all(tasks, {});
  const auto& two = std::get<Centers>(tasks[0].seeds[0].state).points;
  const auto& four = std::get<Centers>(tasks[1].seeds[0].state).points;
  EXPECT_EQ(two, std::vector<double>(four.begin(), four.begin() + 4));
}

TEST(Restarts, FromStartsEachAttemptHasItsOwn) {
  const Ready ready(blobs(200, 2, 2));
  const FitOptions options{.restarts = 2};
  Restarts restarts(ready.X, {}, options);
  const Mixture one{Covariance::full, 2, {0.5, 0.5}, {0, 0, 6, 3}, {1, 0, 0, 1, 1, 0, 0, 1}};
  const Mixture other{Covariance::full, 2, {0.3, 0.7}, {1, 1, 2, 2}, {1, 0, 0, 1, 2, 0, 0, 2}};
  std::vector<Task> tasks{{2, Pipeline::parse("em:rounds=0")}};
  restarts.run(tasks, std::vector<State>{one, other});
  EXPECT_EQ(tasks[0].attempts[0].model.means, one.means);
  EXPECT_EQ(tasks[0].attempts[1].model.means, other.means);
}

TEST(Restarts, FurtherAttemptsPassThroughTheLastEmAlone) {
  const Ready ready(blobs(200, 2, 2));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks{{2, Pipeline::parse("uniform/kmeans/em")}};
  restarts.run(tasks, {});
  ASSERT_EQ(stages_of(tasks[0].attempts[0]), (std::set<std::string_view>{"kmeans", "em"}));
  restarts.add_attempts(tasks[0], {});
  EXPECT_EQ(tasks[0].attempts.size(), 1U);
  const std::vector<State> starts{tasks[0].attempts[0].model, Centers{2, {0, 0, 6, 3}}};
  restarts.add_attempts(tasks[0], starts);
  ASSERT_EQ(tasks[0].attempts.size(), 3U);
  for (const std::size_t r : {1U, 2U}) EXPECT_EQ(stages_of(tasks[0].attempts[r]), std::set<std::string_view>{"em"});
}

TEST(Restarts, AShortRunGoesOnOnlyIfItMay) {
  const Ready ready(blobs(400, 2, 4, 2));
  const FitOptions options;
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks(3, {4, Pipeline::parse("uniform/em:tol=0,rounds=30")});
  restarts.run(tasks, {});
  const Pipeline tries = Pipeline::parse("rehearse/uniform/em:tol=0,rounds=30");
  std::set<std::size_t> asked;
  restarts.add_short_runs(tasks, {tries, tries, Pipeline::parse("uniform/em")}, 5, [&](std::size_t i, const Attempt&) {
    asked.insert(i);
    return i == 1;
  });
  EXPECT_EQ(asked, (std::set<std::size_t>{0, 1}));
  ASSERT_EQ(tasks[0].attempts.size(), 2U);
  EXPECT_EQ(tasks[0].attempts[1].restart.rounds, 5);
  EXPECT_EQ(tasks[1].attempts[1].restart.rounds, 30);
  EXPECT_EQ(tasks[2].attempts.size(), 1U) << "its pipeline has no short runs";
}

TEST(Restarts, AFailureIsThatOfItsAttempt) {
  const Ready ready(blobs(200, 2, 2));
  const FitOptions options{.restarts = 2};
  Restarts restarts(ready.X, {}, options);
  Mixture narrow{Covariance::full, 2, {1}, {0, 0}, {1, 0, 0, -1}};
  const std::vector<State> starts{narrow, Centers{2, {0, 0}}};
  std::vector<Task> tasks{{1, Pipeline::parse("em")}};
  restarts.run(tasks, starts);
  EXPECT_TRUE(tasks[0].failures[0]);
  EXPECT_FALSE(tasks[0].failures[1]);
  EXPECT_EQ(best_of(tasks[0]), 1U);
}

TEST(Restarts, ExtremeUnitsAreThoseOfAPowerOfTwo) {
  std::vector<double> values;
  const Data plain = blobs(100, 2, 2);
  for (std::size_t i = 0; i < 200; ++i) values.push_back(std::ldexp(plain.view.doubles()[i], 300));
  const Ready ready(Data::from(std::move(values), 100, 2));
  const FitOptions options{.known = {.weights = {}, .means = {std::ldexp(1.0, 300), 0}}};
  Restarts restarts(ready.X, {}, options);
  EXPECT_NEAR(restarts.exponent(), 300, 5);
  EXPECT_EQ(restarts.known().means[0], std::ldexp(1.0, 300 - restarts.exponent()));
  const Ready ordinary(plain);
  const FitOptions none;
  EXPECT_EQ(Restarts(ordinary.X, {}, none).exponent(), 0);
}

TEST(Restarts, AreCancelledByTheObserver) {
  const Ready ready(blobs(200, 2, 2));
  int told = 0;
  const FitOptions options{.restarts = 50, .observer = [&](const Progress&) { return ++told < 20; }};
  Restarts restarts(ready.X, {}, options);
  std::vector<Task> tasks{{2, Pipeline::parse("uniform/em")}};
  EXPECT_EQ(message(ErrorCode::cancelled, [&] { restarts.run(tasks, {}); }), "cancelled");
  EXPECT_EQ(told, 20);
}

}  // namespace
}  // namespace mixseed
