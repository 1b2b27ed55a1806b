#include "io/table_text.h"

#include <bit>

#include "scratch.h"

namespace mixseed::io {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

struct Parsed {
  TableLayout layout;
  TableRows rows;
};

// `text` must outlive the result's layout.
Parsed parse(std::string_view text, const ReadOptions& options = {}) {
  TableLayout layout = inspect_table(text, "f.csv", options);
  const ColumnChoice choice = choose_columns(options, layout.columns, "f.csv");
  TableRows rows = parse_table(layout, choice, "f.csv", options);
  return {std::move(layout), std::move(rows)};
}

std::string refusal(std::string_view text, const ReadOptions& options = {}) {
  return message_of([&] { parse(text, options); }, ErrorCode::input);
}

TEST(TableText, ReadsNumbersWithAndWithoutHeader) {
  const Parsed headed = parse("a,b\n1,2\n3,4\n");
  EXPECT_EQ(headed.layout.columns.names, (Names{"a", "b"}));
  EXPECT_EQ(headed.rows.features, (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(headed.rows.rows, 2u);
  const Parsed bare = parse("1,2\n3,4\n");
  EXPECT_TRUE(bare.layout.columns.names.empty());
  EXPECT_EQ(bare.rows.features, (Numbers{1, 2, 3, 4}));
}

TEST(TableText, AnIndexIsAFirstColumnWithoutANameThatCountsTheRows) {
  const auto has_index = [](std::string_view text) { return inspect_table(text, "f.csv").columns.has_index; };
  EXPECT_TRUE(has_index(",a\n0,5\n1,6\n2,7\n"));
  EXPECT_TRUE(has_index(",a\n1,5\n2,6\n"));
  EXPECT_TRUE(has_index("\"\",\"a\"\n\"1\",5\n\"2\",6\n")) << "as R writes it";
  EXPECT_TRUE(has_index(",a\n0,x\n1,\n")) << "whatever the others are";
  EXPECT_FALSE(has_index(",a\n2,5\n3,6\n"));
  EXPECT_FALSE(has_index(",a\n-1,5\n0,6\n"));
  EXPECT_FALSE(has_index(",a\n0,5\n1,6\n3,7\n"));
  EXPECT_FALSE(has_index(",a\n0,5\nx,6\n"));
  EXPECT_FALSE(has_index("id,a\n0,5\n1,6\n")) << "with a name it is a column";
  EXPECT_FALSE(has_index("0,5\n1,6\n"));
}

TEST(TableText, NamesInLatin1ComeInUtf8) {
  EXPECT_EQ(parse("Gr\xf6\xdf"
                  "e,b\n1,2\n")
                .layout.columns.names,
            (Names{"Gr\xc3\xb6\xc3\x9f"
                   "e",
                   "b"}));
}

TEST(TableText, ReadsEveryDelimiter) {
  for (const char* text : {"1,2\n3,4", "1;2\n3;4", "1\t2\n3\t4", "1 2\n3 4", "  1    2 \n3\t 4  \n", "1, 2\n3 ,4"}) {
    EXPECT_EQ(parse(text).rows.features, (Numbers{1, 2, 3, 4})) << text;
  }
}

TEST(TableText, SurvivesBomCrlfQuotesBlankLinesAndNoFinalNewline) {
  const Parsed parsed = parse("\xef\xbb\xbf\"a, x\",\"b \"\"q\"\"\"\r\n\r\n\"1\",+2\r\n\r\n 3 ,4e0\r\n\r\n\r\n5,6");
  EXPECT_EQ(parsed.layout.columns.names, (Names{"a, x", "b \"q\""}));
  EXPECT_EQ(parsed.rows.features, (Numbers{1, 2, 3, 4, 5, 6}));
}

TEST(TableText, ReadsOneColumnAndOneRow) {
  EXPECT_EQ(parse("x\n1\n2\n").rows.features, (Numbers{1, 2}));
  EXPECT_EQ(parse("7").rows.features, (Numbers{7}));
  EXPECT_EQ(parse("my name\n1\n").layout.columns.names, (Names{"my name"}));
}

TEST(TableText, ReadsExtremesToTheBit) {
  const Parsed parsed = parse("5e-324,-0.0,1e308,2.2250738585072014e-308,0.1,1.7976931348623157e308,1e-400\n");
  const Numbers wanted{5e-324, -0.0, 1e308, 2.2250738585072014e-308, 0.1, 1.7976931348623157e308, 0.0};
  ASSERT_EQ(parsed.rows.features.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(parsed.rows.features[i]), std::bit_cast<std::uint64_t>(wanted[i])) << i;
  }
}

TEST(TableText, ColumnsOfNumbersAsNamesAreAHeaderBesideAText) {
  EXPECT_EQ(parse("x,2000,2001\n1,2,3\n").layout.columns.names, (Names{"x", "2000", "2001"}));
}

TEST(TableText, HeaderWithAnEmptyNameIsAHeader) {
  EXPECT_EQ(parse(",a\n1,2\n").layout.columns.names, (Names{"", "a"}));
}

TEST(TableText, RowWithLabelsIsNoHeader) {
  const Parsed parsed = parse("5.1,3.5,setosa\n4.9,3.0,setosa\n", {"1-2", ""});
  EXPECT_EQ(parsed.rows.features, (Numbers{5.1, 3.5, 4.9, 3.0}));
}

TEST(TableText, MissingValueInTheFirstRowDoesNotMakeItAHeader) {
  EXPECT_EQ(refusal("1,NA\n2,3\n"),
            "f.csv: line 1, column 2: got 'NA', expected a number; --missing drop leaves out rows with missing values, "
            "--missing marginal uses what they have (fit, predict, score)");
  EXPECT_EQ(refusal("1,\n2,3\n"),
            "f.csv: line 1, column 2: got an empty field, expected a number; if every line ends in a delimiter, leave "
            "out the last column: --exclude 2; --missing drop leaves out rows with missing values, --missing marginal "
            "uses what they have (fit, predict, score)");
}

TEST(TableText, ChosenColumnsComeInTheirOrderAndTheRestMayBeAnything) {
  const Parsed parsed = parse("id,x,y\n\"a, b\",1,2\nc,3,4\n", {"y,x", ""});
  EXPECT_EQ(parsed.rows.features, (Numbers{2, 1, 4, 3}));
}

TEST(TableText, WeightsColumnIsReadApartWithItsLines) {
  const Parsed parsed = parse("x,w\n1,2\n\n3,4\n", {"", "w"});
  EXPECT_EQ(parsed.rows.features, (Numbers{1, 3}));
  EXPECT_EQ(parsed.rows.weights, (Numbers{2, 4}));
  EXPECT_EQ(parsed.rows.lines, (std::vector<std::size_t>{2, 4}));
}

TEST(TableText, TheDelimiterCanBeGiven) {
  ReadOptions options;
  options.delimiter = '|';
  EXPECT_EQ(parse("a,x|b\n1|2\n", options).layout.columns.names, (Names{"a,x", "b"}));
  options.delimiter = ' ';
  EXPECT_EQ(parse("1 \t 2\n3 4\n", options).rows.features, (Numbers{1, 2, 3, 4}));
  options.delimiter = ';';
  EXPECT_EQ(refusal("1,2\n3,4\n", options),
            "f.csv: line 2, column 1 (1,2): got '3,4', expected a number; write decimal commas as points: tr , . < "
            "FILE | mixseed ... -");
}

TEST(TableText, TheHeaderCanBeGiven) {
  ReadOptions options;
  options.header = true;
  EXPECT_EQ(parse("2000,2001\n1,2\n", options).layout.columns.names, (Names{"2000", "2001"}));
  EXPECT_EQ(parse("2000,2001\n1,2\n", options).rows.features, (Numbers{1, 2}));
  EXPECT_EQ(refusal("1,2\n", options), "f.csv: has a header (line 1) but no rows, expected rows of numbers");
  options.header = false;
  EXPECT_EQ(refusal("a,b\n1,2\n", options), "f.csv: line 1, column 1: got 'a', expected a number");
}

TEST(TableText, RowsWithMissingValuesCanBeLeftOut) {
  ReadOptions options{"a,b", "w"};
  options.drop_missing = true;
  const Parsed parsed = parse("a,b,w,t\n1,,1,\n2,3,1,\nNA,4,1,x\n5,6,?,y\n7,nan,1,\n8,9,2,z\n", options);
  EXPECT_EQ(parsed.rows.features, (Numbers{2, 3, 8, 9})) << "what is not chosen may be missing";
  EXPECT_EQ(parsed.rows.weights, (Numbers{1, 2}));
  EXPECT_EQ(parsed.rows.lines, (std::vector<std::size_t>{3, 7}));
  EXPECT_EQ(parsed.rows.dropped, (std::vector<std::size_t>{0, 2, 3, 4}));
  EXPECT_EQ(parsed.rows.first_missing, "line 2, column 2 (b)");
}

TEST(TableText, OnlyMissingValuesAreLeftOut) {
  ReadOptions options;
  options.drop_missing = true;
  EXPECT_EQ(refusal("a,b\n1,\n2,inf\n", options), "f.csv: line 3, column 2 (b): got 'inf', expected a finite number");
  EXPECT_EQ(refusal("a,b\n1,\n2,#\n", options), "f.csv: line 3, column 2 (b): got '#', expected a number");
  EXPECT_EQ(refusal("a,b\n1,\n2\n", options), "f.csv: line 3: got 1 field, expected 2 as in line 1");
  EXPECT_EQ(refusal("a,b\n1,\n,3\n", options),
            "f.csv: all 2 rows have missing values, the first in line 2, column 2 (b)");
}

TEST(TableText, ADateGetsAHint) {
  EXPECT_EQ(refusal("day,x\n2024-01-31,1\n"),
            "f.csv: line 2, column 1 (day): got '2024-01-31', expected a number; convert dates to numbers or leave "
            "them out: --exclude day");
}

TEST(TableText, RefusesAnEmptyFile) {
  EXPECT_EQ(refusal(""), "f.csv: is empty, expected rows of numbers");
  EXPECT_EQ(refusal(" \n\r\n"), "f.csv: has blank lines only, expected rows of numbers");
  EXPECT_EQ(refusal("\xef\xbb\xbf"), "f.csv: has blank lines only, expected rows of numbers");
}

TEST(TableText, RefusesAHeaderWithoutRows) {
  EXPECT_EQ(refusal("a,b\n\n"), "f.csv: has a header (line 1) but no rows, expected rows of numbers");
}

TEST(TableText, RefusesBinaryFilesAndKnowsSomeByName) {
  const std::string wanted = ", expected text in UTF-8 with numbers (CSV, TSV or blanks), or .npy";
  EXPECT_EQ(refusal(std::string_view("1,2\n\0", 5)), "f.csv: is binary (byte 5 is zero)" + wanted);
  EXPECT_EQ(refusal(std::string_view("PK\x03\x04\0", 5)), "f.csv: is a zip archive (.npz, .xlsx)" + wanted);
  EXPECT_EQ(refusal(std::string_view("\xff\xfe"
                                     "1\0",
                                     4)),
            "f.csv: is UTF-16 text" + wanted);
  EXPECT_EQ(refusal(std::string_view("\xfe\xff\0"
                                     "1",
                                     4)),
            "f.csv: is UTF-16 text" + wanted);
  EXPECT_EQ(refusal(std::string_view("\x89HDF\0", 5)), "f.csv: is an HDF5 file" + wanted);
  EXPECT_EQ(refusal(std::string_view("PAR1\0", 5)),
            "f.csv: is a Parquet file" + wanted +
                "; save it as .npy (pandas.read_parquet, numpy.save) or fit it in Python: mixseed.chunks(FILE)");
  EXPECT_EQ(refusal(std::string_view("\xfd"
                                     "7zXZ\0",
                                     6)),
            "f.csv: is xz data" + wanted);
  EXPECT_EQ(refusal(std::string_view("BZh9\0", 5)), "f.csv: is bzip2 data" + wanted);
}

TEST(TableText, NamesTheLineOfARaggedRow) {
  EXPECT_EQ(refusal("a,b\n1,2\n3\n"), "f.csv: line 3: got 1 field, expected 2 as in line 1");
  EXPECT_EQ(refusal("\n1,2\n\n3,4,5\n"), "f.csv: line 4: got 3 fields, expected 2 as in line 2");
  EXPECT_EQ(refusal("1,2\n3,x,5\n"), "f.csv: line 2: got 3 fields, expected 2 as in line 1");
  EXPECT_EQ(refusal("1 2\n3\n"), "f.csv: line 2: got 1 field, expected 2 as in line 1");
  EXPECT_EQ(refusal("a,b,c\n1,2,x\n3,4\n", {"a,b", ""}), "f.csv: line 3: got 2 fields, expected 3 as in line 1");
}

TEST(TableText, NamesLineAndColumnOfANonNumericField) {
  EXPECT_EQ(refusal("1,2\n3,4#\n"), "f.csv: line 2, column 2: got '4#', expected a number");
  EXPECT_EQ(refusal("a,b\n1,2\n3,4#\n"), "f.csv: line 3, column 2 (b): got '4#', expected a number");
}

TEST(TableText, SuggestsNothingWhenNoOtherColumnIsNumeric) {
  EXPECT_EQ(refusal("x\n1\nabc\n"), "f.csv: line 3, column 1 (x): got 'abc', expected a number");
}

TEST(TableText, SuggestsToLeaveOutAColumnThatLooksLikeLabels) {
  EXPECT_EQ(refusal("a,b,c,d,kind\n1,2,3,4,setosa\n"),
            "f.csv: line 2, column 5 (kind): got 'setosa', expected a number; if these are labels, leave them out: "
            "--exclude kind");
  EXPECT_EQ(refusal("a,kind,b,c\n1,setosa,2,3\n", {"c,kind,a", ""}),
            "f.csv: line 2, column 2 (kind): got 'setosa', expected a number; if these are labels, leave them out: "
            "--exclude kind");
}

TEST(TableText, KnowsDecimalCommas) {
  EXPECT_EQ(refusal("a;b\n1,5;2,5\n"),
            "f.csv: line 2, column 1 (a): got '1,5', expected a number; write decimal commas as points: tr , . < "
            "FILE | mixseed ... -");
}

TEST(TableText, NamesLineAndColumnOfAnEmptyField) {
  EXPECT_EQ(refusal("a,b\n1,2\n,4\n"),
            "f.csv: line 3, column 1 (a): got an empty field, expected a number; --missing drop leaves out rows with "
            "missing values, --missing marginal uses what they have (fit, predict, score)");
}

TEST(TableText, NamesLineAndColumnOfNanInfAndOverflow) {
  EXPECT_EQ(refusal("a\n1\nnan\n"),
            "f.csv: line 3, column 1 (a): got 'nan', expected a finite number; --missing drop leaves out rows with "
            "missing values, --missing marginal uses what they have (fit, predict, score)");
  EXPECT_EQ(refusal("a\n1\n-Inf\n"), "f.csv: line 3, column 1 (a): got '-Inf', expected a finite number");
  EXPECT_EQ(refusal("nan\n1\n"),
            "f.csv: line 1, column 1: got 'nan', expected a finite number; --missing drop leaves out rows with missing "
            "values, --missing marginal uses what they have (fit, predict, score)");
  EXPECT_EQ(refusal("a\n1\n1e309\n"), "f.csv: line 3, column 1 (a): got '1e309', which is too large for a double");
}

TEST(TableText, CountsPhysicalLinesAcrossQuotedLineEnds) {
  EXPECT_EQ(refusal("t,x\n\"a\nb\",1\n\"c\",y\n", {"x", ""}),
            "f.csv: line 4, column 2 (x): got 'y', expected a number");
}

TEST(TableText, ShowsStrangeFieldsShortAndPrintable) {
  EXPECT_EQ(refusal("a\n1\n\x1b[2J" + std::string(50, '#') + "\n"),
            "f.csv: line 3, column 1 (a): got '\\x1b[2J" + std::string(36, '#') + "...', expected a number");
}

TEST(TableText, WideHeaderOverManyBlankLinesTakesLittleMemory) {
  std::string text = "a";
  for (int i = 0; i < 100000; ++i) text += ",a";
  text += std::string(1000000, '\n') + "1";
  EXPECT_EQ(refusal(text), "f.csv: line 1000001: got 1 field, expected 100001 as in line 1");
}

TEST(Table, RefusesRowsThatNoTableHasBeforeTheyFillTheMemory) {
  std::string wide;
  for (int i = 0; i < 1'000'001; ++i) wide += "1,";
  EXPECT_EQ(refusal(wide), "f.csv: line 1 has more than 1000000 fields");
  EXPECT_EQ(refusal("a,b\n1," + std::string(1'000'001, '7')),
            "f.csv: line 2, column 2: got a field of 1000001 bytes, expected a number or a name");
}

TEST(Table, RefusesNumbersBeyondTheLimit) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1,2\n";
  const TableLayout layout = inspect_table(text, "f.csv");
  const ColumnChoice choice{{0, 1}, {}, {}, {}};
  EXPECT_EQ(parse_table(layout, choice, "f.csv", {.memory = std::size_t{3} << 20}).rows, 100'000u);
  EXPECT_EQ(
      message_of([&] { parse_table(layout, choice, "f.csv", {.memory = std::size_t{1} << 20}); }, ErrorCode::failed)
          .substr(0, 53),
      "f.csv: needs more than the 1 MiB of memory that readi");
}

}  // namespace
}  // namespace mixseed::io
