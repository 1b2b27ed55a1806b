#include "fit/progress_estimator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"

namespace mixseed {
namespace {

Progress read(ProgressEstimator& estimator, double now) { return estimator.estimated({}, now); }

using namespace testing;

constexpr std::size_t kNumbers[] = {2, 3, 5}, kOne[] = {2};

TEST(ProgressEstimator, CountsSeedingByTheWorkThatItIs) {
  ProgressEstimator estimator(kNumbers, 2);
  EXPECT_EQ(read(estimator, 1).share, 0);
  estimator.seeded(0, 0, 2, 1);
  const double half = read(estimator, 1).share;
  estimator.seeded(1, 0, 0, 1);  // 2 of 10
  const double more = read(estimator, 2).share;
  EXPECT_NEAR((more - half) / half, 0.2, 1e-12);
  EXPECT_TRUE(std::isnan(read(estimator, 2).seconds_left)) << "the time of em is not yet known";
}

TEST(ProgressEstimator, CountsASearchForMostOfTheWork) {
  ProgressEstimator plain(kOne, 1), searching(kOne, 1, true);
  for (ProgressEstimator* estimator : {&plain, &searching}) estimator->seeded(0, 0, 0, 1);
  EXPECT_LT(read(plain, 1).share, 0.5);
  EXPECT_GT(read(searching, 1).share, 0.5);
}

TEST(ProgressEstimator, CountsEveryFamilyThatSharesASeed) {
  constexpr std::size_t kCells[] = {2, 3, 5, 2, 3, 5};
  ProgressEstimator estimator(kNumbers, 1);
  estimator.seeded(0, 0, 2, 1);
  estimator.refines(kCells);
  estimator.refining(0);
  for (std::size_t cell = 0; cell < 5; ++cell) estimator.ended(cell, 0);
  const Progress reading = read(estimator, 15);
  EXPECT_EQ(reading.runs, 6U);
  EXPECT_EQ(reading.ended, 5U);
  EXPECT_LT(reading.share, 1);
  EXPECT_NEAR(reading.seconds_left, 5, 1e-12) << "15 of 20 are done";
  estimator.ended(5, 0);
  EXPECT_EQ(read(estimator, 20).share, 1);
}

TEST(ProgressEstimator, CountsWhatIsTriedOnASampleForHalfOfTheRefining) {
  const std::size_t components[] = {2};
  ProgressEstimator estimator(components, 1);
  estimator.refining(0);
  const double seeded = read(estimator, 1).share;
  estimator.short_run(1);
  EXPECT_DOUBLE_EQ(read(estimator, 2).share, (1 + seeded) / 2);
  estimator.short_run(0.5);
  EXPECT_DOUBLE_EQ(read(estimator, 2).share, (1 + seeded) / 2) << "it never falls";
  estimator.short_run(1);
  estimator.ended(0, 0);
  EXPECT_DOUBLE_EQ(read(estimator, 3).share, 1);
}

TEST(ProgressEstimator, BeforeARunHasEndedTheTimeLeftIsABound) {
  ProgressEstimator estimator(kOne, 1);
  estimator.refining(10);
  estimator.em_round(0, 0, 5, 100);
  const Progress reading = read(estimator, 11);
  EXPECT_EQ(reading.ended, 0U);
  EXPECT_NEAR(reading.seconds_left, 19, 1e-9) << "95 rounds at a second for 5";
}

TEST(ProgressEstimator, RunsThatHaveEndedSayHowLongTheOthersTake) {
  ProgressEstimator estimator(kNumbers, 2);
  estimator.refining(100);
  estimator.em_round(0, 0, 20, 200);
  estimator.ended(0, 0);
  estimator.em_round(0, 1, 20, 200);
  estimator.ended(0, 1);
  Progress reading = read(estimator, 104);
  EXPECT_EQ(reading.ended, 2U);
  EXPECT_EQ(reading.runs, 6U);
  EXPECT_NEAR(reading.seconds_left, 16, 1e-9) << "4 of 20 took 4 seconds";
  estimator.em_round(1, 0, 10, 200);
  EXPECT_NEAR(read(estimator, 105.5).seconds_left, 5.5 * (20 - 5.5) / 5.5, 1e-9) << "a run takes 20 rounds, not 200";
}

TEST(ProgressEstimator, ARunThatTakesLongerThanUsualIsNotTakenForDone) {
  ProgressEstimator estimator(kOne, 2);
  estimator.refining(0);
  estimator.em_round(0, 0, 10, 200);
  estimator.ended(0, 0);
  estimator.em_round(0, 1, 150, 200);
  EXPECT_LT(read(estimator, 10).share, 1);
  EXPECT_GT(read(estimator, 10).seconds_left, 0);
  estimator.ended(0, 1);
  EXPECT_EQ(read(estimator, 11).share, 1);
  EXPECT_EQ(read(estimator, 11).seconds_left, 0);
}

TEST(Progress, TheShareNeverFallsAndTheRunsAreCounted) {
  const Data data = blobs(400, 2, 4);
  for (const char* text : {"auto", "ad/cem", "unif", "hac"}) {
    for (const int threads : {1, 3}) {
      double last = 0;
      std::size_t most_ended = 0, calls = 0;
      FitOptions options{.restarts = 3, .threads = threads};
      options.observer = [&](const Progress& progress) {
        EXPECT_GE(progress.share, last) << text;
        EXPECT_LE(progress.share, 1) << text;
        EXPECT_EQ(progress.runs, 12U);
        EXPECT_GE(progress.ended, most_ended);
        last = progress.share;
        most_ended = progress.ended;
        return ++calls > 0;
      };
      select(data.view, 2, 5, Criterion::bic, Pipeline::parse(text), options);
      EXPECT_GT(last, 0.8) << text;
      EXPECT_GE(most_ended, 12U - static_cast<std::size_t>(threads)) << text;
    }
  }
}

}  // namespace
}  // namespace mixseed
