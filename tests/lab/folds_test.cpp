#include "lab/folds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/blobs.h"
#include "support/message.h"

namespace mixseed::lab {
namespace {

const std::vector<Method> kTwo{{"full", "gonzalez/kmeans/em"}, {"start", "uniform/em:rounds=0"}};

TEST(Folds, JudgeByRowsThatWereNotFitted) {
  // Six rows far apart, two folds: a model of three rows is judged by the other three.
  const Data data = Data::from(std::vector<double>{0, 1, 2, 3, 4, 1000}, 6, 1);
  const auto found = compare_by_folds(data.view, 1, {{"one", "uniform"}}, 2, {.seeds = 1}).front();
  const double fitted = fit(data.view, 1, "uniform").best_restart().final_log_likelihood;
  EXPECT_LT(found.test, fitted - 1);
  EXPECT_GT(found.train, found.test + 1);
  EXPECT_GT(found.test_error, 0);
  EXPECT_EQ(found.behind, 0);
  EXPECT_EQ(found.behind_error, 0);
}

TEST(Folds, PutTheMethodFirstThatIsBestOnTestRowsAndPairDifferencesByFold) {
  const Data data = testing::blobs(300, 2, 3, 9);
  const auto all = compare_by_folds(data.view, 3, kTwo, 5, {.seeds = 2});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].label, "full");
  EXPECT_NEAR(all[1].behind, all[0].test - all[1].test, 1e-12);
  EXPECT_GT(all[1].behind, 0);
}

TEST(Folds, CountARowAsOftenAsItsWeightSays) {
  const Data data = Data::from(std::vector<double>{0, 1, 2, 7, 8, 30}, 6, 1);
  const auto test = [](const Data& rows) {
    return compare_by_folds(rows.view, 1, {{"one", "uniform"}}, 3, {.seeds = 1}).front().test;
  };
  EXPECT_NEAR(test(data.weighted({2, 2, 2, 2, 2, 2})), test(data), 1e-12);
  EXPECT_GT(std::abs(test(data.weighted({1, 1, 1, 1, 1, 9})) - test(data)), 1e-3);
}

TEST(Folds, GiveTheSameNumbersForAnyNumberOfJobs) {
  const Data data = testing::blobs(200, 2, 3);
  const auto one = compare_by_folds(data.view, 3, kTwo, 4, {.seeds = 2, .jobs = 1});
  const auto three = compare_by_folds(data.view, 3, kTwo, 4, {.seeds = 2, .jobs = 3});
  for (std::size_t m = 0; m < 2; ++m) {
    EXPECT_EQ(one[m].test, three[m].test);
    EXPECT_EQ(one[m].behind_error, three[m].behind_error);
  }
}

TEST(Folds, RefuseWhatCannotBeParted) {
  const Data data = Data::from(std::vector<double>{0, 1, 2, 7, 8, 9}, 6, 1);
  const auto message = [&](std::size_t components, std::size_t folds) {
    return testing::message(ErrorCode::usage,
                            [&] { compare_by_folds(data.view, components, kTwo, folds, {.seeds = 1}); });
  };
  EXPECT_EQ(message(2, 1), "folds: expected 2 to 6, got 1");
  EXPECT_EQ(message(2, 7), "folds: expected 2 to 6, got 7");
  EXPECT_EQ(message(4, 2), "components: with 2 folds of 6 rows expected at most 3, got 4");
  EXPECT_EQ(message(0, 2), "components: expected at least 1, got 0");
}

}  // namespace
}  // namespace mixseed::lab
