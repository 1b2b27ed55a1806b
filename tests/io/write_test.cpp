#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <thread>

#include "mixseed/io.h"
#include "mixseed/pieces.h"
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

// The numbers 0, 1, 2, ... as rows of three, in pieces of `length` rows.
template <typename Number>
void add_pieces(RowWriter& writer, const std::vector<Number>& numbers, std::size_t length) {
  const DataView whole(numbers.data(), numbers.size() / 3, 3);
  for (std::size_t row = 0; row < whole.rows(); row += length) {
    writer.add(whole.slice(row, std::min(length, whole.rows() - row)));
  }
  writer.write();
}

TEST_F(WriteData, PiecesGiveTheBytesOfTheWhole) {
  std::vector<double> doubles(30000);
  std::iota(doubles.begin(), doubles.end(), 0.1);
  const std::vector<float> floats(doubles.begin(), doubles.end());
  for (const std::string name : {"a.npy", "a.csv"}) {
    for (const std::size_t length : {std::size_t{1}, std::size_t{777}, std::size_t{10000}}) {
      for (const auto rows : {std::optional<std::size_t>(), std::optional<std::size_t>(10000)}) {
        write_data(scratch.path(name), DataView(doubles.data(), 10000, 3), {"x", "y", "z"});
        const std::string wanted = scratch.get(name);
        RowWriter writer(scratch.path(name), {"x", "y", "z"}, rows);
        add_pieces(writer, doubles, length);
        std::filesystem::remove(scratch.path(name));
        writer.publish();
        EXPECT_EQ(scratch.get(name), wanted);
      }
    }
    write_data(scratch.path(name), DataView(floats.data(), 10000, 3));
    const std::string wanted = scratch.get(name);
    RowWriter writer(scratch.path(name));
    add_pieces(writer, floats, 100);
    writer.publish();
    EXPECT_EQ(scratch.get(name), wanted);
  }
}

TEST_F(WriteData, PiecesThatAreNotPublishedLeaveNothing) {
  const std::vector<double> numbers(300000, 1.0);
  {
    RowWriter writer(scratch.path("a.npy"));
    add_pieces(writer, numbers, 1000);
  }
  EXPECT_EQ(scratch.count(), 0u);
}

TEST_F(WriteData, APipeGetsAnArrayWithTheRightNumberOfRows) {
  const std::vector<double> numbers(9000, 0.5);
  write_data(scratch.path("file.npy"), DataView(numbers.data(), 3000, 3));
  ASSERT_EQ(mkfifo(scratch.path("pipe.npy").c_str(), 0600), 0);
  for (const auto rows : {std::optional<std::size_t>(), std::optional<std::size_t>(3000)}) {
    std::string got;
    std::thread reader([&] { got = scratch.get("pipe.npy"); });
    {
      RowWriter writer(scratch.path("pipe.npy"), {}, rows);
      add_pieces(writer, numbers, 10);
      writer.publish();
    }
    reader.join();
    EXPECT_EQ(got, scratch.get("file.npy"));
  }
}

TEST_F(WriteData, PiecesHaveToBeAlikeAndAsManyRowsAsWereSaid) {
  const std::vector<double> doubles(6);
  const std::vector<float> floats(6);
  RowWriter writer(scratch.path("a.npy"), {}, 4);
  writer.add(DataView(doubles.data(), 2, 3));
  const auto refusal = [&](const auto& action) { return message_of(action, ErrorCode::usage, &scratch); };
  const std::string unlike = "a.npy: got rows of another width or type than before";
  EXPECT_EQ(refusal([&] { writer.add(DataView(doubles.data(), 3, 2)); }), unlike);
  EXPECT_EQ(refusal([&] { writer.add(DataView(floats.data(), 2, 3)); }), unlike);
  EXPECT_EQ(refusal([&] { writer.write(); }), "a.npy: got 2 rows, expected 4");
}

}  // namespace
}  // namespace mixseed::io
