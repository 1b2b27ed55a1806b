#include "refine/squarem.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mixseed/fit.h"
#include "refine/em_step.h"
#include "support/blobs.h"
#include "support/states.h"

namespace mixseed {
namespace {

using namespace testing;

// One component whose mean goes the same part of the way to 0 in every step.
struct Creeping {
  Creeping() : ready(blobs(100, 1, 1)), floor(ready.X.summary(), 1e-6) {}

  static Mixture at(double mean) { return {Covariance::full, 1, {1.0}, {mean}, {1.0}}; }
  Squarem squarem(int plain_rounds) const {
    return {family_of(Covariance::full), floor, ready.X.summary(), plain_rounds};
  }

  Ready ready;
  Floor floor;
};

TEST(Squarem, LeapsToTheLimitOfStepsThatShrinkByTheSameRatio) {
  const Creeping c;
  Squarem squarem = c.squarem(0);
  Mixture theta = c.at(1);
  theta = squarem.accelerate(theta, c.at(0.7));
  EXPECT_EQ(theta, c.at(0.7));
  EXPECT_FALSE(squarem.has_leapt());
  theta = squarem.accelerate(theta, c.at(0.49));
  EXPECT_TRUE(squarem.has_leapt());
  EXPECT_NEAR(theta.means[0], 0, 1e-12);
}

TEST(Squarem, SmoothsALeapByAStepOfEmAndMeasuresByTwo) {
  const Creeping c;
  Squarem squarem = c.squarem(0);
  std::vector<bool> leaps;
  Mixture theta = c.at(1);
  for (int step = 0; step < 9; ++step) {
    theta = squarem.accelerate(theta, c.at(0.9 * theta.means[0] + 0.001));
    leaps.push_back(squarem.has_leapt());
  }
  EXPECT_EQ(leaps, (std::vector<bool>{false, true, false, false, true, false, false, true, false}));
}

TEST(Squarem, BeginsAfterItsPlainRounds) {
  const Creeping c;
  Squarem squarem = c.squarem(5);
  Mixture theta = c.at(1);
  for (int step = 0; step < 6; ++step) {
    const Mixture next = c.at(0.7 * theta.means[0]);
    theta = squarem.accelerate(theta, next);
    EXPECT_EQ(theta, next);
  }
  squarem.accelerate(theta, c.at(0.7 * theta.means[0]));
  EXPECT_TRUE(squarem.has_leapt());
}

TEST(Squarem, GoesOnFromTheStepBeforeALeapThatWasTurnedDownAndLeapsLessFar) {
  const Creeping c;
  Squarem squarem = c.squarem(0);
  squarem.accelerate(c.at(1), c.at(0.99));
  const Mixture far = squarem.accelerate(c.at(0.99), c.at(0.99 * 0.99));
  Repairs repairs;
  const auto instead = squarem(c.at(0.99), repairs);
  ASSERT_TRUE(instead);
  EXPECT_EQ(*instead, c.at(0.99 * 0.99));
  EXPECT_FALSE(squarem.has_leapt());
  EXPECT_FALSE(squarem(c.at(0.99), repairs)) << "a plain step has no other";
  squarem.accelerate(c.at(1), c.at(0.99));
  const Mixture again = squarem.accelerate(c.at(0.99), c.at(0.99 * 0.99));
  EXPECT_GT(again.means[0], far.means[0]);
}

TEST(Squarem, DoesNotLeapWhereAWeightIsZeroOrTheFamilyChanges) {
  const Creeping c;
  Squarem squarem = c.squarem(0);
  const auto empty = [](double mean) { return Mixture{Covariance::full, 1, {1.0, 0.0}, {mean, 5}, {1.0, 1.0}}; };
  squarem.accelerate(empty(1), empty(0.7));
  EXPECT_EQ(squarem.accelerate(empty(0.7), empty(0.49)), empty(0.49));
  EXPECT_FALSE(squarem.has_leapt());
  squarem.accelerate(Mixture{Covariance::spherical, 1, {1.0}, {1.0}, {1.0}}, c.at(0.7));
  EXPECT_EQ(squarem.accelerate(c.at(0.7), c.at(0.49)), c.at(0.49));
}

TEST(Squarem, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Data data = blobs(5000, 3, 6, 1.5);
  for (const char* em : {"rounds=80,tol=0", "rounds=80,tol=0,prior=3", "rounds=80,tol=0,covariance=VEV"}) {
    const Pipeline method = Pipeline::parse("kmeans++/em:" + std::string(em));
    const Fit one = fit(data.view, 6, method, {.threads = 1});
    const Pipeline plain = method.with({.acceleration = "plain"});
    EXPECT_NE(fit(data.view, 6, plain, {.threads = 1}).model, one.model) << "it has leapt";
    for (const int threads : {2, 3, 7}) EXPECT_EQ(fit(data.view, 6, method, {.threads = threads}).model, one.model);
  }
}

}  // namespace
}  // namespace mixseed
