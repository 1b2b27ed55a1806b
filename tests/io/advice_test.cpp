#include "io/advice.h"

#include <gtest/gtest.h>

namespace mixseed::io {
namespace {

const ColumnSet kSet{4, {"when", "x", "kind", "y"}};

ColumnChoice all_of(std::size_t count) {
  ColumnChoice choice;
  for (std::size_t i = 0; i < count; ++i) choice.features.push_back(i);
  return choice;
}

TEST(Advice, KnowsDates) {
  for (const char* text : {"2024-01-31", "2024/1/31", "31.01.2024", "1/31/24", "2024-01-31 12:30",
                           "2024-01-31T12:30:05Z", "12:30", "9:05:01.5"}) {
    EXPECT_TRUE(looks_like_date(text)) << text;
  }
  for (const char* text :
       {"", "abc", "1.2", "1-2", "1.2.3.4", "1.2-3", "2024-01-31x", "12:3", "192.168.0.1", "12345-1-1"}) {
    EXPECT_FALSE(looks_like_date(text)) << text;
  }
}

TEST(Advice, ADateIsLeftOutTogetherWithWhatElseIsNoNumber) {
  EXPECT_EQ(advice("2024-01-31", {"2024-01-31", "1", "red", "2"}, kSet, all_of(4)),
            "; convert dates to numbers or leave them out: --exclude when,kind");
  EXPECT_EQ(advice("2024-01-31", {"2024-01-31"}, {1, {"when"}}, all_of(1)),
            "; convert dates to numbers or leave them out");
}

TEST(Advice, LabelsAreLeftOutByNameOrByNumberWhereNamesAreDifficult) {
  EXPECT_EQ(advice("red", {"5", "1", "red", "2"}, kSet, all_of(4)),
            "; if these are labels, leave them out: --exclude kind");
  EXPECT_EQ(advice("red", {"5", "1", "red", "2"}, {4, {}}, all_of(4)),
            "; if these are labels, leave them out: --exclude 3");
  EXPECT_EQ(advice("red", {"5", "1", "red", "2"}, {4, {"a", "b", "the kind", "d"}}, all_of(4)),
            "; if these are labels, leave them out: --exclude 3");
  EXPECT_EQ(advice("red", {"red"}, {1, {"kind"}}, all_of(1)), "") << "nothing would be left";
  ColumnChoice weighted;
  weighted.features = {1, 3};
  weighted.weights = 2;
  EXPECT_EQ(advice("red", {"5", "1", "red", "2"}, kSet, weighted), "") << "weights are no feature to leave out";
}

TEST(Advice, WhatIsExcludedAlreadyStaysExcluded) {
  ColumnChoice choice;
  choice.features = {1, 2, 3};
  choice.excluded = {0};
  EXPECT_EQ(advice("red", {"?", "1", "red", "2"}, kSet, choice),
            "; if these are labels, leave them out: --exclude when,kind");
}

TEST(Advice, AFileOfWeightsHasToBeWhole) {
  ColumnChoice weights;
  weights.weights = 0;
  EXPECT_EQ(advice("nan", {"nan"}, {1, {}}, weights), "");
}

TEST(Advice, AMissingValueIsNoReasonToLeaveAColumnOut) {
  EXPECT_EQ(advice("NA", {"1", "NA", "3", "4"}, kSet, all_of(4)),
            "; --missing drop leaves out rows with missing values, --missing marginal uses what they have (fit, "
            "predict, score)");
  EXPECT_EQ(advice("red", {"NA", "1", "red", ""}, kSet, all_of(4)),
            "; if these are labels, leave them out: --exclude kind");
}

}  // namespace
}  // namespace mixseed::io
