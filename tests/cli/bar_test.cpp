#include "bar.h"

#include <gtest/gtest.h>

#include <cmath>

#include "progress.h"

namespace mixseed::cli {
namespace {

Progress progress(std::size_t runs) { return {20, 2, 3, "em", 140, 200, -12345.67891, 0.5, 65, 17, runs}; }

TEST(Bar, LeavesOutFactsThatDoNotFitWhole) {
  const std::vector<std::string> facts{"one", "a longer fact", "two"};
  EXPECT_EQ(bar_line(0.5, facts, 80), "[##########..........] one  a longer fact  two");
  EXPECT_EQ(bar_line(0.5, facts, 32), "[##########..........] one  two");
  EXPECT_EQ(bar_line(1, facts, 26), "[####################] one");
  EXPECT_EQ(bar_line(1, facts, 20), "one  a longer fact");
}

TEST(Bar, AtSixtyColumnsWholeFactsRemainOfAnyFit) {
  for (const std::size_t runs : {1, 33}) {
    const std::string line = bar_line(0.5, facts_of(progress(runs)), 59);
    EXPECT_LE(line.size(), 59U);
    EXPECT_EQ(line.substr(0, 22), "[##########..........]");
    EXPECT_NE(line.find("about 1:05 left"), std::string::npos) << line;
    EXPECT_NE(line.find("K=20"), std::string::npos) << line;
  }
}

TEST(Bar, SeveralRunsAreCountedInsteadOfTheRoundsOfOne) {
  EXPECT_EQ(facts_of(progress(33)).front(), "17 of 33 fits");
  EXPECT_EQ(facts_of(progress(1)).front(), "em 140/200");
}

TEST(Bar, ATimeThatIsNotKnownIsNotShown) {
  Progress unknown = progress(33);
  unknown.seconds_left = std::nan("");
  EXPECT_EQ(bar_line(0.5, facts_of(unknown), 200).find("left"), std::string::npos);
}

}  // namespace
}  // namespace mixseed::cli
