#include "base/json.h"

#include <gtest/gtest.h>

#include "support/message.h"

namespace mixseed {
namespace {

Json parsed(std::string_view text) { return parse_json(text, "x", "anything"); }

std::string refusal(std::string_view text) {
  return testing::message(ErrorCode::input, [&] { parsed(text); });
}

TEST(Json, EveryKindOfValueIsReadAndWrittenAgain) {
  for (const char* text : {"null", "true", "false", "0", "18446744073709551615", "-1.5", "1e+300", "\"a\\\"b\\n\"",
                           "[]", "{}", "[1,[2,{}],null]", "{\"a\":{\"b\":[true]},\"\":\"\"}"}) {
    EXPECT_EQ(parsed(text).written(), text);
  }
  EXPECT_EQ(parsed(" [ 1 ,\t2 ]\r\n").written(), "[1,2]");
}

TEST(Json, ACountIsWrittenWithoutSignPointAndExponent) {
  EXPECT_TRUE(parsed("7").is_count());
  for (const char* text : {"-7", "7.0", "7e0", "18446744073709551616"}) {
    EXPECT_TRUE(parsed(text).is_number()) << text;
    EXPECT_FALSE(parsed(text).is_count()) << text;
  }
  EXPECT_EQ(parsed("18446744073709551616").number(), 18446744073709551616.0);
}

TEST(Json, NumbersAreTheNearestDoubles) {
  EXPECT_EQ(parsed("0.1").number(), 0.1);
  EXPECT_EQ(parsed("4.9406564584124654e-324").number(), 4.9406564584124654e-324);
  EXPECT_EQ(parsed("1e-400").number(), 0);
  EXPECT_EQ(refusal("[1, -1e400]"), "x: has a number that is too large for a double");
}

TEST(Json, TextHasItsEscapesTakenBack) {
  EXPECT_EQ(parsed(R"("\u0041\u00e9\u20ac\ud83d\ude00\/\b\f\r\t")").text(),
            "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80/\b\f\r\t");
  EXPECT_EQ(parsed("\"\xC3\xA9\"").text(), "\xC3\xA9");
}

TEST(Json, OfEqualKeysTheLastCounts) {
  const Json object = parsed(R"({"a": 1, "b": 2, "a": 3})");
  EXPECT_EQ(object.find("a")->count(), 3);
  EXPECT_EQ(object.find("c"), nullptr);
}

TEST(Json, WhatIsNoneIsRefusedWithItsPlace) {
  for (const char* text :
       {"01",          "1.",       ".5",  "+1",  "1e",  "[1,]",    "[1 2]",       "{\"a\" 1}",   "{a: 1}",
        "{\"a\": 1,}", "'a'",      "tru", "nul", "\"a", "\"\\x\"", "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ude00\"",
        "\"\n\"",      "\"\xC3\"", "[",   "1 1", "-",   "NaN",     "Infinity",    "/* */ 1"}) {
    EXPECT_NE(refusal(text).find("x: line "), std::string::npos) << text;
  }
  EXPECT_EQ(refusal("[1,\n 2,\n x]"), "x: line 3, column 2: not JSON: unexpected 'x'");
  EXPECT_EQ(refusal("\"\\u12g4\""), "x: line 1, column 6: not JSON: unexpected 'g'");
  EXPECT_EQ(refusal("[tru"), "x: line 1, column 5: not JSON: the text ends too early");
  EXPECT_EQ(refusal(" \n"), "x: is empty, expected anything in JSON");
}

TEST(Json, DepthIsLimited) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(parsed(nested(200)).written(), nested(200));
  EXPECT_EQ(refusal(nested(1'000'000)), "x: not JSON: nested deeper than 200 times");
}

TEST(Json, LengthOfTextsIsLimited) {
  const std::string longest(1'000'000, 'a'), escaped = "\"" + longest.substr(2) + "\\\"\"";
  EXPECT_EQ(parsed("\"" + longest + "\"").text(), longest);
  EXPECT_EQ(parsed(escaped).text(), longest.substr(2) + "\"");
  EXPECT_EQ(refusal("{\"a\\\\\": 1,\n\"b\": \"" + longest + "a\"}"),
            "x: line 2: got a text of 1000001 bytes, expected at most 1000000");
  EXPECT_EQ(refusal("{\"" + longest + longest + "\": 1}"),
            "x: line 1: got a text of 2000000 bytes, expected at most 1000000");
  EXPECT_EQ(refusal("\"" + longest + "a"), "x: line 1: got a text of 1000001 bytes, expected at most 1000000");
}

TEST(Json, AByteOfZeroIsNoEnd) {
  EXPECT_EQ(refusal(std::string("[1]\0", 4)), "x: line 1, column 4: not JSON: unexpected bytes");
  EXPECT_EQ(refusal(std::string("[1]\n\0[2]", 8)), "x: line 2, column 1: not JSON: unexpected bytes");
  EXPECT_EQ(refusal(std::string("\"a\0b\"", 5)), "x: line 1, column 3: not JSON: unexpected bytes");
}

}  // namespace
}  // namespace mixseed
