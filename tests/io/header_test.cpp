#include "io/header.h"

#include <functional>

#include "io/table_text.h"
#include "mixseed/pieces.h"
#include "scratch.h"

namespace mixseed::io {
namespace {

using Names = std::vector<std::string>;
using Number = std::function<std::string(std::size_t row, std::size_t column)>;

std::string table(const std::string& first, std::size_t rows, std::size_t columns, const Number& number) {
  std::string text = first + "\n";
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) text += (column > 0 ? "," : "") + number(row, column);
    text += "\n";
  }
  return text;
}

// Numbers from 0 to 996 in irregular order.
std::size_t scattered(std::size_t row, std::size_t column) { return (row * 7919 + column * 610 + 13) % 997; }

const Number kDecimals = [](std::size_t i, std::size_t j) {
  return std::to_string(0.01 * double(scattered(i, j)) - 5);
};
const Number kLargeIntegers = [](std::size_t i, std::size_t j) { return std::to_string(1000 + scattered(i, j)); };
const Number kSmallIntegers = [](std::size_t i, std::size_t j) { return std::to_string(scattered(i, j) % 6); };
const Number kPixels = [](std::size_t i, std::size_t j) { return std::to_string(scattered(i, j) % 17); };

Names names_of(const std::string& text, const ReadOptions& options = {}) {
  return inspect_table(text, "f.csv", options).columns.names;
}
std::string note_of(const std::string& text, const ReadOptions& options = {}) {
  return inspect_table(text, "f.csv", options).header_note;
}

std::string count(std::size_t from, std::size_t number) {
  std::string text;
  for (std::size_t i = 0; i < number; ++i) text += (i > 0 ? "," : "") + std::to_string(from + i);
  return text;
}

TEST(Header, NumbersThatCountUpAboveColumnsThatDoNotAreNames) {
  for (const Number& number : {kDecimals, kLargeIntegers}) {
    for (const std::size_t from : {0, 1}) {
      for (const std::size_t columns : {2, 3, 10}) {
        const std::string text = table(count(from, columns), 20, columns, number);
        EXPECT_EQ(names_of(text).size(), columns) << text;
        EXPECT_NE(note_of(text).find("line 1 (" + count(from, 2)), std::string::npos) << note_of(text);
        EXPECT_NE(note_of(text).find("--header no"), std::string::npos) << note_of(text);
      }
    }
  }
  EXPECT_EQ(names_of(table(count(0, 64), 20, 64, kPixels)).size(), 64u) << "pixels from 0 to 16";
}

TEST(Header, YearsAboveAnythingElseAreNames) {
  const Number people = [](std::size_t i, std::size_t j) { return std::to_string(scattered(i, j) * 1000 + 7); };
  for (const Number& number : {kDecimals, kSmallIntegers, people}) {
    EXPECT_EQ(names_of(table("2000,2001,2002", 20, 3, number)), (Names{"2000", "2001", "2002"}));
    EXPECT_EQ(names_of(table("1998,1999", 20, 2, number)), (Names{"1998", "1999"}));
  }
}

TEST(Header, AnIndexWithoutANameMayStandBeforeTheNumbers) {
  const Number indexed = [](std::size_t i, std::size_t j) { return j == 0 ? std::to_string(i) : kSmallIntegers(i, j); };
  const std::string text = table(",0,1,2", 3, 4, indexed);
  EXPECT_EQ(names_of(text), (Names{"", "0", "1", "2"}));
  EXPECT_TRUE(inspect_table(text, "f.csv").columns.has_index);
  EXPECT_EQ(names_of(table(",0", 3, 2, indexed)), (Names{"", "0"})) << "a series";
  EXPECT_EQ(names_of(table(",5,9,2", 3, 4, indexed)), Names{}) << "a first row that lacks a value";
}

TEST(Header, NumbersInQuotesAboveNumbersWithoutAreNames) {
  EXPECT_EQ(names_of("\"7\",\"3\"\n1,2\n3,4\n"), (Names{"7", "3"})) << "as R writes it";
  EXPECT_EQ(names_of("\"7\",\"3\"\n\"1\",\"2\"\n"), Names{});
  EXPECT_EQ(names_of("\"7\",3\n1,2\n"), Names{});
}

TEST(Header, RisingNumbersFarOutsideOfAllColumnsAreNames) {
  const Number absorbance = [](std::size_t i, std::size_t j) {
    return std::to_string(0.001 * double(scattered(i, j)));
  };
  EXPECT_EQ(names_of(table("400,402.5,405", 20, 3, absorbance)), (Names{"400", "402.5", "405"}));
  EXPECT_EQ(names_of(table("410.2,443.1,490.5,510,560", 20, 5, absorbance)).size(), 5u);
  EXPECT_EQ(names_of(table("410.2,443.1,490.5", 20, 3, absorbance)), Names{}) << "three numbers often rise by chance";
  EXPECT_EQ(names_of(table("400,402.5,0.5", 20, 3, absorbance)), Names{});
  EXPECT_EQ(names_of(table("405,402.5,400", 20, 3, absorbance)), Names{});
  const Number scales = [](std::size_t i, std::size_t j) {
    return std::to_string(double(j) + 0.0009 * double(scattered(i, j)));
  };
  EXPECT_EQ(names_of(table("30,40,50", 20, 3, scales)), Names{}) << "most rows rise";
}

TEST(Header, AFirstRowOfSmallIntegersRemainsData) {
  EXPECT_EQ(names_of(table("1,2,3", 50, 3, kSmallIntegers)), Names{});
  EXPECT_EQ(names_of(table("0,1", 50, 2, kSmallIntegers)), Names{});
  EXPECT_EQ(names_of(table("0,1,2,3,4,5", 50, 6, kSmallIntegers)), Names{});
  EXPECT_EQ(note_of(table("1,2,3", 50, 3, kSmallIntegers)), "");
  const Number zeros = [](std::size_t, std::size_t) { return "0"; };
  EXPECT_EQ(names_of(table("0,1,2", 50, 3, zeros)), Names{}) << "counts of rare events";
  const Number counting = [](std::size_t i, std::size_t j) { return std::to_string(4 * (i + 1) + j); };
  EXPECT_EQ(names_of(table("0,1,2,3", 50, 4, counting)), Names{}) << "the rows below count up too";
  const Number years = [](std::size_t i, std::size_t j) { return std::to_string(1950 + scattered(i, j) % 60); };
  EXPECT_EQ(names_of(table("2000,2001", 50, 2, years)), Names{}) << "columns of years";
  const Number ranking = [](std::size_t i, std::size_t j) { return std::to_string((i * 3 + j * 5 + 1) % 8 + 1); };
  EXPECT_EQ(names_of(table("1,2,3,4,5,6,7,8", 50, 8, ranking)), Names{}) << "rankings";
}

TEST(Header, OrdinaryNumbersAndFewRowsRemainData) {
  EXPECT_EQ(names_of(table("5.1,3.5,1.4", 50, 3, kDecimals)), Names{});
  EXPECT_EQ(names_of(table("0", 50, 1, kDecimals)), Names{}) << "within the range of its column";
  EXPECT_EQ(names_of(table("0", 50, 1, [](auto i, auto j) { return kLargeIntegers(i, j) + ".5"; })), Names{"0"});
  EXPECT_EQ(names_of(table("3,4,5", 50, 3, kDecimals)), Names{}) << "neither 0 nor 1 nor a year";
  const std::string mixed = table("0,1", 50, 2, [](std::size_t i, std::size_t j) {
    return i % 10 == 0 ? std::to_string(i / 10) : kDecimals(i, j);
  });
  EXPECT_EQ(names_of(mixed), Names{}) << "a program that writes 1 and 0.5";
  EXPECT_EQ(names_of(table("0,1,2", 5, 3, kDecimals)), Names{});
  EXPECT_EQ(note_of(table("0,1,2", 5, 3, kDecimals)),
            "line 1 (0,1,2) counts up but was taken for a row of numbers; --header yes takes it for names of columns");
}

TEST(Header, LabelsAndMissingValuesBelowDoNotHideIt) {
  const Number labelled = [](std::size_t i, std::size_t j) {
    return j == 2 ? std::string("setosa") : i % 3 == 0 ? std::string("NA") : kDecimals(i, j);
  };
  EXPECT_EQ(names_of(table("0,1,2", 20, 3, labelled)), (Names{"0", "1", "2"}));
}

TEST(Header, TheUserAndTheModelKnowBetter) {
  ReadOptions options;
  options.header = false;
  EXPECT_EQ(names_of(table("0,1,2", 20, 3, kDecimals), options), Names{});
  EXPECT_EQ(note_of(table("0,1,2", 20, 3, kDecimals), options), "");
  ReadOptions expecting;
  expecting.expected = ExpectedColumns{{"0", "1"}, 2, "m.json"};
  EXPECT_EQ(names_of("1,0\n5,6\n", expecting), (Names{"1", "0"}));
  EXPECT_EQ(note_of("1,0\n5,6\n", expecting),
            "line 1 (1,0) was taken for names of columns, since m.json has these names; --header no takes it for a row "
            "of numbers");
  EXPECT_EQ(names_of("1,2\n5,6\n", expecting), Names{});
  EXPECT_EQ(names_of("0,1\n", expecting), Names{}) << "a single row is data";
}

// Rows of up to 9000 columns: the sample ends at 60,000 bytes, independently of the pieces.
TEST(Header, PiecesDecideAsTheWholeFileDoes) {
  const Scratch scratch;
  std::size_t headers = 0, cases = 0;
  for (const std::size_t columns : {2, 300, 3000, 9000}) {
    for (const std::size_t rows : {9, 10, 60}) {
      for (const Number& number : {kDecimals, kSmallIntegers, kPixels}) {
        const std::string path = scratch.put("x.csv", table(count(0, columns), rows, columns, number));
        const Data whole = read_data(path);
        ReadOptions little;
        little.memory = std::size_t{1} << 19;
        const RowReader pieces(path, little);
        EXPECT_EQ(pieces.names(), whole.names) << columns << " x " << rows;
        EXPECT_EQ(pieces.notes(), whole.notes);
        headers += !whole.names.empty();
        ++cases;
      }
    }
  }
  EXPECT_GT(headers, cases / 4);
  EXPECT_LT(headers, cases);
}

}  // namespace
}  // namespace mixseed::io
