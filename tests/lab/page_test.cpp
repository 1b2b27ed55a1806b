#include "lab/page.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/json.h"
#include "report/formats.h"

namespace mixseed::lab {
namespace {

std::vector<RunsOfRule> runs_on(std::size_t data_sets) {
  std::vector<StoredRun> runs;
  for (std::uint64_t set = 1; set <= data_sets; ++set) {
    const std::string key = DataSet{2, GeneratorOptions{.rows = 20, .dim = 3, .components = 2, .seed = set}, {}}.key();
    for (const char* method : {"adaptive/em", "uniform/em"}) {
      StoredRun run;
      run.key = {key, method, 1, RuleSet::standard, "1"};
      run.label = method;
      runs.push_back(run);
    }
  }
  return {{RuleSet::standard, results_of(runs)}};
}

// A list of the payload.
Json::Array list_of(std::string_view key, std::size_t data_sets) {
  const std::string payload = report::as_json(experiment_payload("runs.db", runs_on(data_sets), "."));
  return parse_json(payload, "payload", "one").find(key)->array();
}

TEST(LabPage, ShowsEveryDataSetAndTheRunsOfFourHundredOfThem) {
  EXPECT_EQ(list_of("detailed", 7).size(), 7);
  EXPECT_EQ(list_of("sets", 1001).size(), 1001);
  EXPECT_EQ(list_of("pictures", 1001).size(), 400);
  const Json::Array detailed = list_of("detailed", 1001);
  EXPECT_EQ(detailed.size(), 400);
  double before = -1;
  for (const Json& one : detailed) {
    const double place = one.number();
    EXPECT_GT(place, before);
    EXPECT_LE(place - before, 4) << "evenly spaced";
    before = place;
  }
}

TEST(LabPage, HasNoExperimentWithoutRuns) { EXPECT_TRUE(list_of("experiments", 0).empty()); }

TEST(Projection, OfTwoColumnsIsTheColumns) {
  const std::vector<double> rows{1, 2, 3, 5, 8, 13};
  const Projection shown = projection_of({rows.data(), 3, 2}, {0, 1, kNoiseLabel}, {"a"});
  EXPECT_EQ(shown.x, (std::vector<float>{1, 3, 8}));
  EXPECT_EQ(shown.y, (std::vector<float>{2, 5, 13}));
  EXPECT_EQ(shown.labels, (std::vector<std::uint16_t>{0, 1, kUnlabelled}));
  EXPECT_EQ(shown.x_label, "a");
  EXPECT_EQ(shown.y_label, "column 2");
}

TEST(Projection, OfMoreColumnsIsOrthogonal) {
  constexpr std::size_t kDim = 7;
  std::vector<double> unit(kDim * kDim, 0.0);
  for (std::size_t j = 0; j < kDim; ++j) unit[j * kDim + j] = 1;
  const Projection shown = projection_of({unit.data(), kDim, kDim}, {}, {});
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t j = 0; j < kDim; ++j) {
    xx += double{shown.x[j]} * shown.x[j];
    xy += double{shown.x[j]} * shown.y[j];
    yy += double{shown.y[j]} * shown.y[j];
  }
  EXPECT_NEAR(xx, 1, 1e-6);
  EXPECT_NEAR(yy, 1, 1e-6);
  EXPECT_NEAR(xy, 0, 1e-6);
}

TEST(Projection, TakesAnEvenSampleOfManyRows) {
  std::vector<double> rows(3 * kMostProjected);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<double>(i);
  const Projection shown = projection_of({rows.data(), rows.size(), 1}, {}, {});
  EXPECT_EQ(shown.all, rows.size());
  ASSERT_EQ(shown.x.size(), kMostProjected);
  EXPECT_EQ(shown.x[2], 6);
  EXPECT_EQ(shown.y[2], 7);
}

TEST(Projection, OfAFileThatIsNotThereIsNothing) {
  EXPECT_FALSE(projection_of(DataSet::parse("file:components=3,digest=0,name=covertype"), "/nowhere"));
  EXPECT_FALSE(projection_of(DataSet::parse("file:components=3,digest=0,name=mine"), "."));
}

}  // namespace
}  // namespace mixseed::lab
