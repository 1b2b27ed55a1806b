#include "io/columns.h"

#include <limits>

#include "scratch.h"

namespace mixseed::io {
namespace {

const ColumnSet kNamed{5, {"a", "b", "c", "w", "3"}};
const ColumnSet kIndexed{3, {"", "b", "c"}, true};
const ColumnSet kBare{5, {}};
using List = std::vector<std::size_t>;

List features(const std::string& columns, const ColumnSet& set = kNamed) {
  return choose_columns({columns, ""}, set, "f.csv").features;
}

std::string refusal(const std::string& columns, const std::string& weights = "", const ColumnSet& set = kNamed) {
  return message_of([&] { choose_columns({columns, weights}, set, "f.csv"); }, ErrorCode::usage);
}

constexpr const char* kList = "; the columns are 1 a, 2 b, 3 c, 4 w, 5 3";

TEST(Columns, NoChoiceKeepsAll) { EXPECT_EQ(features(""), (List{0, 1, 2, 3, 4})); }

TEST(Columns, ChoiceKeepsItsOrder) {
  EXPECT_EQ(features("c,a"), (List{2, 0}));
  EXPECT_EQ(features(" b , 4 "), (List{1, 3}));
  EXPECT_EQ(features("5,1-3", kBare), (List{4, 0, 1, 2}));
  EXPECT_EQ(features("2-2", kBare), (List{1}));
}

TEST(Columns, NameGoesBeforeNumber) {
  EXPECT_EQ(features("3"), (List{4}));
  EXPECT_EQ(features("3", kBare), (List{2}));
}

TEST(Columns, NameWithDashIsAName) { EXPECT_EQ(features("1-2", {3, {"1-2", "x", "y"}}), (List{0})); }

TEST(Columns, NamesOfTheChosen) {
  EXPECT_EQ(names_of({2, 0}, kNamed), (std::vector<std::string>{"c", "a"}));
  EXPECT_TRUE(names_of({2, 0}, kBare).empty());
}

TEST(Columns, UnknownNameListsTheColumns) {
  EXPECT_EQ(refusal("a,x"), std::string("f.csv: there is no column 'x'") + kList);
  EXPECT_EQ(refusal("x", "", kBare), "f.csv: there is no column 'x'; the columns are 1 to 5, without names");
  EXPECT_EQ(refusal("a-c"), std::string("f.csv: there is no column 'a-c'") + kList);
  EXPECT_EQ(refusal("1-"), std::string("f.csv: there is no column '1-'") + kList);
}

TEST(Columns, NumberOutOfRangeListsTheColumns) {
  EXPECT_EQ(refusal("6"), std::string("f.csv: there is no column 6") + kList);
  EXPECT_EQ(refusal("0"), std::string("f.csv: there is no column 0") + kList);
  EXPECT_EQ(refusal("2-18446744073709551615"), std::string("f.csv: there is no column 18446744073709551615") + kList);
  EXPECT_EQ(refusal("99999999999999999999"), std::string("f.csv: there is no column '99999999999999999999'") + kList);
}

TEST(Columns, BackwardsRangeAndEmptyEntryAreRefused) {
  EXPECT_EQ(refusal("4-2"), std::string("f.csv: the column range '4-2' runs backwards") + kList);
  EXPECT_EQ(refusal("a,,b"), std::string("f.csv: the column choice has an empty entry") + kList);
  EXPECT_EQ(refusal("a,"), std::string("f.csv: the column choice has an empty entry") + kList);
}

TEST(Columns, DuplicatesAreRefused) {
  EXPECT_EQ(refusal("a,1-2"), std::string("f.csv: column 1 (a) is chosen twice") + kList);
}

TEST(Columns, AmbiguousNameIsRefused) {
  EXPECT_EQ(refusal("x", "", {3, {"x", "y", "x"}}),
            "f.csv: 'x' is the name of columns 1 and 3; choose by number; the columns are 1 x, 2 y, 3 x");
}

TEST(Columns, AnIndexIsLeftOutWithANoteUnlessItIsChosen) {
  const ColumnChoice choice = choose_columns({}, kIndexed, "f.csv");
  EXPECT_EQ(choice.features, (List{1, 2}));
  EXPECT_EQ(
      choice.notes,
      (std::vector<std::string>{"column 1 has no name and only counts the rows: left out (--columns 1-3 keeps it)"}));
  const ColumnChoice chosen = choose_columns({"1-3", ""}, kIndexed, "f.csv");
  EXPECT_EQ(chosen.features, (List{0, 1, 2}));
  EXPECT_TRUE(chosen.notes.empty());
}

TEST(Columns, AnIndexThatIsTheOnlyColumnStays) {
  EXPECT_EQ(features("", {1, {""}, true}), (List{0}));
  EXPECT_EQ(choose_columns({"", "w"}, {2, {"", "w"}, true}, "f.csv").features, (List{0}));
}

TEST(Columns, WhatIsExcludedIsNoFeature) {
  ReadOptions options;
  options.exclude = "b,4";
  EXPECT_EQ(choose_columns(options, kNamed, "f.csv").features, (List{0, 2, 4}));
  options.columns = "c,a..b";
  EXPECT_EQ(choose_columns(options, kNamed, "f.csv").features, (List{2, 0}));
  options.exclude = "a..c";
  EXPECT_EQ(message_of([&] { choose_columns(options, kNamed, "f.csv"); }, ErrorCode::usage),
            std::string("f.csv: no column is left") + kList);
  options = {};
  options.exclude = "1";
  EXPECT_TRUE(choose_columns(options, kIndexed, "f.csv").notes.empty()) << "nothing was decided without being asked";
}

TEST(Columns, WeightsColumnIsNoFeature) {
  const ColumnChoice named = choose_columns({"", "w"}, kNamed, "f.csv");
  EXPECT_EQ(named.weights, 3u);
  EXPECT_EQ(named.features, (List{0, 1, 2, 4}));
  const ColumnChoice numbered = choose_columns({"1-2", "3"}, kBare, "f.csv");
  EXPECT_EQ(numbered.weights, 2u);
  EXPECT_EQ(numbered.features, (List{0, 1}));
  EXPECT_EQ(refusal("a,w", "w"), std::string("f.csv: column 4 (w) cannot be both a feature and the weights") + kList);
  EXPECT_EQ(refusal("", "w", {1, {"w"}}), "f.csv: no column is left besides the weights; the columns are 1 w");
}

TEST(Columns, WeightsThatAreNoColumnAreAFile) {
  const Scratch scratch;
  const std::string path = scratch.put("w", "1\n");
  const ColumnChoice choice = choose_columns({"", path}, kNamed, "f.csv");
  EXPECT_FALSE(choice.weights);
  EXPECT_EQ(choice.weights_file, path);
  EXPECT_EQ(choice.features.size(), 5u);
}

TEST(Columns, WeightsThatAreNeitherSayThatBothWereTried) {
  EXPECT_EQ(refusal("", "no/such"),
            std::string("f.csv: the weights 'no/such' are neither a column of it nor a file that exists") + kList);
  EXPECT_EQ(refusal("", "9"),
            std::string("f.csv: the weights '9' are neither a column of it nor a file that exists") + kList);
}

TEST(Columns, WeightsMustBeFiniteNotNegativeAndNotAllZero) {
  const auto refused = [](std::vector<double> weights, std::vector<std::size_t> lines) {
    return message_of([&] { check_weights(weights, lines, "f.csv"); }, ErrorCode::input);
  };
  check_weights(std::vector<double>{0, 2.5}, {}, "f.csv");
  EXPECT_EQ(refused({1, -0.5}, {}), "f.csv: row 2: got the weight -0.5, expected a finite number that is not negative");
  EXPECT_EQ(refused({1, -0.5}, {2, 7}),
            "f.csv: line 7: got the weight -0.5, expected a finite number that is not negative");
  EXPECT_EQ(refused({std::numeric_limits<double>::quiet_NaN()}, {}),
            "f.csv: row 1: got the weight nan, expected a finite number that is not negative");
  EXPECT_EQ(refused({0, 0}, {}), "f.csv: all weights are zero, expected at least one that is positive");
}

}  // namespace
}  // namespace mixseed::io
