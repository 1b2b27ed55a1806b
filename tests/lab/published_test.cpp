#include "lab/published.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "lab/compared.h"
#include "lab/resources.h"
#include "lab/text.h"

namespace mixseed::lab {
namespace {

// Ten ranks add up to 55 for any data, so typing errors in the file show.
TEST(Published, EveryColumnHasTenMethodsWhoseRanksAddUp) {
  std::map<std::string, std::pair<int, double>> columns;
  bool is_header = true;
  for (const std::string_view line : split_all(*resource("published.csv"), '\n')) {
    if (std::exchange(is_header, false) || line.empty()) continue;
    const auto field = split_all(line, ',');
    ASSERT_EQ(field.size(), 7u);
    auto& [count, sum] = columns[std::string(field[0]) + std::string(field[1]) + std::string(field[2])];
    ++count;
    sum += number_in(field[4], "mean");
  }
  EXPECT_EQ(columns.size(), 40u);
  for (const auto& [name, column] : columns) {
    EXPECT_EQ(column.first, 10) << name;
    EXPECT_NEAR(column.second, 55, 0.06) << name;
  }
}

TEST(Published, KnowsTheMethodsByTheirLabels) {
  for (const Method& method : table_methods()) {
    EXPECT_TRUE(published(1, "separation=0.5", "initial", method.label)) << method.label;
    EXPECT_TRUE(published(6, "equal weights both", "final", method.label)) << method.label;
    EXPECT_TRUE(published(7, "noisy", "final", method.label)) << method.label;
  }
  EXPECT_DOUBLE_EQ(published(7, "noisy", "final", "KM++_km")->mean, 2.35);
  EXPECT_TRUE(published(7, "noisy", "final", "KM++_km")->marked);
  EXPECT_FALSE(published(3, "equal weights both", "initial", "G_km"));
}

}  // namespace
}  // namespace mixseed::lab
