#include "io/number.h"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace mixseed::io {
namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

double number(std::string_view text) {
  double value = 12345;
  EXPECT_EQ(parse_number(text, value), NumberKind::number) << text;
  return value;
}

NumberKind kind(std::string_view text) {
  double value = 0;
  return parse_number(text, value);
}

TEST(Number, AcceptsTheUsualSpellings) {
  EXPECT_EQ(number("1"), 1.0);
  EXPECT_EQ(number("+1.5"), 1.5);
  EXPECT_EQ(number(" \t-2e3 \r"), -2000.0);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("5."), 5.0);
  EXPECT_EQ(number("+.5E+01"), 5.0);
  EXPECT_EQ(bits(number("-0.0")), bits(-0.0));
}

TEST(Number, RejectsRubbish) {
  for (const char* text : {"1x", "x1", "1 2", "0x1p3", "1,5", "+-1",   "++1",   "+",   "-",   ".",
                           "e5", "1e", "1e+", "1d5",   "--1", "1.2.3", "1_000", "+ 1", "abc", "+abc"}) {
    EXPECT_EQ(kind(text), NumberKind::rubbish) << text;
  }
}

TEST(Number, TellsEmptyFromRubbish) {
  EXPECT_EQ(kind(""), NumberKind::empty);
  EXPECT_EQ(kind("  "), NumberKind::empty);
}

TEST(Number, TellsNotFiniteFromRubbish) {
  for (const char* text : {"nan", "NaN", "-nan", "inf", "-Inf", "+inf", "infinity"}) {
    EXPECT_EQ(kind(text), NumberKind::not_finite) << text;
  }
}

TEST(Number, OverflowIsTooLargeAndUnderflowIsSmall) {
  EXPECT_EQ(kind("1e309"), NumberKind::too_large);
  EXPECT_EQ(kind("-1e999999"), NumberKind::too_large);
  EXPECT_EQ(number("1e308"), 1e308);
  EXPECT_EQ(number("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(bits(number("1e-400")), bits(0.0));
  EXPECT_EQ(bits(number("-1e-400")), bits(-0.0));
  EXPECT_EQ(bits(number("5e-324")), 1u);
  EXPECT_EQ(number("2.2250738585072011e-308"), 2.2250738585072011e-308);
}

TEST(Number, QuickWayGivesTheSameBitsOrDeclines) {
  std::mt19937_64 random(1);
  int quick = 0;
  for (int i = 0; i < 200000; ++i) {
    char text[64];
    const auto whole = static_cast<long long>(random() >> (random() % 60));
    const int places = static_cast<int>(random() % 20), exponent = static_cast<int>(random() % 60) - 30;
    const char* const sign = random() % 2 ? "-" : "";
    if (i % 3 == 0) snprintf(text, sizeof text, "%s%llde%d", sign, whole, exponent);
    if (i % 3 == 1) snprintf(text, sizeof text, "%s%.*f", sign, places, static_cast<double>(whole) / 1e15);
    if (i % 3 == 2) snprintf(text, sizeof text, "%s%.*e", sign, places, static_cast<double>(whole));
    const char* const end = text + std::char_traits<char>::length(text);
    double value = 0;
    const char* const stop = parse_short_number(text, end, value);
    if (stop == nullptr) continue;
    ++quick;
    ASSERT_EQ(stop, end) << text;
    ASSERT_EQ(bits(value), bits(std::strtod(text, nullptr))) << text;
  }
  EXPECT_GT(quick, 50000);
}

TEST(Number, QuickWayStopsAtTheEndOfTheNumber) {
  const std::string text = "12.5,7";
  double value = 0;
  EXPECT_EQ(parse_short_number(text.data(), text.data() + text.size(), value), text.data() + 4);
  EXPECT_EQ(value, 12.5);
}

TEST(Number, QuickWayDeclinesWhatItCannotRound) {
  double value = 0;
  for (const std::string text : {"", "-", ".", "x", "1e", "1e23", "9007199254740993", "12345678901234567890", "1e99999",
                                 "0.12345678901234567890", "nan"}) {
    EXPECT_EQ(parse_short_number(text.data(), text.data() + text.size(), value), nullptr) << text;
  }
}

TEST(Number, ShortestTextOfAnyDoubleReadsBackToTheSameBits) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    const double value = std::bit_cast<double>(static_cast<std::uint64_t>(random()));
    if (!std::isfinite(value)) continue;
    char text[64];
    const auto [end, error] = std::to_chars(text, text + sizeof text, value);
    ASSERT_EQ(bits(number({text, static_cast<std::size_t>(end - text)})), bits(value));
  }
}

TEST(Number, KnowsTheMarksOfMissingValues) {
  for (const char* text : {"", "NA", "N/A", "n/a", "<NA>", "null", "NULL", "None", "?"})
    EXPECT_TRUE(is_missing_mark(text)) << text;
  for (const char* text : {"Na", "0", "none of these", "-"}) EXPECT_FALSE(is_missing_mark(text)) << text;
  for (const char* text : {"", "  ", "NA", "nan", "NaN", "-NAN"}) EXPECT_TRUE(is_missing(text)) << text;
  for (const char* text : {"inf", "-Infinity", "0", "1e999", "x"}) EXPECT_FALSE(is_missing(text)) << text;
}

}  // namespace
}  // namespace mixseed::io
