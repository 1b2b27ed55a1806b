#include "lab/tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lab/comparison.h"
#include "lab/report.h"
#include "report/formats.h"

namespace mixseed::lab {
namespace {

// Runs of the ten methods on the data sets of Table 1, column separation=0.5. Method m has the final likelihood -m in
// every data set, so that it ranks m + 1.
std::vector<StoredRun> steady_runs(std::size_t data_sets, std::uint64_t seeds) {
  std::vector<StoredRun> runs;
  for (std::uint64_t set = 1; set <= data_sets; ++set) {
    GeneratorOptions options{.separation = 0.5, .weight_skew = 0.1, .seed = set};
    const std::string key = DataSet{20, options, {}}.key();
    for (std::size_t m = 0; m < 10; ++m) {
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        StoredRun run{{key, table_methods()[m].pipeline, seed, RuleSet::paper, "1"}, table_methods()[m].label, {}};
        run.outcome.final = -static_cast<double>(m) + 0.1 * static_cast<double>(seed);
        run.outcome.initial = static_cast<double>(m);
        run.outcome.final_fresh = run.outcome.final - 2;
        run.outcome.final_degenerate = m;
        run.outcome.rand_index = 0.05 * static_cast<double>(m) + 0.1 * static_cast<double>(seed);
        runs.push_back(run);
      }
    }
  }
  return runs;
}

const Table& table_numbered(const std::vector<Table>& tables, int number) {
  for (const Table& table : tables) {
    if (table.number == number) return table;
  }
  throw std::runtime_error("no such table");
}

TEST(Tables, RanksAreMeansOverDataSetsOfRanksOfMeansOverSeeds) {
  const auto tables = make_tables(results_of(steady_runs(3, 2)), RuleSet::paper);
  const Table& table = table_numbered(tables, 1);
  ASSERT_EQ(table.columns.size(), 2u);
  const Column &initial = table.columns[0], &final = table.columns[1];
  EXPECT_EQ(initial.name, "separation=0.5");
  EXPECT_EQ(initial.kind, "initial");
  EXPECT_EQ(final.kind, "final");
  EXPECT_EQ(final.data_sets, 3u);
  for (std::size_t m = 0; m < 10; ++m) {
    EXPECT_EQ(table.methods[m], table_methods()[m].label);
    EXPECT_DOUBLE_EQ(final.cells[m].rank.mean, static_cast<double>(m) + 1);
    EXPECT_DOUBLE_EQ(initial.cells[m].rank.mean, 10 - static_cast<double>(m));
    EXPECT_DOUBLE_EQ(final.cells[m].degenerate, static_cast<double>(m));
    EXPECT_NEAR(final.cells[m].fresh_loss, 2, 1e-12);
    EXPECT_NEAR(final.cells[m].rand_index.value(), 0.05 * static_cast<double>(m) + 0.15, 1e-12);
    EXPECT_FALSE(initial.cells[m].rand_index);
  }
  EXPECT_NEAR(final.friedman.statistic, 27, 1e-9);
  EXPECT_DOUBLE_EQ(final.wins[0][9], 1);
}

TEST(Tables, AgreementIsThatOfTheColumnWithThePublishedOne) {
  const auto tables = make_tables(results_of(steady_runs(1, 1)), RuleSet::paper);
  const Column& column = table_numbered(tables, 1).columns[1];
  std::vector<double> ours, theirs;
  double difference = 0;
  for (std::size_t m = 0; m < 10; ++m) {
    ours.push_back(static_cast<double>(m) + 1);
    theirs.push_back(published(1, "separation=0.5", "final", table_methods()[m].label)->mean);
    difference += std::abs(ours[m] - theirs[m]) / 10;
  }
  ASSERT_TRUE(column.agreement);
  EXPECT_DOUBLE_EQ(column.agreement->spearman, spearman(ours, theirs));
  EXPECT_NEAR(column.agreement->mean_abs_diff, difference, 1e-12);
  EXPECT_FALSE(column.agreement->best_two_agree);  // published: SG(s=1) and SG(s=1)_cem
  EXPECT_DOUBLE_EQ(*median_spearman(tables, RuleSet::paper, "final"),
                   *median_spearman({table_numbered(tables, 1), table_numbered(tables, 3)}, RuleSet::paper, "final"));
}

TEST(Tables, ADataSetWithAMissingRunIsLeftOutAndCounted) {
  auto runs = steady_runs(3, 2);
  runs.erase(runs.begin() + 5);
  const auto tables = make_tables(results_of(runs), RuleSet::paper);
  EXPECT_EQ(table_numbered(tables, 1).columns[1].data_sets, 2u);
  EXPECT_EQ(table_numbered(tables, 1).incomplete, 1u);
}

TEST(Tables, AFailedRunRanksLast) {
  auto runs = steady_runs(1, 1);
  runs[0].outcome.error = "failed";
  const auto tables = make_tables(results_of(runs), RuleSet::paper);
  EXPECT_DOUBLE_EQ(table_numbered(tables, 1).columns[1].cells[0].rank.mean, 10);
}

TEST(Tables, FiveThousandRowsHaveTablesOfTheirOwnWithoutPublishedNumbers) {
  auto runs = steady_runs(1, 1);
  for (StoredRun& run : runs) run.key.data.replace(run.key.data.find("1000"), 4, "5000");
  const auto tables = make_tables(results_of(runs), RuleSet::paper);
  EXPECT_EQ(tables.front().rows, 5000u);
  EXPECT_FALSE(tables.front().columns.front().agreement);
}

TEST(Tables, ExtendedRankingsHaveEveryMethod) {
  auto runs = steady_runs(1, 1);
  StoredRun more = runs.front();
  more.key.pipeline = further_methods().front().pipeline;
  more.label = further_methods().front().label;
  runs.push_back(more);
  const auto tables = make_tables(results_of(runs), RuleSet::paper);
  EXPECT_EQ(table_numbered(tables, 1).methods.size(), 10u);
  EXPECT_EQ(tables.back().methods.size(), 11u);
  EXPECT_EQ(tables.back().methods.back(), "HAC(s=1/10)");
}

TEST(TablesReport, EveryFormatHoldsEveryMethod) {
  const report::Section report = tables_report({{RuleSet::paper, results_of(steady_runs(1, 1))}});
  for (const report::Format& format : report::formats()) {
    const std::string name = format.name == "latex" ? "Ad(alpha=1)\\_cem" : "Ad(alpha=1)_cem";
    EXPECT_NE(format.write(report).find(name), std::string::npos) << format.name;
  }
}

TEST(TimesReport, EverySizeHasATableAndOnlyTheOneOfTable8HasPublishedTimes) {
  auto runs = steady_runs(1, 1);
  for (StoredRun run : steady_runs(1, 1)) {
    run.key.data.replace(run.key.data.find("1000"), 4, "5000");
    runs.push_back(run);
  }
  const std::string text = report::as_text(times_report({{RuleSet::paper, results_of(runs)}, {RuleSet::standard, {}}}));
  EXPECT_NE(text.find("Table 8: seconds per fit, 1000 rows, D = 10; rules paper\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Seconds per fit, 5000 rows, D = 10; rules paper\n"), std::string::npos) << text;
  EXPECT_NE(text.find("No runs under rules default.\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("published"), text.rfind("published"));
}

DataSetResult three_methods(std::vector<Method>& methods) {
  methods = {{"good", "g"}, {"bad", "b"}, {"collapsing", "c"}};
  DataSetResult result{DataSet{2, {}, FileSource{.name = "f"}}, std::vector<Entry>(3)};
  const double finals[3][4] = {{-1, -1, -1.00005, -2}, {-3, -1, -3, -3}, {5, 5, 5, -1}};
  for (std::size_t m = 0; m < 3; ++m) {
    for (std::size_t i = 0; i < 4; ++i) {
      Outcome outcome;
      outcome.final = finals[m][i];
      outcome.final_degenerate = finals[m][i] > 0 ? 1 : 0;
      result.entries[m].seeds.push_back(i + 1);
      result.entries[m].outcomes.push_back(outcome);
    }
  }
  return result;
}

TEST(Comparison, SharesAreOfTheBestOptimumWithoutDegenerateComponents) {
  std::vector<Method> methods;
  const DataSetResult result = three_methods(methods);
  const auto all = method_summaries(result, methods);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].label, "good");
  EXPECT_DOUBLE_EQ(all[0].share_at_best, 0.75);
  EXPECT_DOUBLE_EQ(all[1].share_at_best, 0.25);
  EXPECT_DOUBLE_EQ(all[2].share_at_best, 0.25);
}

TEST(Comparison, AMethodThatMostlyCollapsesComesLastHoweverHighItEnds) {
  std::vector<Method> methods;
  const auto all = method_summaries(three_methods(methods), methods);
  EXPECT_EQ(all[2].label, "collapsing");
  EXPECT_DOUBLE_EQ(all[2].share_degenerate, 0.75);
  EXPECT_DOUBLE_EQ(all[2].final.mean, 3.5);
  EXPECT_DOUBLE_EQ(all[2].sound, -1);
}

TEST(Comparison, RunsWithDegenerateComponentsDoNotRaiseAMethod) {
  std::vector<Method> methods;
  DataSetResult result = three_methods(methods);
  for (std::size_t i : {0, 1}) {  // so that half of its runs are sound
    result.entries[2].outcomes[i].final = -3;
    result.entries[2].outcomes[i].final_degenerate = 0;
  }
  result.entries[2].outcomes[2].final = 50;
  const auto all = method_summaries(result, methods);
  EXPECT_EQ(all[0].label, "good");
  EXPECT_EQ(all[1].label, "collapsing");
  EXPECT_GT(all[1].final.mean, all[0].final.mean);
  EXPECT_NEAR(all[1].behind, -1.2500125 + 7.0 / 3, 1e-12);
}

TEST(Comparison, AMethodThatAlwaysFailsIsLast) {
  std::vector<Method> methods;
  DataSetResult result = three_methods(methods);
  for (Outcome& outcome : result.entries[0].outcomes) outcome.error = "no";
  const auto all = method_summaries(result, methods);
  EXPECT_EQ(all.back().label, "good");
  EXPECT_EQ(all.back().failed, 4u);
}

Comparison comparison_of(std::size_t seeds) {
  std::vector<Method> methods;
  const DataSetResult result = three_methods(methods);
  return {"rows.csv", 3, seeds, method_summaries(result, methods)};
}

TEST(CompareReport, SpeaksOfOneRestartWhenOneIsEnough) {
  Comparison comparison = comparison_of(5);
  comparison.summaries[1].share_at_best = 0.96;
  const std::string one = report::as_text(compare_report(comparison));
  EXPECT_NE(one.find("so 1 restart finds it"), std::string::npos) << one;
  comparison.summaries[1].share_at_best = 0.8;
  EXPECT_NE(report::as_text(compare_report(comparison)).find("so 2 restarts find it"), std::string::npos);
  comparison.summaries[1].share_at_best = 1;
  EXPECT_NE(report::as_text(compare_report(comparison)).find("bad (--method b) reaches it in every run."),
            std::string::npos);
}

TEST(CompareReport, SaysWhyAMethodIsRecommendedThatNeverReachesTheBest) {
  Comparison comparison = comparison_of(5);
  comparison.summaries[0].share_at_best = 0;
  const std::string text = report::as_text(compare_report(comparison));
  EXPECT_NE(text.find("Use good (--method g): its mean is the highest, but none of its runs reaches the best"),
            std::string::npos)
      << text;
}

TEST(CompareReport, AFewSeedsAreNoGroundForAdvice) {
  const std::string one = report::as_text(compare_report(comparison_of(1)));
  EXPECT_NE(one.find("rows.csv, K = 3, 1 seed; "), std::string::npos) << one;
  EXPECT_NE(one.find("good (--method g) did best, but 1 run of each method is too few for advice"), std::string::npos);
  EXPECT_EQ(one.find("Use "), std::string::npos);
  EXPECT_EQ(one.find("standard errors"), std::string::npos);
  EXPECT_NE(report::as_text(compare_report(comparison_of(4))).find("4 runs of each method are too few"),
            std::string::npos);
  EXPECT_NE(report::as_text(compare_report(comparison_of(5))).find("Use good (--method g): 75 % of its runs"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed::lab
