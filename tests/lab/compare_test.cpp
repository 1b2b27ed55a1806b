#include "lab/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "lab/report.h"
#include "mixseed/fit.h"
#include "report/formats.h"
#include "support/message.h"

namespace mixseed::lab {
namespace {

const std::vector<Method> kUniform{{"uniform", "uniform"}};

TEST(Compare, RefusesWhatCannotBeComparedAndSaysWhat) {
  const Data data = Data::from(std::vector<double>{0, 1, 2, 7, 8, 9}, 6, 1);
  const auto message = [&](std::size_t components, const std::vector<Method>& methods, std::size_t seeds) {
    return testing::message(ErrorCode::usage, [&] { compare(data.view, components, methods, {.seeds = seeds}); });
  };
  EXPECT_EQ(message(2, kUniform, 0), "seeds: expected 1 to 1000000, got 0");
  EXPECT_EQ(message(2, kUniform, 1'000'001), "seeds: expected 1 to 1000000, got 1000001");
  EXPECT_EQ(message(2, {}, 1), "methods: expected at least one, got none");
  EXPECT_EQ(message(0, kUniform, 1), "components: expected at least 1, got 0");
  EXPECT_EQ(message(7, kUniform, 1), "components: expected at most one per row (6 rows), got 7");
}

TEST(Compare, SaysWhyEveryRunFailed) {
  const Data data = Data::from(std::vector<double>{0, 1, std::nan(""), 7, 8, 9}, 6, 1);
  EXPECT_EQ(testing::message(ErrorCode::failed, [&] { compare(data.view, 2, kUniform, {.seeds = 2}); }),
            "every run failed: row 3, column 1: expected a finite number, got nan");
}

TEST(Compare, TakesAsManyComponentsAsTheWeightsAreObservations) {
  const Data data = Data::from(std::vector<double>{0, 1, 5}, 3, 1).weighted({2, 2, 2});
  const Results results = compare(data.view, 4, kUniform, {.seeds = 1});
  EXPECT_EQ(results.data_sets.front().entries.front().outcomes.size(), 1U);
}

// 200 rows of a normal distribution, and six far away that lie nearly on a line: too few, and too narrow by chance.
Data rows_with_a_thin_group() {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(normal(random));
  for (int i = 0; i < 6; ++i) values.insert(values.end(), {20 + 0.3 * i, 20 + 0.01 * normal(random)});
  return Data::from(std::move(values), 206, 2);
}

TEST(Compare, CountsTheCollapsedComponentsThatTheFitReports) {
  const Data data = rows_with_a_thin_group();
  const std::string method = Pipeline::parse("gonzalez/em").text();
  const Fit fitted = fit(data.view, 2, method, {.seed = 1});
  ASSERT_EQ(fitted.best_restart().collapsed, 1U);
  const Results results = compare(data.view, 2, {{"gonzalez", method}}, {.seeds = 1});
  EXPECT_EQ(results.data_sets.front().entries.front().outcomes.front().final_degenerate, 1U);
}

TEST(Compare, KeepsThePapersMeasureUnderThePapersRules) {
  const Data data = rows_with_a_thin_group();
  const Results results = compare(data.view, 2, {{"gonzalez", "gonzalez/em"}}, {.seeds = 1, .rules = RuleSet::paper});
  EXPECT_EQ(results.data_sets.front().entries.front().outcomes.front().final_degenerate, 0U);
}

TEST(Compare, NamesWhatHelpsAgainstCollapsedComponentsAndNotRestarts) {
  const Data data = rows_with_a_thin_group();
  const std::vector<Method> methods{{"gonzalez", "gonzalez/em"}};
  const Results results = compare(data.view, 2, methods, {.seeds = 6});
  const Comparison comparison{"rows", 2, 6, method_summaries(results.data_sets.front(), methods)};
  const std::string text = report::as_text(compare_report(comparison));
  for (const char* remedy : {"Fewer components", "tied or diagonal", "prior", "resolution", "leaving out columns"}) {
    EXPECT_NE(text.find(remedy), std::string::npos) << remedy;
  }
  EXPECT_EQ(text.find("restart"), std::string::npos);
}

}  // namespace
}  // namespace mixseed::lab
