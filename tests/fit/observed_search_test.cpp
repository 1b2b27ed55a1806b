#include "fit/observed_search.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"
#include "support/gaps.h"
#include "support/message.h"

namespace mixseed {
namespace {

using namespace testing;

const Data& gaps() {
  static const Data data = with_gaps(blobs(300, 2, 3, 5), 0.2);
  return data;
}

const Mixture kGood{Covariance::full, 2, {0.3, 0.4, 0.3}, {0, 0, 5, 2.5, 10, 5}, {1, 0, 0, 2, 1, 0, 0, 2, 1, 0, 0, 2}};
const Mixture kBad{Covariance::full, 2, {0.3, 0.4, 0.3}, {0, 0, 0.5, 0, 7, 4}, {1, 0, 0, 2, 1, 0, 0, 2, 9, 0, 0, 9}};

TEST(ObservedSearch, TheBestOfSeveralStartsGoesOn) {
  const FitOptions options{.threads = 1};
  const ObservedData data(gaps().view, options);
  const Pipeline pipeline = Pipeline::parse("em");
  ObservedContext context(data, pipeline, options);
  const Task task{3, pipeline};
  Pool pool(1);
  const ObservedRestart restart(context, task, 0, pool);
  const double good = restart.run_to_the_end(kGood).restart.final_log_likelihood;
  ASSERT_LT(restart.run_to_the_end(kBad).restart.final_log_likelihood, good - 0.01) << "the start is not a bad one";
  EXPECT_NEAR(restart.best_end({kBad, kGood}).restart.final_log_likelihood, good, 1e-3);
}

TEST(ObservedSearch, WithoutAChosenMethodItRunsTheGivenStartAlone) {
  const FitOptions options{.threads = 1};
  const ObservedData data(gaps().view, options);
  const Pipeline pipeline = Pipeline::parse("em");
  ObservedContext context(data, pipeline, options);
  const Task task{3, pipeline};
  Pool pool(1);
  const ObservedRestart restart(context, task, 0, pool);
  EXPECT_EQ(restart.best_end({kBad}).model, restart.run_to_the_end(kBad).model);
}

TEST(ObservedSearch, AutoSearchesFromFurtherStarts) {
  const FitOptions options{.threads = 1};
  const ObservedData data(gaps().view, options);
  const Pipeline pipeline = Pipeline::parse("auto");
  ObservedContext context(data, pipeline, options);
  const Task task{3, Pipeline::parse("em")};
  Pool pool(1);
  const ObservedRestart restart(context, task, 0, pool);
  const double good = restart.run_to_the_end(kGood).restart.final_log_likelihood;
  EXPECT_NEAR(restart.best_end({kBad}).restart.final_log_likelihood, good, 1e-3);
}

TEST(ObservedSearch, ProgressIsTheShareOfThePartsThatHaveEnded) {
  std::vector<Progress> told;
  const FitOptions options{.restarts = 2, .observer = [&](const Progress& progress) {
                             told.push_back(progress);
                             return told.size() < 3;
                           }};
  const ObservedData data(gaps().view, options);
  const Pipeline pipeline = Pipeline::parse("em");
  ObservedContext context(data, pipeline, options);
  context.set_totals(4, 2);
  EXPECT_TRUE(context.report({}));
  context.part_ended();
  context.run_ended();
  EXPECT_TRUE(context.report({}));
  EXPECT_FALSE(context.report({})) << "the observer cancels";
  EXPECT_EQ(told[0].share, 0);
  EXPECT_TRUE(std::isnan(told[0].seconds_left));
  EXPECT_EQ(told[1].share, 0.5);
  EXPECT_EQ(told[1].ended, 1U);
  EXPECT_EQ(told[1].runs, 2U);
}

TEST(ObservedSearch, RefusesNoiseAndTheRulesOfThePaper) {
  const FitOptions options{.threads = 1};
  const ObservedData data(gaps().view, options);
  for (const char* method : {"em:noise=0.1", "em:rules=paper"}) {
    const Pipeline pipeline = Pipeline::parse(method);
    EXPECT_EQ(message(ErrorCode::usage, [&] { ObservedContext(data, pipeline, options); }).find("missing values: "),
              0U);
  }
}

}  // namespace
}  // namespace mixseed
