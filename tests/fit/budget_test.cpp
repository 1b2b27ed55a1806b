#include "fit/budget.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/text.h"
#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using testing::blobs;
using testing::message;

const Data& overlapping() {
  static const Data data = blobs(600, 3, 5, 1.5);
  return data;
}

Fit within(const Data& data, std::size_t K, const Budget& budget, FitOptions options = {}) {
  options.budget = budget;
  return fit(data.view, K, options);
}

TEST(Budget, ReadsPassesAndTimesWithTheirUnits) {
  for (const char* text : {"500 passes", "500p", "500 p", "5e2passes"}) {
    EXPECT_EQ(Budget::parse(text).passes, 500) << text;
    EXPECT_TRUE(std::isinf(Budget::parse(text).seconds)) << text;
  }
  EXPECT_EQ(Budget::parse("10s").seconds, 10);
  EXPECT_EQ(Budget::parse("1.5 min").seconds, 90);
  EXPECT_EQ(Budget::parse("2h").seconds, 7200);
  EXPECT_TRUE(std::isinf(Budget::parse("2h").passes));
}

TEST(Budget, RefusesWhatIsNoNumberWithAUnit) {
  for (const char* text : {"", "10", "s", "0s", "-3s", "10 seconds", "nan s", "inf s", "10s ", "10ss"}) {
    EXPECT_EQ(message(ErrorCode::usage, [&] { Budget::parse(text); }),
              "budget: expected a number above 0 and its unit, as in '10s', '2min', '1h' or '500 passes', got '" +
                  std::string(text) + "'");
  }
}

TEST(BudgetTracker, CountsRowsOfASampleByTheirShare) {
  BudgetTracker left({.passes = 2}, 100, {});
  left.count(100);
  left.count(50);
  EXPECT_EQ(left.passes(), 1.5);
  EXPECT_FALSE(left.is_over());
  left.count(50);
  EXPECT_TRUE(left.is_over());
  EXPECT_EQ(left.reason(), "passes");
}

TEST(BudgetTracker, AnswersTheSameUntilTheNextQuestion) {
  bool enough = false;
  BudgetTracker left({}, 10, [&] { return enough; });
  EXPECT_FALSE(left.is_over());
  enough = true;
  EXPECT_FALSE(left.is_over());
  left.count(1);
  EXPECT_TRUE(left.is_over());
  EXPECT_EQ(left.reason(), "asked");
  enough = false;
  left.count(1);
  EXPECT_TRUE(left.is_over());
  EXPECT_EQ(left.spent(), 0.1);
  EXPECT_EQ(left.passes(), 0.2);
}

TEST(Budget, IsOverEarlyWhenAFurtherStartHardlyFindsAnythingNew) {
  EXPECT_FALSE(is_found_often(4, 1, 4));
  EXPECT_TRUE(is_found_often(5, 1, 5));
  EXPECT_FALSE(is_found_often(8, 2, 4));
  EXPECT_TRUE(is_found_often(9, 2, 4));
  EXPECT_FALSE(is_found_often(9, 2, 2));
}

TEST(Budget, EndsEarlyWhereEveryStartFindsTheSame) {
  const Fit found = within(blobs(300, 2, 3, 12), 3, {.passes = 1e6});
  EXPECT_EQ(found.spent->ended, "found");
  EXPECT_EQ(found.spent->starts, 5U);
  EXPECT_GE(found.spent->kicks, 1U);
  EXPECT_EQ(found.spent->found, 5U);
  EXPECT_EQ(found.spent->optima, 1U);
  EXPECT_EQ(found.restarts.size(), found.spent->starts + found.spent->kicks);
}

TEST(Budget, OneComponentNeedsOneStart) {
  const Fit found = within(overlapping(), 1, {.passes = 1e6});
  EXPECT_EQ(found.spent->starts + found.spent->kicks, 1U);
}

TEST(Budget, InPassesGivesTheSameBitsOnAnyNumberOfThreads) {
  const Fit one = within(overlapping(), 6, {.passes = 8000}, {.threads = 1});
  EXPECT_GE(one.spent->kicks, 1U);
  EXPECT_EQ(one.spent->ended, "passes");
  for (const int threads : {2, 3, 7}) {
    const Fit other = within(overlapping(), 6, {.passes = 8000}, {.threads = threads});
    EXPECT_EQ(other.model, one.model) << threads;
    EXPECT_EQ(other.restarts.size(), one.restarts.size()) << threads;
    EXPECT_EQ(other.spent->passes, one.spent->passes) << threads;
  }
}

TEST(Budget, ThePassesOfOneInSecondsGiveTheSameFitAgain) {
  const Fit by_clock = within(overlapping(), 6, {.seconds = 0.2});
  EXPECT_EQ(by_clock.spent->ended, "seconds");
  const Fit again = within(overlapping(), 6, Budget::parse(number_text(by_clock.spent->passes) + " passes"));
  EXPECT_EQ(again.model, by_clock.model);
  EXPECT_EQ(again.spent->passes, by_clock.spent->passes);
  EXPECT_EQ(again.restarts.size(), by_clock.restarts.size());
}

