#include "mixseed/replay.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/fit.h"
#include "model/density.h"
#include "seed/seeder.h"
#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using namespace testing;

std::vector<ReplayStep> steps_of(const Replay& replay) {
  std::vector<ReplayStep> steps;
  for (const ReplayStep& scene : replay.scenes) {
    if (std::isnan(scene.objective)) steps.push_back(scene);
  }
  return steps;
}

TEST(Replay, EndsInTheModelThatFitGivesForEverySeederInBothFrames) {
  const Data data = blobs(300, 3, 4);
  for (const Seeder& seeder : seeders()) {
    for (const std::string dataset : {"", "standardise/", "whiten/"}) {
      const Pipeline method = Pipeline::parse(dataset + std::string(seeder.info.name) + "/em");
      const Replay shown = replay(data.view, 4, method, 7);
      EXPECT_EQ(shown.model, fit(data.view, 4, method, {.seed = 7, .listing = Listing::start}).model) << method.text();
      EXPECT_EQ(shown.scenes.back().model, State(shown.model)) << method.text();
    }
  }
}

TEST(Replay, ShowsEveryStepOfASeederWithTheModelThatItFound) {
  const Data data = blobs(300, 2, 4);
  for (const Seeder& seeder : seeders()) {
    const Replay shown = replay(data.view, 5, Pipeline::parse(std::string(seeder.info.name) + "/em"), 3);
    const std::vector<ReplayStep> steps = steps_of(shown);
    const bool at_once = seeder.info.name == "projections";
    ASSERT_GE(steps.size(), at_once ? 1U : 4U) << seeder.info.name;
    EXPECT_EQ(at_once, steps.size() == 1);
    for (std::size_t i = 1; i < steps.size(); ++i) {
      EXPECT_EQ(size_of(steps[i].model), size_of(steps[i - 1].model) + 1) << seeder.info.name;
      EXPECT_EQ(steps[i].stage, seeder.info.name);
    }
  }
}

TEST(Replay, TellsWithWhichProbabilityARowWasDrawn) {
  const Data data = blobs(200, 2, 3);
  const std::vector<ReplayStep> steps = steps_of(replay(data.view, 4, Pipeline::parse("kmeans++/em"), 5));
  EXPECT_NEAR(steps[0].taken[0].probability, 1.0 / 200, 1e-15);
  EXPECT_EQ(steps[0].rule, ReplayStep::Rule::uniform);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Centers& centers = std::get<Centers>(steps[i].model);
    const auto loss = [&](auto&& value) {
      double least = INFINITY;
      for (std::size_t k = 0; k < centers.size(); ++k) {
        double sum = 0;
        for (std::size_t j = 0; j < 2; ++j) sum += std::pow(value(j) - centers.point(k)[j], 2);
        least = std::min(least, sum);
      }
      return least;
    };
    double total = 0;
    for (std::size_t row = 0; row < 200; ++row) total += loss([&](std::size_t j) { return data.view.at(row, j); });
    const ReplayRow& taken = steps[i].taken[0];
    EXPECT_EQ(steps[i].rule, ReplayStep::Rule::distance);
    EXPECT_NEAR(taken.probability, loss([&](std::size_t j) { return taken.values[j]; }) / total, 1e-12);
  }
}

TEST(Replay, HasTheRoundsOfEveryRefinerWithTheirObjectives) {
  const Data data = blobs(300, 2, 3);
  const Pipeline method = Pipeline::parse("adaptive/kmeans/cem/em");
  const Replay shown = replay(data.view, 3, method, 2);
  const Trace trace = fit(data.view, 3, method, {.seed = 2}).trace;
  std::size_t at = 0;
  for (const ReplayStep& scene : shown.scenes) {
    if (std::isnan(scene.objective)) continue;
    ASSERT_LT(at, trace.size());
    EXPECT_EQ(scene.stage, trace[at].stage);
    EXPECT_EQ(scene.number, trace[at].round);
    EXPECT_EQ(scene.objective, trace[at++].objective);
  }
  EXPECT_EQ(at, trace.size());
}

TEST(Replay, ShowsAStandardisedStartInTheDatasOwnUnits) {
  const Data data = blobs(300, 2, 3);
  std::vector<double> stretched;
  for (std::size_t i = 0; i < 300; ++i) {
    stretched.push_back(data.view.at(i, 0));
    stretched.push_back(1000 * data.view.at(i, 1));
  }
  const Replay shown = replay(DataView(stretched, 2), 3, Pipeline::parse("standardise/kmeans++/em"), 1);
  for (const ReplayStep& scene : steps_of(shown)) {
    for (const ReplayRow& taken : scene.taken) {
      bool found = false;
      for (std::size_t i = 0; i < 300; ++i) {
        found |= std::abs(taken.values[0] - stretched[2 * i]) < 1e-9 &&
                 std::abs(taken.values[1] - stretched[2 * i + 1]) < 1e-6;
      }
      EXPECT_TRUE(found);
    }
  }
}

TEST(Replay, ShowsEveryStartThatAutoRehearses) {
  const Data data = blobs(600, 2, 3);
  const Pipeline method = Pipeline::parse("rehearse:tries=4,rows=50/kmeans++/kmeans/or/adaptive/cem/em");
  const std::vector<Replay> shown = replay_each_start(data.view, 3, method, 5);
  ASSERT_EQ(shown.size(), 2);
  EXPECT_EQ(shown[0].method, Pipeline::parse("kmeans++/kmeans/em").text());
  EXPECT_EQ(shown[1].method, Pipeline::parse("adaptive/cem/em").text());
  for (const Replay& one : shown) {
    EXPECT_EQ(one.tries, 4);
    EXPECT_EQ(one.sample, 150);
    EXPECT_EQ(one.model, replay(data.view, 3, Pipeline::parse(one.method), 5).model);
  }
  EXPECT_EQ(replay_each_start(data.view, 3, Pipeline::parse("auto")).size(),
            Pipeline::parse("auto").resolved(2, 3).others.size() + 1);
  const std::vector<Replay> plain = replay_each_start(data.view, 3, Pipeline::parse("uniform/em"));
  ASSERT_EQ(plain.size(), 1);
  EXPECT_EQ(plain[0].tries, 0);
}

TEST(Replay, WantsASeederAndNoMoreComponentsThanRows) {
  const Data data = blobs(20, 2, 2);
  EXPECT_NE(message(ErrorCode::usage, [&] { replay(data.view, 2, Pipeline::parse("em")); }).find("seeder"),
            std::string::npos);
  EXPECT_NE(message(ErrorCode::usage, [&] { replay(data.view, 21, Pipeline::parse("ad/em")); }).find("1 to 20"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed
