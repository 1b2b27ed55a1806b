#include "io/choice_text.h"

#include "scratch.h"

namespace mixseed::io {
namespace {

using List = std::vector<std::size_t>;

const ColumnSet kSet{5, {"a", "b", "c, d", "e..f", "5\" pipe"}};
constexpr const char* kList = "; the columns are 1 a, 2 b, 3 \"c, d\", 4 e..f, 5 5\" pipe";

List found(const std::string& text, const ColumnSet& set = kSet) { return find_columns(text, set, "f.csv"); }

std::string refusal(const std::string& text, const ColumnSet& set = kSet) {
  return message_of([&] { found(text, set); }, ErrorCode::usage);
}

TEST(ChoiceText, RangesOfNamesHoldWhateverLiesBetween) {
  EXPECT_EQ(found("a..b"), (List{0, 1}));
  EXPECT_EQ(found("b .. 4, a"), (List{1, 2, 3, 0}));
  EXPECT_EQ(found("2..3"), (List{1, 2}));
  EXPECT_EQ(found("b..b"), (List{1}));
}

TEST(ChoiceText, ANameWithDotsIsANameAlsoAtTheEndOfARange) {
  EXPECT_EQ(found("e..f"), (List{3}));
  EXPECT_EQ(found("b..e..f"), (List{1, 2, 3}));
  EXPECT_EQ(found("e..f..5"), (List{3, 4}));
}

TEST(ChoiceText, QuotesHoldNamesWithCommas) {
  EXPECT_EQ(found("\"c, d\",a"), (List{2, 0}));
  EXPECT_EQ(found("a..\"c, d\""), (List{0, 1, 2}));
  EXPECT_EQ(found("\"b\"..\"e..f\""), (List{1, 2, 3}));
  EXPECT_EQ(found("\"x \"\"y\"\", z\"", {1, {"x \"y\", z"}}), (List{0}));
}

TEST(ChoiceText, AQuoteInsideANameIsPartOfIt) { EXPECT_EQ(found("5\" pipe,a"), (List{4, 0})); }

TEST(ChoiceText, WhatIsQuotedIsNoNumber) {
  EXPECT_EQ(refusal("\"2\""), std::string("f.csv: there is no column '\"2\"'") + kList);
  EXPECT_EQ(found("\"2\"", {2, {"2", "x"}}), (List{0}));
}

TEST(ChoiceText, WrongChoicesAreRefusedWithTheList) {
  EXPECT_EQ(refusal("b..a"), std::string("f.csv: the column range 'b..a' runs backwards") + kList);
  EXPECT_EQ(refusal("a..x"), std::string("f.csv: there is no column 'a..x'") + kList);
  EXPECT_EQ(refusal("1..9"), std::string("f.csv: there is no column 9") + kList);
  EXPECT_EQ(refusal("a..b,b"), std::string("f.csv: column 2 (b) is chosen twice") + kList);
  EXPECT_EQ(refusal("a,\"c, d"), std::string("f.csv: a quote in the column choice is never closed") + kList);
}

}  // namespace
}  // namespace mixseed::io
