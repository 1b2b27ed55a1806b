#include "lab/compare.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace mixseed::lab
