#include "fit/checks.h"

#include <gtest/gtest.h>

#include "support/blobs.h"
#include "support/message.h"

namespace mixseed {
namespace {

using namespace testing;

TEST(Checks, AnUnfulfilledConditionGivesTheFilledMessage) {
  EXPECT_NO_THROW(require(true, ErrorCode::usage, "unused"));
  EXPECT_EQ(message(ErrorCode::input, [] { require(false, ErrorCode::input, "expected {}, got {}", 3, "x"); }),
            "expected 3, got x");
}

TEST(Checks, RestartsAndThreadsHaveLimits) {
  EXPECT_NO_THROW(check_options({.restarts = 1, .threads = 1024}));
  EXPECT_EQ(message(ErrorCode::usage, [] { check_options({.restarts = 0}); }), "restarts: expected at least 1, got 0");
  EXPECT_EQ(message(ErrorCode::usage, [] { check_options({.threads = -1}); }),
            "threads: expected 0 (all) to 1024, got -1");
  EXPECT_EQ(message(ErrorCode::usage, [] { check_options({.threads = 1025}); }),
            "threads: expected 0 (all) to 1024, got 1025");
  EXPECT_EQ(message(ErrorCode::usage, [] { check_options({.missing = MissingValues::marginal}); }),
            "missing=marginal: expected rows in memory, got a team");
}

TEST(Checks, AMethodWithoutASeederNeedsAStart) {
  EXPECT_NO_THROW(check_seeder(Pipeline::parse("uniform/em")));
  EXPECT_EQ(message(ErrorCode::usage, [] { check_seeder(Pipeline::parse("em:rounds=7")); }),
            "method 'em:rounds=7,tol=1e-05' has no seeder: expected one first, or a start");
}

TEST(Checks, ABudgetAllowsOneCandidateAndNoRestarts) {
  EXPECT_NO_THROW(check_budget({.restarts = 3}, 4)) << "there is no budget";
  EXPECT_NO_THROW(check_budget({.budget = Budget{.passes = 9}}, 1));
  EXPECT_THROW(check_budget({.restarts = 2, .budget = Budget{.passes = 9}}, 1), Error);
  EXPECT_THROW(check_budget({.budget = Budget{.passes = 9}}, 2), Error);
}

TEST(Checks, NumbersOfComponentsAscend) {
  const std::size_t ascending[] = {1, 2, 5}, repeated[] = {1, 2, 2}, falling[] = {3, 2};
  EXPECT_NO_THROW(check_ascending(ascending));
  EXPECT_EQ(message(ErrorCode::usage, [&] { check_ascending(repeated); }),
            "components: expected ascending numbers, got 2 before 2");
  EXPECT_EQ(message(ErrorCode::usage, [&] { check_ascending(falling); }),
            "components: expected ascending numbers, got 3 before 2");
  EXPECT_EQ(message(ErrorCode::usage, [] { check_ascending({}); }),
            "components: expected at least one number, got none");
}

TEST(Checks, ComponentsAreAtLeastOneAndAtMostTheObservations) {
  const Ready ready(blobs(6, 2, 2));
  EXPECT_NO_THROW(check_components(1, 6, ready.X));
  EXPECT_EQ(message(ErrorCode::usage, [&] { check_components(0, 3, ready.X); }),
            "components: expected at least 1, got 0");
  EXPECT_EQ(message(ErrorCode::usage, [&] { check_components(1, 7, ready.X); }),
            "components: expected at most one per row (6 rows), got 7");
  const Ready weighted(blobs(6, 2, 2).weighted(std::vector<double>(6, 2.0)));
  EXPECT_NO_THROW(check_components(1, 12, weighted.X)) << "a row of weight 2 is two rows";
  EXPECT_THROW(check_components(1, 13, weighted.X), Error);
}

TEST(Checks, AStartHasTheColumnsOfTheDataAndTheComponentsOfTheOthers) {
  const State start = Centers{2, {0, 0, 1, 1}};
  EXPECT_NO_THROW(check_start(start, 2, 2));
  EXPECT_EQ(message(ErrorCode::input, [&] { check_start(start, 3, 2); }), "the start has 2 columns, the data have 3");
  EXPECT_EQ(message(ErrorCode::input, [&] { check_start(start, 2, 3); }),
            "the starts have different numbers of components: 3 and 2");
  const State invalid = Mixture{Covariance::full, 1, {0.5, 0.2}, {0, 1}, {1, 1}};
  EXPECT_THROW(check_start(invalid, 1, 2), Error) << "weights do not sum to 1";
}

// No machine has the memory for covariance matrices of ten million columns.
TEST(Checks, MatricesThatCannotBeHeldAreRefusedWithARemedy) {
  const Pipeline full[] = {Pipeline::parse("em")}, diagonal[] = {Pipeline::parse("em:covariance=diagonal")};
  EXPECT_NO_THROW(check_memory(10, 100, full));
  const std::string refused = message(ErrorCode::failed, [&] { check_memory(10000000, 3, full); });
  EXPECT_NE(refused.find("3 covariance matrices of 10000000 columns"), std::string::npos) << refused;
  EXPECT_NE(refused.find("choose fewer columns"), std::string::npos) << refused;
  EXPECT_NE(message(ErrorCode::failed, [&] { check_memory(10000000, 3, diagonal); })
                .find("the covariance matrix of the data"),
            std::string::npos);
}

}  // namespace
}  // namespace mixseed
