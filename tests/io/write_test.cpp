#include <bit>
#include <cstdint>

#include "mixseed/io.h"
#include "scratch.h"

namespace mixseed::io {
namespace {

struct WriteData : testing::Test {
  Scratch scratch;
};

const std::vector<double> kExtremes{5e-324,
                                    -0.0,
                                    1e308,
                                    0.1,
                                    -2.2250738585072009e-308,
                                    1.7976931348623157e308,
                                    1.0 / 3,
                                    12345678901234567890.0,
                                    1e22,
                                    9007199254740993.0};

void expect_same_bits(const Data& data, const std::vector<double>& wanted) {
  ASSERT_EQ(data.view.rows() * data.view.columns(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const double got = data.view.at(i / data.view.columns(), i % data.view.columns());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(wanted[i])) << wanted[i];
  }
}

TEST_F(WriteData, CsvInPartsIsTheSameText) {
  const std::vector<double> numbers(60000, 100000.0 / 3);
  const DataView view(numbers.data(), 20000, 3);
  write_data(scratch.path("a.csv"), view, {"a", "b;c", ""});
  std::string text;
  std::size_t parts = 0;
  write_csv(view, {"a", "b;c", ""}, [&](std::string_view part) {
    EXPECT_TRUE(part.empty() || part.back() == '\n');
    text += part;
    ++parts;
  });
  EXPECT_GT(parts, 2u);
  EXPECT_EQ(text, scratch.get("a.csv"));
  EXPECT_TRUE(text.starts_with("a,\"b;c\",\"\"\n33333.333333333336,"));
}

TEST_F(WriteData, CsvHasAHeaderOnlyWhenThereAreNames) {
  const std::vector<double> numbers{1, 2.5, -3, 0.1};
  write_data(scratch.path("a.csv"), DataView(numbers.data(), 2, 2));
  EXPECT_EQ(scratch.get("a.csv"), "1,2.5\n-3,0.1\n");
  write_data(scratch.path("b.csv"), DataView(numbers.data(), 2, 2), {"x", "y"});
  EXPECT_EQ(scratch.get("b.csv"), "x,y\n1,2.5\n-3,0.1\n");
}

TEST_F(WriteData, CsvAndNpyReadBackToTheSameBits) {
  for (const char* name : {"a.csv", "a.npy", "a.txt"}) {
    write_data(scratch.path(name), DataView(kExtremes.data(), 5, 2));
    expect_same_bits(read_data(scratch.path(name)), kExtremes);
  }
}

TEST_F(WriteData, FloatsStayFloats) {
  const std::vector<float> floats{0.1f, 1e-45f, 3e38f, -0.0f};
  write_data(scratch.path("a.npy"), DataView(floats.data(), 2, 2));
  const Data data = read_data(scratch.path("a.npy"));
  ASSERT_NE(data.view.floats(), nullptr);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(data.view.floats()[i], floats[i]);
  write_data(scratch.path("a.csv"), DataView(floats.data(), 2, 2));
  EXPECT_EQ(scratch.get("a.csv"), "0.1,1e-45\n3e+38,-0\n");
}

TEST_F(WriteData, ColumnMajorViewsAreWrittenByRow) {
  const std::vector<double> columns{1, 3, 2, 4};
  write_data(scratch.path("a.csv"), DataView(columns.data(), 2, 2, 1, 2));
  EXPECT_EQ(scratch.get("a.csv"), "1,2\n3,4\n");
}

TEST_F(WriteData, NamesSurviveTheRoundTrip) {
  const std::vector<std::string> names{"plain", "a,b", "say \"hi\"", " blank ", "", "two\nlines", "semi;colon"};
  const std::vector<double> numbers(7, 1.0);
  write_data(scratch.path("a.csv"), DataView(numbers.data(), 1, 7), names);
  EXPECT_EQ(read_data(scratch.path("a.csv")).names, names);
}

TEST_F(WriteData, WrongNumberOfNamesIsAUsageError) {
  const std::vector<double> numbers{1, 2};
  EXPECT_EQ(message_of([&] { write_data(scratch.path("a.csv"), DataView(numbers.data(), 1, 2), {"x"}); },
                       ErrorCode::usage, &scratch),
            "a.csv: got 1 column names, expected 2, one for each column");
}

TEST_F(WriteData, CompressedNamesAreRefused) {
  const std::vector<double> numbers{1};
  for (const std::string name : {"a.csv.gz", "a.csv.zst"}) {
    EXPECT_EQ(
        message_of([&] { write_data(scratch.path(name), DataView(numbers.data(), 1, 1)); }, ErrorCode::usage, &scratch),
        name + ": rows are not written compressed, expected a name in .csv or .npy");
  }
  EXPECT_EQ(scratch.count(), 0u);
}

TEST_F(WriteData, DashIsStandardOutput) {
  const std::vector<double> numbers{1, 2};
  testing::internal::CaptureStdout();
  write_data("-", DataView(numbers.data(), 1, 2));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "1,2\n");
}

}  // namespace
}  // namespace mixseed::io
