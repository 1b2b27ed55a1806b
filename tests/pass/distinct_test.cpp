#include "pass/distinct.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.h"
#include "mixseed/data.h"
#include "mixseed/team.h"
#include "pass/verbs.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kRows = 60000, kMost = DistinctValues::kMostValues;

// Continuous; just as many values as are kept; one more; few.
std::vector<Values> columns_of_all_kinds() {
  Rng rng(1);
  std::vector<Values> columns(4);
  for (std::size_t i = 0; i < kRows; ++i) {
    columns[0].push_back(rng.normal());
    columns[1].push_back(static_cast<double>(i % kMost));
    columns[2].push_back(static_cast<double>(i % (kMost + 1)));
    columns[3].push_back(static_cast<double>(rng.below(5)));
  }
  return columns;
}

TEST(SampleDistinct, OfManyWindowsIsThatOfTheWholeColumnOnAnyNumberOfThreads) {
  const std::vector<Values> columns = columns_of_all_kinds();
  Values rows, weights;
  for (std::size_t i = 0; i < kRows; ++i) {
    for (const Values& column : columns) rows.push_back(column[i]);
    weights.push_back(static_cast<double>(i % 3));
  }
  const Data data = Data::from(std::move(rows), kRows, columns.size()).weighted(weights);
  for (const int threads : {1, 5}) {
    const DistinctSample sample = Dataset(*team_of(data.view, threads)).ask(SampleDistinct{});
    ASSERT_EQ(sample.columns.size(), columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const DistinctValues expected = distinct_of(columns[j], weights);
      EXPECT_EQ(sample.columns[j].values, expected.values) << "column " << j;
      EXPECT_EQ(sample.columns[j].masses, expected.masses) << "column " << j;
      EXPECT_EQ(sample.columns[j].complete, j == 1 || j == 3) << "column " << j;
    }
  }
}

}  // namespace
}  // namespace mixseed
