#include "base/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"

namespace mixseed {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Text, NumbersAreAsShortAsTheyCanBe) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(1), "1");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(-2.5), "-2.5");
  EXPECT_EQ(number_text(1e-6), "1e-06");
  EXPECT_EQ(number_text(1e300), "1e+300");
}

TEST(Text, NumbersReadBackAsTheSameDouble) {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng.below(2000)) - 1000);
    ASSERT_EQ(std::stod(number_text(value)), value);
  }
  const double longest = -std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(std::strtod(number_text(longest).c_str(), nullptr), longest);
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(std::stod(number_text(largest)), largest);
}

TEST(Text, JoinPutsTheSeparatorBetween) {
  EXPECT_EQ(join({}, ", "), "");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({"a", "b", "c"}, ", "), "a, b, c");
}

TEST(Text, SplitKeepsEmptyParts) {
  EXPECT_EQ(split("", ','), (Parts{""}));
  EXPECT_EQ(split("a", ','), (Parts{"a"}));
  EXPECT_EQ(split("a,b", ','), (Parts{"a", "b"}));
  EXPECT_EQ(split(",a,,b,", ','), (Parts{"", "a", "", "b", ""}));
}

TEST(Text, JoinUndoesSplit) {
  for (const std::string_view text : {"", "a", "a,b", "a,,b", "a,", ",a", ",,"}) {
    EXPECT_EQ(join(split(text, ','), ","), text);
  }
}

}  // namespace
}  // namespace mixseed
