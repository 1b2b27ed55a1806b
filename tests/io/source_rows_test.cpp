#include "io/source_rows.h"

#include "scratch.h"

namespace mixseed::io {
namespace {

using Lines = std::vector<std::string>;

SourceRows source(std::string_view text, const ReadOptions& options = {},
                  const std::vector<std::size_t>& dropped = {}) {
  return source_of(inspect_table(text, "f.csv", options), dropped, options, "f.csv");
}

TEST(SourceRows, KeepWhatIsNoNumberAndWriteCommas) {
  const SourceRows rows = source("day;a;b\n2020-01-02;1,5;\"x; y\"\n\n2020-01-03;02;\n", {.delimiter = ';'});
  EXPECT_EQ(rows.header, "day,a,b");
  EXPECT_EQ(rows.rows, (Lines{"2020-01-02,\"1,5\",\"x; y\"", "2020-01-03,02,"}));
}

TEST(SourceRows, GetNamesWhereThereAreNone) {
  EXPECT_EQ(source("1 2\n3 4\n").header, "x1,x2");
  EXPECT_EQ(source("1 2\n3 4\n").rows, (Lines{"1,2", "3,4"}));
}

TEST(SourceRows, LeaveOutRowsAndColumns) {
  const SourceRows rows = source("a,component,b\n1,2,3\n4,5,6\n7,8,9\n", {.source_without = {"component"}}, {1});
  EXPECT_EQ(rows.header, "a,b");
  EXPECT_EQ(rows.rows, (Lines{"1,3", "7,9"}));
}

TEST(SourceRows, OfNumbersAreExact) {
  const double numbers[] = {0.1, 1e300, -2, 1.0 / 3};
  const SourceRows rows = source_of(DataView(numbers, 2, 2));
  EXPECT_EQ(rows.header, "x1,x2");
  EXPECT_EQ(rows.rows, (Lines{"0.1,1e+300", "-2,0.3333333333333333"}));
}

}  // namespace
}  // namespace mixseed::io
