#include "braille.h"

#include <gtest/gtest.h>

namespace mixseed::cli {
namespace {

TEST(Braille, PutsADotWhereItIsAsked) {
  Braille picture(1, 2);
  EXPECT_EQ(picture.width(), 2);
  EXPECT_EQ(picture.height(), 8);
  picture.dot(0, 0, 0);    // lower left
  picture.dot(1.9, 7, 1);  // upper right
  EXPECT_EQ(picture.lines(), (std::vector<std::string>{"\x1b[38;5;166m⠈\x1b[0m", "\x1b[38;5;32m⡀\x1b[0m"}));
}

TEST(Braille, LeavesOutWhatIsOutside) {
  Braille picture(2, 1);
  for (const double far : {-0.1, 4.0, 1e300, -1e300}) {
    picture.dot(far, 1, 0);
    picture.dot(1, far, 0);
    picture.write(far, 1, "x", 0);
  }
  EXPECT_EQ(picture.lines(), std::vector<std::string>{"  "});
}

TEST(Braille, ShowsTheColourOfTheHighestRank) {
  Braille picture(1, 1);
  picture.dot(0, 0, 3, 1);
  picture.dot(1, 0, 0, 0);
  EXPECT_EQ(picture.lines(), std::vector<std::string>{"\x1b[38;5;175m⣀\x1b[0m"});
}

TEST(Braille, WritesTextOverDotsAndCutsItAtTheEdge) {
  Braille picture(2, 1);
  picture.dot(2, 0, 0);
  picture.write(2, 0, "12", 0);
  EXPECT_EQ(picture.lines(), std::vector<std::string>{" \x1b[38;5;32m1\x1b[0m"});
}

TEST(Sparkline, RisesFromTheSmallestToTheLargest) {
  EXPECT_EQ(sparkline({0, 1, 2, 3, 4, 5, 6, 7}, 8), "▁▂▃▄▅▆▇█");
  EXPECT_EQ(sparkline({0, 1, 2, 3, 4, 5, 6, 7}, 2), "▁█");
  EXPECT_EQ(sparkline({5, 5}, 9), "██");
  EXPECT_EQ(sparkline({}, 9), "");
  EXPECT_EQ(sparkline({1, 2}, 0), "");
}

}  // namespace
}  // namespace mixseed::cli
