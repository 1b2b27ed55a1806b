#include "io/fields.h"

#include "scratch.h"

namespace mixseed::io {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows(std::string_view text, char delimiter) {
  Fields fields(text, delimiter, 1, "f.csv");
  Rows result;
  while (fields.next_row()) result.push_back(fields.row());
  return result;
}

TEST(Fields, SplitsAndTrims) {
  EXPECT_EQ(rows("a, b ,c\n1,2,3\n", ','), (Rows{{"a", "b", "c"}, {"1", "2", "3"}}));
  EXPECT_EQ(rows("a\t b\tc d", '\t'), (Rows{{"a", "b", "c d"}}));
  EXPECT_EQ(rows("  1   2\t3  \n", kBlanks), (Rows{{"1", "2", "3"}}));
}

TEST(Fields, KeepsEmptyFields) {
  EXPECT_EQ(rows(",a,,b,\n", ','), (Rows{{"", "a", "", "b", ""}}));
  EXPECT_EQ(rows("1,", ','), (Rows{{"1", ""}}));
  EXPECT_EQ(rows("\t1", '\t'), (Rows{{"", "1"}}));
}

TEST(Fields, AcceptsEveryLineEnd) {
  EXPECT_EQ(rows("1,2\r\n3,4\r\n", ','), (Rows{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(rows("1,2\r3,4\r", ','), (Rows{{"1", "2"}, {"3", "4"}}));
  EXPECT_EQ(rows("1,2\n3,4", ','), (Rows{{"1", "2"}, {"3", "4"}}));
}

TEST(Fields, SkipsBlankLines) {
  EXPECT_EQ(rows("\n\n1\n  \n2\r\n\r\n \t\n", ','), (Rows{{"1"}, {"2"}}));
  EXPECT_TRUE(rows("", ',').empty());
  EXPECT_TRUE(rows(" \n ", ',').empty());
}

TEST(Fields, TakesQuotesOff) {
  EXPECT_EQ(rows("\"a,b\",\"say \"\"hi\"\"\",\"\"\n", ','), (Rows{{"a,b", "say \"hi\"", ""}}));
  EXPECT_EQ(rows(" \"a\" , \"b\" ", ','), (Rows{{"a", "b"}}));
  EXPECT_EQ(rows("\"a b\" \"c\"", kBlanks), (Rows{{"a b", "c"}}));
  EXPECT_EQ(rows("5\",6", ','), (Rows{{"5\"", "6"}})) << "a quote inside a field is a character";
}

TEST(Fields, CountsPhysicalLines) {
  Fields fields("\"x\ny\r\nz\",1\n\n2,3\n", ',', 1, "f.csv");
  ASSERT_TRUE(fields.next_row());
  EXPECT_EQ(fields.field(), "x\ny\r\nz");
  EXPECT_EQ(fields.line(), 3u);
  EXPECT_FALSE(fields.end_of_row());
  fields.skip();
  EXPECT_TRUE(fields.end_of_row());
  ASSERT_TRUE(fields.next_row());
  EXPECT_EQ(fields.row_line(), 5u);
}

TEST(Fields, QuoteWithoutEndNamesTheLine) {
  EXPECT_EQ(message_of([] { rows("1,2\n3,\"4\n5,6\n", ','); }, ErrorCode::input),
            "f.csv: line 2: a quote is opened and never closed");
}

TEST(Fields, TextAfterAQuoteNamesTheLine) {
  EXPECT_EQ(message_of([] { rows("1\n\"2\"x\n", ','); }, ErrorCode::input),
            "f.csv: line 2: got 'x' after a closing quote, expected the end of the field");
}

TEST(Fields, NumberReadsOnlyWholeFields) {
  Fields fields(" 1.5 ,2x,\"3\"", ',', 1, "f.csv");
  double value = 0;
  ASSERT_TRUE(fields.next_row());
  EXPECT_TRUE(fields.number(value));
  EXPECT_EQ(value, 1.5);
  EXPECT_FALSE(fields.end_of_row());
  EXPECT_FALSE(fields.number(value));
  EXPECT_EQ(fields.field(), "2x");
  EXPECT_FALSE(fields.end_of_row());
  EXPECT_FALSE(fields.number(value));
  EXPECT_EQ(fields.field(), "3");
  EXPECT_TRUE(fields.end_of_row());
}

TEST(Delimiter, IsTheOneThatBothRowsAgreeOn) {
  EXPECT_EQ(find_delimiter("a,b\n1,2\n"), ',');
  EXPECT_EQ(find_delimiter("a;b\n1;2\n"), ';');
  EXPECT_EQ(find_delimiter("a\tb c\n1\t2\n"), '\t');
  EXPECT_EQ(find_delimiter("  a   b\n 1 2\n"), kBlanks);
  EXPECT_EQ(find_delimiter("1, 2\n3, 4\n"), ',');
  EXPECT_EQ(find_delimiter("\n\n1;2"), ';');
}

TEST(Delimiter, DecimalCommasDoNotHideTheSemicolon) { EXPECT_EQ(find_delimiter("1,5;2,5\n3,5;4,5\n"), ';'); }

TEST(Delimiter, ForeignDelimiterInAHeaderDoesNotMislead) {
  EXPECT_EQ(find_delimiter("a;b,c\n1,2\n"), ',');
  EXPECT_EQ(find_delimiter("a (m, s),b\n1,2\n"), ',') << "no candidate fits; the first that occurs is taken";
}

TEST(Delimiter, IgnoresWhatIsInQuotes) {
  EXPECT_EQ(find_delimiter("\"a;b\",\"c;d\"\n1,2\n"), ',');
  EXPECT_EQ(find_delimiter("\"a\"\";\n;b\",\"c;d\"\n1,2\n"), ',');
}

TEST(Delimiter, OneColumnWithBlanksInItsNameStaysOneColumn) {
  EXPECT_EQ(find_delimiter("my column\n1\n2\n"), ',');
  EXPECT_EQ(find_delimiter("1 2\n3\n"), kBlanks) << "numbers are no name";
  EXPECT_EQ(find_delimiter("1\n2\n"), ',');
}

TEST(WholeRows, EndWhereTheLastLineEnds) {
  const auto whole = [](std::string_view text) { return text.substr(0, whole_rows(text, ',', 1)); };
  EXPECT_EQ(whole("1,2\n3,4\n5"), "1,2\n3,4\n");
  EXPECT_EQ(whole("1,2\r\n3,4\r\n5,"), "1,2\r\n3,4\r\n");
  EXPECT_EQ(whole("1,2\r3,4\r5"), "1,2\r3,4\r");
  EXPECT_EQ(whole("1,2\r3,4\r"), "1,2\r") << "an LF may follow";
  EXPECT_EQ(whole("1,2"), "");
  EXPECT_EQ(whole("\n \n1,2"), "") << "blank lines are no rows";
  EXPECT_EQ(whole(""), "");
}

TEST(WholeRows, DoNotEndInsideQuotes) {
  const auto whole = [](std::string_view text) { return text.substr(0, whole_rows(text, ',', 1)); };
  EXPECT_EQ(whole("1,\"a\nb\"\n2,\"c\nd"), "1,\"a\nb\"\n");
  EXPECT_EQ(whole("1,\"a\n\"\"\nb\"\n2"), "1,\"a\n\"\"\nb\"\n");
  EXPECT_EQ(whole("\"a\nb"), "");
  EXPECT_EQ(whole("1,5\" disk\n2,x"), "1,5\" disk\n") << "a quote inside a field is a letter";
  EXPECT_EQ(whole("\"a\"\r\"b\"\r"), "\"a\"\r");
}

TEST(WholeRows, AreAllOfATextWithWrongQuotesSoThatTheyAreSeen) {
  const std::string text = "1,2\n\"a\"b,3\n4";
  EXPECT_EQ(whole_rows(text, ',', 1), text.size());
}

TEST(WholeRows, AreNoneWhenTheyAreTooFew) {
  EXPECT_EQ(whole_rows("1,2\n\n3", ',', 2), 0u);
  EXPECT_EQ(whole_rows("\"1\",2\n3", ',', 2), 0u);
  EXPECT_EQ(whole_rows("1,2\n3,4\n5", ',', 2), 8u);
  EXPECT_FALSE(has_two_rows("a,b\n1,2"));
  EXPECT_TRUE(has_two_rows("a,b\n1,2\n"));
}

}  // namespace
}  // namespace mixseed::io
