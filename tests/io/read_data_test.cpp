#include <cstring>
#include <limits>

#include "io/npy.h"
#include "mixseed/io.h"
#include "scratch.h"

namespace mixseed::io {
namespace {

using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

Numbers values(const Data& data) {
  Numbers out;
  for (std::size_t row = 0; row < data.view.rows(); ++row) {
    for (std::size_t column = 0; column < data.view.columns(); ++column) out.push_back(data.view.at(row, column));
  }
  return out;
}

Numbers weights(const Data& data) {
  if (data.view.weights() == nullptr) return {};
  return {data.view.weights(), data.view.weights() + data.view.rows()};
}

std::string array(const Numbers& numbers, std::size_t rows) {
  return npy(DataView(numbers.data(), rows, numbers.size() / rows));
}

struct ReadData : testing::Test {
  Scratch scratch;

  std::string refusal(const std::string& path, const ReadOptions& options = {}, ErrorCode code = ErrorCode::input) {
    return message_of([&] { read_data(path, options); }, code, &scratch);
  }
};

TEST_F(ReadData, ReadsTextWithNames) {
  const Data data = read_data(scratch.put("f.csv", "a,b\n1,2\n3,4\n"));
  EXPECT_EQ(values(data), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(data.names, (Names{"a", "b"}));
  EXPECT_TRUE(weights(data).empty());
}

TEST_F(ReadData, ComesInTheOrderThatIsExpected) {
  const ReadOptions options{"", "", ExpectedColumns{{"b", "a"}, 2, "m.json"}};
  const Data text = read_data(scratch.put("f.csv", "a,x,b\n1,9,2\n3,9,4\n"), options);
  EXPECT_EQ(values(text), (Numbers{2, 1, 4, 3}));
  EXPECT_EQ(text.names, (Names{"b", "a"}));
  EXPECT_EQ(values(read_data(scratch.put("f.npy", array({1, 2, 3, 4}, 2)), options)), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(refusal(scratch.put("g.npy", array({1, 2, 3}, 1)), options),
            "g.npy: has 3 columns, but m.json has 1 b, 2 a (--columns chooses columns)");
}

TEST_F(ReadData, NotesWhatItLeavesOut) {
  const Data data = read_data(scratch.put("f.csv", ",a\n0,1\n1,3\n"));
  EXPECT_EQ(values(data), (Numbers{1, 3}));
  ASSERT_EQ(data.notes.size(), 1u);
  EXPECT_EQ(data.notes[0], scratch.path("f.csv") +
                               ": column 1 has no name and only counts the rows: left out (--columns 1-2 keeps it)");
  EXPECT_EQ(read_data(scratch.put("w.csv", ",a,w\n0,1,2\n1,3,4\n"), {"", "w"}).notes.size(), 1u);
  EXPECT_TRUE(read_data(scratch.put("g.csv", "a,b\n0,1\n1,3\n")).notes.empty());
}

TEST_F(ReadData, LeavesOutRowsWithMissingValuesAndSaysHowMany) {
  ReadOptions options;
  options.drop_missing = true;
  const Data data = read_data(scratch.put("f.csv", "a,b\n1,\n3,4\nNA,6\n"), options);
  EXPECT_EQ(values(data), (Numbers{3, 4}));
  EXPECT_EQ(data.dropped, 2u);
  ASSERT_EQ(data.notes.size(), 1u);
  EXPECT_EQ(data.notes[0],
            scratch.path("f.csv") + ": 2 of 3 rows left out for missing values, the first in line 2, column 2 (b)");
  options.weights = scratch.put("w.csv", "5\n6\n7\n");
  EXPECT_EQ(weights(read_data(scratch.path("f.csv"), options)), (Numbers{6})) << "a file has a weight for every row";
  const Data whole = read_data(scratch.put("g.csv", "a\n1\n"), {.columns = "", .weights = "", .drop_missing = true});
  EXPECT_TRUE(whole.notes.empty());
  EXPECT_EQ(whole.dropped, 0u);
}

TEST_F(ReadData, InAnArrayNanIsMissing) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const std::string path = scratch.put("f.npy", array({1, nan, 3, 4, 5, 6}, 3));
  EXPECT_EQ(refusal(path),
            "f.npy: row 1, column 2: got nan, expected a finite number; --missing drop leaves out rows with missing "
            "values, --missing marginal uses what they have (fit, predict, score)");
  ReadOptions options;
  options.drop_missing = true;
  const Data data = read_data(path, options);
  EXPECT_EQ(values(data), (Numbers{3, 4, 5, 6}));
  EXPECT_EQ(data.dropped, 1u);
  EXPECT_EQ(data.notes[0], path + ": 1 of 3 rows left out for missing values, the first in row 1");
  options.weights = "2";
  EXPECT_EQ(values(read_data(path, options)), (Numbers{3, 5}));
  EXPECT_EQ(weights(read_data(path, options)), (Numbers{4, 6}));
  options.weights = "";
  EXPECT_EQ(refusal(scratch.put("g.npy", array({1, nan, 3, inf}, 2)), options),
            "g.npy: row 2, column 2: got inf, expected a finite number");
  EXPECT_EQ(refusal(scratch.put("h.npy", array({1, nan}, 1)), options), "h.npy: all 1 rows have missing values");
}

TEST_F(ReadData, GivesTheSameForEveryContainer) {
  const std::string text = "1,2\n3,4\n", npy = array({1, 2, 3, 4}, 2);
  for (const std::string& content : {text, gzip(text), zstd(text), npy, gzip(npy), zstd(npy)}) {
    const Data data = read_data(scratch.put("any.name", content));
    EXPECT_EQ(values(data), (Numbers{1, 2, 3, 4}));
    EXPECT_TRUE(data.names.empty());
  }
}

TEST_F(ReadData, MapsAnArray) {
  const std::string path = scratch.put("f.npy", array({1, 2, 3, 4}, 2));
  const Data data = read_data(path);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data.view.doubles()) % 4096, 128u % 4096) << "128 bytes of header";
  std::filesystem::remove(path);
  EXPECT_EQ(values(data), (Numbers{1, 2, 3, 4}));
}

TEST_F(ReadData, ChoosesColumns) {
  const Data text = read_data(scratch.put("f.csv", "a,b,c\n1,x,2\n3,y,4\n"), {"c,1", ""});
  EXPECT_EQ(values(text), (Numbers{2, 1, 4, 3}));
  EXPECT_EQ(text.names, (Names{"c", "a"}));
  const Data npy = read_data(scratch.put("f.npy", array({1, 2, 3, 4, 5, 6}, 2)), {"3,1", ""});
  EXPECT_EQ(values(npy), (Numbers{3, 1, 6, 4}));
}

TEST_F(ReadData, UnknownColumnIsAUsageError) {
  EXPECT_EQ(refusal(scratch.put("f.csv", "a,b\n1,2\n"), {"x", ""}, ErrorCode::usage),
            "f.csv: there is no column 'x'; the columns are 1 a, 2 b");
  EXPECT_EQ(refusal(scratch.put("f.npy", array({1, 2}, 1)), {"a", ""}, ErrorCode::usage),
            "f.npy: there is no column 'a'; the columns are 1 to 2, without names");
}

TEST_F(ReadData, TakesWeightsFromAColumn) {
  const Data text = read_data(scratch.put("f.csv", "a,w\n1,2\n3,0\n"), {"", "w"});
  EXPECT_EQ(values(text), (Numbers{1, 3}));
  EXPECT_EQ(weights(text), (Numbers{2, 0}));
  EXPECT_EQ(text.names, (Names{"a"}));
  const Data npy = read_data(scratch.put("f.npy", array({1, 2, 3, 4}, 2)), {"", "1"});
  EXPECT_EQ(values(npy), (Numbers{2, 4}));
  EXPECT_EQ(weights(npy), (Numbers{1, 3}));
}

TEST_F(ReadData, TakesWeightsFromAFile) {
  const std::string data = scratch.put("f.csv", "1,2\n3,4\n");
  for (const std::string& content : {std::string("w\n5\n6\n"), std::string("5\n6"), gzip("5\n6\n"), array({5, 6}, 2)}) {
    EXPECT_EQ(weights(read_data(data, {"", scratch.put("w", content)})), (Numbers{5, 6}));
  }
}

TEST_F(ReadData, RefusesBadWeights) {
  EXPECT_EQ(refusal(scratch.put("f.csv", "a,w\n1,2\n\n3,-1\n"), {"", "w"}),
            "f.csv: line 4: got the weight -1, expected a finite number that is not negative");
  EXPECT_EQ(refusal(scratch.put("f.csv", "a,w\n1,0\n3,0\n"), {"", "w"}),
            "f.csv: all weights are zero, expected at least one that is positive");
  EXPECT_EQ(refusal(scratch.put("f.csv", "a,w\n1,inf\n"), {"", "w"}),
            "f.csv: line 2, column 2 (w): got 'inf', expected a finite number");
  EXPECT_EQ(refusal(scratch.put("f.npy", array({1, 2, 3, -4}, 2)), {"", "2"}),
            "f.npy: row 2: got the weight -4, expected a finite number that is not negative");
}

TEST_F(ReadData, RefusesABadWeightsFile) {
  const std::string data = scratch.put("f.csv", "1,2\n3,4\n");
  const auto refused = [&](const std::string& content) { return refusal(data, {"", scratch.put("w", content)}); };
  EXPECT_EQ(refused("1\n2\n3\n"), "w: got 3 weights, expected 2, one for each row of f.csv");
  EXPECT_EQ(refused("1,2\n"), "w: got 2 columns, expected one column of weights");
  EXPECT_EQ(refused(array({1, 2, 3, 4}, 2)), "w: got 2 columns, expected one column of weights");
  EXPECT_EQ(refused("1\nx\n"), "w: line 2, column 1: got 'x', expected a number");
  EXPECT_EQ(refused("w\n1\n-1\n"), "w: line 3: got the weight -1, expected a finite number that is not negative");
  EXPECT_EQ(refused(array({1, -1}, 2)), "w: row 2: got the weight -1, expected a finite number that is not negative");
  EXPECT_EQ(refusal(data, {"", "none"}, ErrorCode::usage),
            "f.csv: the weights 'none' are neither a column of it nor a file that exists; the columns are 1 to 2, "
            "without names");
}

TEST_F(ReadData, WeightsAreKeptAliveWithTheData) {
  Data copy = Data::from(Numbers{0}, 1, 1);
  {
    const Data data = read_data(scratch.put("f.npy", array({1, 2, 3, 4}, 2)), {"", "2"});
    copy = data;
  }
  EXPECT_EQ(values(copy), (Numbers{1, 3}));
  EXPECT_EQ(weights(copy), (Numbers{2, 4}));
}

TEST_F(ReadData, NamesStandardInput) {
  const std::string path = scratch.put("in", "a\n1\nx\n");
  const int saved = dup(STDIN_FILENO);
  ASSERT_NE(freopen(path.c_str(), "r", stdin), nullptr);
  const std::string message = refusal("-");
  if (saved >= 0) {
    dup2(saved, STDIN_FILENO);
    close(saved);
  }
  EXPECT_EQ(message, "standard input: line 3, column 1 (a): got 'x', expected a number");
}

TEST_F(ReadData, RefusesTextThatIsCalledNpy) {
  EXPECT_EQ(refusal(scratch.put("f.npy", "1,2,3\n4,5,6\n")), "f.npy: starts with '1,2,3\\x0a', expected an .npy file");
  EXPECT_EQ(refusal(scratch.put("f.npy", "")), "f.npy: is empty, expected an .npy file");
}

TEST_F(ReadData, RefusesWhatIsNeitherTextNorArray) {
  EXPECT_EQ(refusal(scratch.put("f.csv.gz", gzip(std::string(10, '\0')))),
            "f.csv.gz: is binary (byte 1 is zero), expected text in UTF-8 with numbers (CSV, TSV or blanks), or .npy");
  EXPECT_EQ(refusal(scratch.put("f.csv", "")), "f.csv: is empty, expected rows of numbers");
  EXPECT_EQ(refusal(scratch.path("none")), "none: cannot be opened: No such file or directory");
}

}  // namespace
}  // namespace mixseed::io
