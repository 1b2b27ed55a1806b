#include "base/portable.h"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "base/text.h"

namespace mixseed {
namespace {

struct Reading {
  std::ptrdiff_t length;
  std::errc error;
  double value;
};

Reading by_strtod(const std::string& text) {
  double value = 0;
  const auto [end, error] = read_double_by_strtod(text.data(), text.data() + text.size(), value);
  return {end - text.data(), error, value};
}

TEST(JoiningThread, IsJoinedWhenItIsDestroyed) {
  std::atomic<int> done = 0;
  {
    std::vector<JoiningThread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([&] { ++done; });
  }
  EXPECT_EQ(done, 4);
}

TEST(ReadDouble, TakesTheLongestPrefixThatIsANumber) {
  const struct {
    const char* text;
    std::ptrdiff_t length;
    double value;
  } cases[] = {{"1.5", 3, 1.5}, {"-.5x", 3, -.5}, {"2e3", 3, 2000}, {"2e", 1, 2},   {"2e+", 1, 2},   {"7.e1,", 4, 70},
               {"0x10", 1, 0},  {"1 2", 1, 1},    {"12abc", 2, 12}, {"1..2", 2, 1}, {"3E-2", 4, .03}};
  for (const auto& expected : cases) {
    double value = 0;
    const std::string text = expected.text;
    const auto [end, error] = read_double(text.data(), text.data() + text.size(), value);
    EXPECT_EQ(end - text.data(), expected.length) << text;
    EXPECT_EQ(value, expected.value) << text;
    EXPECT_EQ(error, std::errc()) << text;
    EXPECT_EQ(by_strtod(text).length, expected.length) << text;
    EXPECT_EQ(by_strtod(text).value, expected.value) << text;
  }
}

TEST(ReadDouble, RefusesTextThatIsNoNumber) {
  for (const std::string text : {"", "-", "+1", " 1", ".", "e5", "x", "--1", "in", "na"}) {
    double value = 3;
    EXPECT_EQ(read_double(text.data(), text.data() + text.size(), value).ec, std::errc::invalid_argument) << text;
    EXPECT_EQ(by_strtod(text).error, std::errc::invalid_argument) << text;
    EXPECT_EQ(value, 3) << text;
  }
}

TEST(ReadDouble, ReadsInfinityAndNan) {
  EXPECT_EQ(by_strtod("inf").value, std::numeric_limits<double>::infinity());
  EXPECT_EQ(by_strtod("-Infinity").length, 9);
  EXPECT_TRUE(std::isnan(by_strtod("nan").value));
}

TEST(ReadDouble, SaysWhenANumberIsOutOfRange) {
  for (const std::string text : {"1e999", "-1e999", "1e-999"}) {
    double value = 3;
    EXPECT_EQ(read_double(text.data(), text.data() + text.size(), value).ec, std::errc::result_out_of_range) << text;
    EXPECT_EQ(by_strtod(text).error, std::errc::result_out_of_range) << text;
    EXPECT_EQ(by_strtod(text).length, static_cast<std::ptrdiff_t>(text.size())) << text;
  }
}

TEST(ReadDouble, GivesTheSameBitsByBothWays) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 100000; ++i) {
    const double wanted = std::bit_cast<double>(static_cast<std::uint64_t>(random()));
    if (!std::isnormal(wanted)) continue;
    const std::string text = number_text(wanted);
    double value = 0;
    const auto [end, error] = read_double(text.data(), text.data() + text.size(), value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(wanted)) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(by_strtod(text).value), std::bit_cast<std::uint64_t>(wanted)) << text;
    ASSERT_EQ(end, text.data() + text.size()) << text;
  }
}

// Written out, so that every standard library is held to the same text.
TEST(NumberText, IsTheSameOnEveryStandardLibrary) {
  const struct {
    double value;
    const char* text;
  } cases[] = {{0.1, "0.1"},
               {1.0 / 3, "0.3333333333333333"},
               {123456789012345.0, "123456789012345"},
               {1e15, "1e+15"},
               {1e22, "1e+22"},
               {9007199254740993.0, "9.007199254740992e+15"},
               {0.0001, "0.0001"},
               {0.00001, "1e-05"},
               {5e-324, "5e-324"},
               {1.7976931348623157e308, "1.7976931348623157e+308"},
               {-2.5, "-2.5"},
               {2e-7, "2e-07"}};
  for (const auto& expected : cases) EXPECT_EQ(number_text(expected.value), expected.text);
}

}  // namespace
}  // namespace mixseed
