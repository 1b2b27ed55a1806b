#include "io/match.h"

#include "scratch.h"

namespace mixseed::io {
namespace {

using List = std::vector<std::size_t>;
using Names = std::vector<std::string>;

const ColumnSet kBare{2, {}};

ReadOptions expecting(const Names& names, const std::string& columns = "", const std::string& weights = "") {
  return {columns, weights, ExpectedColumns{names, names.size(), "m.json"}};
}

ReadOptions expecting_count(std::size_t count, const std::string& columns = "") {
  return {columns, "", ExpectedColumns{{}, count, "m.json"}};
}

ColumnSet named(const Names& names) { return {names.size(), names}; }

List features(const ReadOptions& options, const ColumnSet& columns) {
  return choose_columns(options, columns, "f.csv").features;
}

std::string refusal(const ReadOptions& options, const ColumnSet& columns) {
  return message_of([&] { choose_columns(options, columns, "f.csv"); }, ErrorCode::input);
}

TEST(Match, ColumnsAreFoundByNameInAnyOrder) {
  EXPECT_EQ(features(expecting({"a", "b"}), named({"a", "b"})), (List{0, 1}));
  EXPECT_EQ(features(expecting({"a", "b"}), named({"b", "a"})), (List{1, 0}));
}

TEST(Match, OtherColumnsAreIgnored) {
  EXPECT_EQ(features(expecting({"a", "b"}), named({"x", "b", "y", "a"})), (List{3, 1}));
  EXPECT_EQ(features(expecting({"a", "b"}, "", "y"), named({"x", "b", "y", "a"})), (List{3, 1}));
}

TEST(Match, AMissingColumnIsNamedBesideWhatThereIs) {
  EXPECT_EQ(refusal(expecting({"a", "b"}), named({"a", "c"})),
            "f.csv: there is no column 'b', which m.json expects; the columns are 1 a, 2 c");
  EXPECT_EQ(refusal(expecting({"a", "b", "c"}), named({"a", "x"})),
            "f.csv: there are no columns 'b', 'c', which m.json expects; the columns are 1 a, 2 x");
  EXPECT_EQ(refusal(expecting({"a", "b"}, "", "b"), named({"a", "b"})),
            "f.csv: there is no column 'b' besides the weights, which m.json expects; the columns are 1 a, 2 b");
}

TEST(Match, NamesThatDifferAltogetherAreShownFromBothSides) {
  EXPECT_EQ(refusal(expecting({"a", "b"}), named({"x", "y"})),
            "f.csv: no column has a name that m.json expects: the columns are 1 x, 2 y; m.json has 1 a, 2 b; if they "
            "only have other names, list them in that order with --columns");
}

TEST(Match, WithoutNamesOnOneSidePositionsCount) {
  EXPECT_EQ(features(expecting({"a", "b"}), kBare), (List{0, 1}));
  EXPECT_EQ(features(expecting_count(2), named({"x", "y"})), (List{0, 1}));
  EXPECT_EQ(refusal(expecting({"a", "b", "c"}), kBare),
            "f.csv: has 2 columns, but m.json has 1 a, 2 b, 3 c (--columns chooses columns)");
  EXPECT_EQ(refusal(expecting_count(1), named({"x", "y"})),
            "f.csv: has 2 columns, but m.json has 1 (--columns chooses columns)");
  EXPECT_EQ(refusal(expecting_count(3), kBare), "f.csv: has 2 columns, but m.json has 3 (--columns chooses columns)");
}

TEST(Match, AChoiceCanReadRenamedColumnsButNotSwapKnownOnes) {
  EXPECT_EQ(features(expecting({"a", "b"}, "y,x"), named({"x", "y", "z"})), (List{1, 0}));
  EXPECT_EQ(features(expecting({"a", "b"}, "b,a"), named({"a", "b"})), (List{0, 1}));
  EXPECT_EQ(features(expecting({"a", "b"}, "2,1"), kBare), (List{1, 0}));
  EXPECT_EQ(refusal(expecting({"a", "b"}, "c,a"), named({"a", "b", "c"})),
            "f.csv: there is no column 'b' among the chosen ones, which m.json expects; the columns are 1 a, 2 b, 3 c");
  EXPECT_EQ(refusal(expecting({"a", "b"}, "a"), named({"a", "b"})),
            "f.csv: 1 column is chosen, but m.json has 1 a, 2 b");
}

TEST(Match, ANameThatIsThereTwiceIsNotGuessed) {
  EXPECT_EQ(refusal(expecting({"a", "b"}), named({"a", "b", "a"})),
            "f.csv: has two columns 'a', of which m.json expects one; --columns chooses by number; the columns are 1 "
            "a, 2 b, 3 a");
  EXPECT_EQ(features(expecting({"a", "a"}), named({"a", "a"})), (List{0, 1})) << "exactly as expected";
}

TEST(Match, AnIndexIsOneMoreColumnThatNobodyAsksFor) {
  const ColumnSet indexed{3, {"", "b", "a"}, true};
  const ColumnChoice choice = choose_columns(expecting({"a", "b"}), indexed, "f.csv");
  EXPECT_EQ(choice.features, (List{2, 1}));
  EXPECT_TRUE(choice.notes.empty());
  EXPECT_EQ(features(expecting({"", "a"}), indexed), (List{0, 2})) << "unless it was fitted";
  EXPECT_EQ(features(expecting_count(2), indexed), (List{1, 2}));
}

}  // namespace
}  // namespace mixseed::io
