#include "io/message.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace mixseed::io {
namespace {

TEST(Message, ShowsPlainTextInQuotes) { EXPECT_EQ(shown("abc"), "'abc'"); }

TEST(Message, CutsLongText) { EXPECT_EQ(shown(std::string(100, 'x')), "'" + std::string(40, 'x') + "...'"); }

TEST(Message, EscapesControlCharactersAndBrokenUtf8) {
  EXPECT_EQ(shown(std::string_view("a\0b\x1b[31m\x7f", 9)), "'a\\x00b\\x1b[31m\\x7f'");
  EXPECT_EQ(shown("\xff\xc3"), "'\\xff\\xc3'");
  EXPECT_EQ(shown("\xc2\x9b"), "'\\xc2\\x9b'") << "a control character in two bytes";
  EXPECT_EQ(shown("\xed\xa0\x80"), "'\\xed\\xa0\\x80'") << "a surrogate";
  EXPECT_EQ(shown("\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf\xf5"), "'\\xc0\\xaf\\xe0\\x80\\xaf\\xf0\\x80\\x80\\xaf\\xf5'");
}

TEST(Message, KeepsValidUtf8AndNeverCutsACharacter) {
  EXPECT_EQ(shown("h\xc3\xb6he \xe2\x82\xac \xf0\x9f\x98\x80"), "'h\xc3\xb6he \xe2\x82\xac \xf0\x9f\x98\x80'");
  std::string long_text, cut;
  for (int i = 0; i < 50; ++i) long_text += "\xc3\xb6";
  for (int i = 0; i < 40; ++i) cut += "\xc3\xb6";
  EXPECT_EQ(shown(long_text), "'" + cut + "...'");
}

TEST(Message, NamesColumnsFromOne) {
  EXPECT_EQ(column_place(2, {}), "column 3");
  EXPECT_EQ(column_place(1, {"a", "b"}), "column 2 (b)");
}

TEST(Message, ListsColumns) {
  EXPECT_EQ(column_list(2, {"a", "b"}), "1 a, 2 b");
  EXPECT_EQ(column_list(2, {"a, b", "c"}), "1 \"a, b\", 2 c") << "as a choice would write it";
  EXPECT_EQ(column_list(2, {"", "c"}), "1 \"\", 2 c");
  EXPECT_EQ(column_list(4, {}), "1 to 4, without names");
  EXPECT_EQ(column_list(1, {}), "1, without a name");
  const std::string many = column_list(100, std::vector<std::string>(100, "x"));
  EXPECT_NE(many.find("20 x, ... 100 in all"), std::string::npos) << many;
}

TEST(Message, WritesRanges) {
  EXPECT_EQ(column_ranges({0, 1, 2, 3, 5}), "1-4,6");
  EXPECT_EQ(column_ranges({0}), "1");
  EXPECT_EQ(column_ranges({}), "");
}

TEST(Message, FailPutsThePlaceFirst) {
  try {
    fail(ErrorCode::output, "x.csv", "cannot be written: " + system_reason(ENOSPC));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::output);
    EXPECT_STREQ(error.what(), "x.csv: cannot be written: No space left on device");
  }
}

}  // namespace
}  // namespace mixseed::io