TEST(Budget, BeginsWithTheFitThatThereIsWithoutOneAndDoesNotEndLower) {
  const Fit alone = fit(overlapping().view, 6);
  const Fit found = within(overlapping(), 6, {.passes = 5000});
  EXPECT_EQ(found.restarts.front().final_log_likelihood, alone.best_restart().final_log_likelihood);
  EXPECT_GE(found.best_restart().final_log_likelihood, alone.best_restart().final_log_likelihood);
  EXPECT_NEAR(score(found.model, overlapping().view), found.best_restart().final_log_likelihood, 1e-9);
  EXPECT_FALSE(found.restarts.front().perturbed);
  EXPECT_TRUE(found.restarts[1].perturbed);
}

TEST(Budget, HasAModelHoweverSmallItIs) {
  const Fit found = within(overlapping(), 6, {.passes = 1e-3});
  check(found.model);
  EXPECT_EQ(found.restarts.size(), 1U);
  EXPECT_FALSE(found.best_restart().converged);
}

TEST(Budget, HasAModelOfTheFamilyThatWasAskedForHoweverSmallItIs) {
  for (const FamilyInfo& family : covariance_families()) {
    const Pipeline method = Pipeline::parse("auto").with({.covariance = family.name});
    const FitOptions options{.budget = Budget{.passes = 1e-3}};
    EXPECT_EQ(family_name(fit(overlapping().view, 4, method, options).model), family.name);
  }
}

TEST(Budget, GivesTheBestSoFarWhenAskedToStop) {
  int asked = 0;
  const Fit found = within(overlapping(), 6, {.passes = 1e9}, {.enough = [&] { return ++asked > 2000; }});
  EXPECT_EQ(found.spent->ended, "asked");
  std::size_t others = 0;
  for (std::size_t r = 0; r < found.restarts.size(); ++r) {
    const Restart& other = found.restarts[r];
    if (r == found.best || other.collapsed > found.best_restart().collapsed) continue;  // not preferred, however likely
    EXPECT_LE(other.final_log_likelihood, found.best_restart().final_log_likelihood);
    ++others;
  }
  EXPECT_GT(others, 0U);
}

TEST(Budget, IsCancelledByTheObserver) {
  int told = 0;
  const FitOptions options{.observer = [&](const Progress&) { return ++told < 50; }};
  EXPECT_EQ(message(ErrorCode::cancelled, [&] { within(overlapping(), 6, {.passes = 1e9}, options); }), "cancelled");
  EXPECT_EQ(told, 50);
}

TEST(Budget, TellsTheBestAndHowOftenItWasFound) {
  double passes = 0, best = -HUGE_VAL, share = 0;
  std::size_t found = 0;
  const FitOptions options{.observer = [&](const Progress& progress) {
    EXPECT_GE(progress.passes, passes);
    EXPECT_GE(progress.share, share);
    passes = progress.passes, share = progress.share, found = progress.found;
    if (!std::isfinite(progress.best)) return true;
    EXPECT_GE(progress.best, best);
    best = progress.best;
    return true;
  }};
  const Fit result = within(blobs(300, 2, 3, 12), 3, {.passes = 1e6}, options);
  EXPECT_NEAR(best, result.best_restart().final_log_likelihood, kSameOptimum);
  EXPECT_EQ(found, 4U);  // as the fifth start began
}

TEST(Budget, RefusesRestartsRangesAndStarts) {
  const FitOptions options{.restarts = 3, .budget = Budget{.passes = 9}};
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(overlapping().view, 3, options); }),
            "budget: it decides how many starts there are, got restarts = 3");
  const FitOptions budget{.budget = Budget{.passes = 9}};
  EXPECT_EQ(message(ErrorCode::usage,
                    [&] { select(overlapping().view, 2, 4, Criterion::bic, Pipeline::parse("auto"), budget); }),
            "budget: expected one number of components and one covariance family, got 3 candidates");
  const State start = Centers{3, {0, 0, 0, 1, 1, 1}};
  EXPECT_EQ(message(ErrorCode::usage, [&] { fit(overlapping().view, start, Pipeline::parse("em"), budget); }),
            "budget: expected a method with a seeder, got a start");
}

TEST(Budget, WorksWithEveryFamilyWithWeightsAndInExtremeUnits) {
  const std::vector<double> weights(600, 0.5);
  std::vector<double> tiny;
  for (std::size_t i = 0; i < 1800; ++i) tiny.push_back(overlapping().view.doubles()[i] * 1e-100);
  for (const FamilyInfo& family : covariance_families()) {
    SCOPED_TRACE(std::string(family.name));
    const Pipeline method = Pipeline::parse("kmeans++/em").with({.covariance = family.name});
    const FitOptions budget{.budget = Budget{.passes = 400}};
    const Fit weighted = fit(overlapping().view.with_weights(weights), 4, method, budget);
    EXPECT_GE(weighted.spent->kicks, 1U);
    check(weighted.model);
    const Fit small = fit(DataView(std::span<const double>(tiny), 3), 4, method, budget);
    EXPECT_NEAR(score(small.model, DataView(std::span<const double>(tiny), 3)),
                small.best_restart().final_log_likelihood, 1e-6);
  }
}

}  // namespace
}  // namespace mixseed
