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

TEST(Text, NumbersHaveAnExponentOnlyBeyondPlainSizes) {
  EXPECT_EQ(number_text(100000), "100000");
  EXPECT_EQ(number_text(123456789012345.6), "123456789012345.6");
  EXPECT_EQ(number_text(1e15), "1e+15");
  EXPECT_EQ(number_text(0.0001), "0.0001");
  EXPECT_EQ(number_text(0.00005), "5e-05");
  EXPECT_EQ(number_text(-0.0), "-0");
}

TEST(Text, FloatsAreAsShortAsFloatsCanBe) {
  const auto text = [](float value) {
    std::string out;
    append_number(out, value);
    return out;
  };
  EXPECT_EQ(text(0.1F), "0.1");
  EXPECT_EQ(text(16777216.0F), "1.6777216e+07");
  EXPECT_EQ(text(9999999.0F), "9999999");
}

TEST(Text, CsvQuotesWhatAReaderMightTakeForSomethingElse) {
  EXPECT_EQ(csv_field("plain name"), "plain name");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  for (const std::string_view text : {"", " a", "a ", "a;b", "a\tb", "a\nb", "a\rb"}) {
    EXPECT_EQ(csv_field(text), "\"" + std::string(text) + "\"");
  }
}

TEST(Text, Utf8CharactersAreMeasuredAndRubbishIsNone) {
  EXPECT_EQ(utf8_length("ab"), 1u);
  EXPECT_EQ(utf8_length("\u00b1x"), 2u);
  EXPECT_EQ(utf8_length("\u20acx"), 3u);
  EXPECT_EQ(utf8_length("\U0001f600"), 4u);
  for (const std::string_view text :
       {"", "\x80", "\xc1\x81", "\xc3", "\xc3(", "\xe0\x80\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80"}) {
    EXPECT_EQ(utf8_length(text), 0u) << text;
  }
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

TEST(Text, PrintableEscapesEveryControlCharacterAndNothingElse) {
  std::string text = " ~\u00a0\u061b\u061d\u200d\u2010\u2027\u202f\u2065\u206a\u00e9\u6f22\U0001f600\\";
  EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable(std::string_view("\0\t\n\x1f\x7f", 5)), "\\x00\\x09\\x0a\\x1f\\x7f");
  EXPECT_EQ(printable("\u0080\u009f"), "\\xc2\\x80\\xc2\\x9f") << "C1";
  for (const std::string_view mark : {"\u061c", "\u200e", "\u200f", "\u2028", "\u202e", "\u2066", "\u2069"}) {
    EXPECT_EQ(printable(mark).substr(0, 2), "\\x") << "a mark of direction, or the end of a line";
    EXPECT_EQ(printable(mark).size(), 4 * mark.size());
  }
  EXPECT_EQ(printable("a\xff\xc3"), "a\\xff\\xc3") << "invalid UTF-8";
  EXPECT_EQ(printable("abcd", 3), "abc...");
  EXPECT_EQ(printable("abc", 3), "abc");
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

TEST(Text, FilledPutsOnePieceIntoEachPairOfBraces) {
  const std::string name = "rows.csv";
  EXPECT_EQ(filled("{}: line {}, got '{}'", name, std::size_t{7}, 'x'), "rows.csv: line 7, got 'x'");
  EXPECT_EQ(filled("{} {} {}", -1, 2.5, std::string_view("a")), "-1 2.5 a");
  EXPECT_EQ(filled("{{{}}}", 1), "{1}");
  EXPECT_EQ(filled("nothing"), "nothing");
  EXPECT_EQ(filled("{}", "{}"), "{}");
}

}  // namespace
}  // namespace mixseed
