#include <sys/stat.h>

#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <thread>

#include "mixseed/pieces.h"
#include "scratch.h"

namespace mixseed::io {
namespace {

// Everything a reader returns, comparable to the bit.
struct ReadResult {
  std::vector<std::string> names, notes;
  std::vector<std::uint64_t> bits;
  std::size_t rows = 0;
  bool floats = false;
  std::string error;
  bool operator==(const ReadResult&) const = default;
};

void add(ReadResult& result, const DataView& view) {
  result.rows += view.rows();
  result.floats = view.floats() != nullptr;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    for (std::size_t column = 0; column < view.columns(); ++column) {
      result.bits.push_back(std::bit_cast<std::uint64_t>(view.at(row, column)));
    }
  }
}

ReadResult result_of(const std::function<void(ReadResult&)>& read) {
  ReadResult result;
  try {
    read(result);
  } catch (const Error& error) {
    result = {};
    result.error = error.what();
  }
  return result;
}

ReadResult at_once(const std::string& path, const ReadOptions& options) {
  return result_of([&](ReadResult& result) {
    const Data data = read_data(path, options);
    add(result, data.view);
    result.names = data.names;
    result.notes = data.notes;
  });
}

// The memory limit makes pieces of text 64 KiB long.
ReadResult in_pieces(const std::string& path, ReadOptions options, std::size_t least_pieces = 1) {
  return result_of([&](ReadResult& result) {
    options.memory = std::size_t{1} << 19;
    RowReader reader(path, options);
    std::size_t pieces = 0;
    for (; const auto rows = reader.next(); ++pieces) add(result, *rows);
    result.names = reader.names();
    result.notes = reader.notes();
    EXPECT_GE(pieces, least_pieces);
  });
}

ReadOptions with(const std::function<void(ReadOptions&)>& change) {
  ReadOptions options;
  change(options);
  return options;
}

const ReadOptions kPlain, kDrop = with([](ReadOptions&o) { o.drop_missing = true; }),
                          kKeep = with([](ReadOptions&o) { o.keep_missing = true; }),
                          kNoHeader = with([](ReadOptions&o) { o.header = false; }),
                          kChosen = with([](ReadOptions&o) { o.columns = "2,1"; }),
                          kExcluded = with([](ReadOptions&o) { o.exclude = "1"; });

struct RowReaderTest : testing::Test {
  Scratch scratch;
};

TEST_F(RowReaderTest, TellsWhatReadDataTellsOfSmallFiles) {
  const std::vector<double> six{1, 2, 3, std::nan(""), 5, 6};
  const std::vector<std::string> contents{
      "a,b\n1,2\n3,4\n", "1;2\r\n3;4", "x\ty\r1\t2\r\r3\t4\r", "  1  2\n3 4 \n\n", "7", "x\n1\n",
      "\xef\xbb\xbf\"a\n,\",b\n1,2\n", "a,b\n1,\n2,3\nNA,4\n5,6\n", "a,b\n1,\n,2\n", ",a\n0,5\n1,6\n", ",a\n0,5\n2,6\n",
      // mistakes
      "", "\n \n", "\xef\xbb\xbf", "a,b\n", "a,b\n1,2\n3\n", "a,b\n1,x\n", "a,b\n1,\"2\n", "a,b\n1,\"2\"3\n", "1,inf\n",
      std::string("1,2\n3,\0", 8), std::string("PK\x03\x04\0", 5), npy(DataView(six.data(), 3, 2)),
      npy(DataView(six.data(), 2, 3, 1, 2)), npy(DataView(six.data(), 1, 1)),
      npy(DataView(six.data(), 3, 2)).substr(0, 150)};
  for (const std::string& content : contents) {
    for (const std::string& stored : {content, gzip(content), zstd(content)}) {
      for (const std::string name : {"x.csv", "x.npy"}) {
        const std::string path = scratch.put(name, stored);
        for (const ReadOptions& options : {kPlain, kDrop, kKeep, kNoHeader, kChosen, kExcluded}) {
          EXPECT_EQ(in_pieces(path, options), at_once(path, options)) << content << "\n"
                                                                      << at_once(path, options).error << "\n"
                                                                      << in_pieces(path, options).error;
        }
      }
    }
  }
}

// Hundreds of kilobytes of text, optionally with missing values.
std::string many_rows(bool has_index, bool has_missing, const std::string& last = "") {
  std::string text = has_index ? ",a,b\n" : "t,a,b\n";
  for (int i = 0; i < 30000; ++i) {
    text += std::to_string(i) + "," + (has_missing && i % 1000 == 777 ? "NA" : std::to_string(i * 7919 % 10007));
    text += "," + std::to_string(0.1 * i) + "\n";
  }
  return text + last;
}

TEST_F(RowReaderTest, TellsWhatReadDataTellsOfManyPieces) {
  for (const bool has_index : {false, true}) {
    for (const bool has_missing : {false, true}) {
      const std::string text = many_rows(has_index, has_missing);
      for (const std::string& stored : {text, gzip(text), zstd(text)}) {
        const std::string path = scratch.put("x", stored);
        for (const ReadOptions& options : {kPlain, kDrop, kKeep, kChosen, kExcluded}) {
          const ReadResult wanted = at_once(path, options);
          EXPECT_EQ(in_pieces(path, options, 3), wanted) << wanted.error;
        }
      }
    }
  }
}

TEST_F(RowReaderTest, NamesTheLineOfAMistakeInALaterPiece) {
  for (const std::string last : {"1,2\n", "1,x,3\n", "1,\"2\"3,4\n", "\n\n1,\"2", "1,1e999,3", "1,,4\n"}) {
    const std::string path = scratch.put("x.csv", many_rows(false, false, last) + "3,4,5\n");
    const ReadResult wanted = at_once(path, kPlain);
    EXPECT_NE(wanted.error.find("line 3000"), std::string::npos) << wanted.error;
    EXPECT_EQ(in_pieces(path, kPlain).error, wanted.error);
  }
}

TEST_F(RowReaderTest, AColumnThatStopsCountingInALaterPieceOfAFileIsNoIndex) {
  const std::string path = scratch.put("x.csv", many_rows(true, false, "7,8,9\n"));
  const ReadResult wanted = at_once(path, kPlain);
  EXPECT_EQ(wanted.names, (std::vector<std::string>{"", "a", "b"}));
  EXPECT_EQ(in_pieces(path, kPlain, 3), wanted);
}

TEST_F(RowReaderTest, AColumnThatStopsCountingInAPipeIsRefusedUnlessItIsChosen) {
  ASSERT_EQ(mkfifo(scratch.path("pipe").c_str(), 0600), 0);
  const auto through_pipe = [&](const std::string& text, const ReadOptions& options) {
    std::thread writer([&] { scratch.put("pipe", text); });
    ReadResult result = in_pieces(scratch.path("pipe"), options);
    writer.join();
    return result;
  };
  const std::string good = many_rows(true, false), broken = many_rows(true, false, "7,8,9\n");
  EXPECT_EQ(through_pipe(good, kPlain).bits, at_once(scratch.put("x.csv", good), kPlain).bits);
  const std::string message = through_pipe(broken, kPlain).error;
  EXPECT_EQ(message.substr(scratch.path().size()),
            "/pipe: line 30002: column 1 has no name and was left out because it counted the rows, but here the "
            "count breaks: --columns 1-3 keeps it, --exclude 1 leaves it out");
  EXPECT_EQ(through_pipe(broken, kExcluded).bits, at_once(scratch.put("x.csv", broken), kExcluded).bits);
}

TEST_F(RowReaderTest, ReadsArraysOfAnyOrderAndType) {
  std::vector<double> numbers(600000);
  std::iota(numbers.begin(), numbers.end(), 0.5);
  numbers[300001] = std::nan("");
  const std::vector<float> floats(numbers.begin(), numbers.end());
  std::string fortran = make_npy_header(200000, 3, false);
  fortran.replace(fortran.find("False"), 5, "True ");
  append_numbers(fortran, DataView(numbers.data(), 200000, 3));
  for (const std::string& content :
       {npy(DataView(numbers.data(), 200000, 3)), npy(DataView(floats.data(), 200000, 3)), fortran}) {
    const std::string path = scratch.put("x.npy", content);
    for (const ReadOptions& options : {kPlain, kDrop, kKeep, kChosen, kExcluded}) {
      const ReadResult wanted = at_once(path, options);
      EXPECT_EQ(in_pieces(path, options, 2), wanted) << wanted.error;
    }
  }
}

TEST_F(RowReaderTest, RefusesWhatDoesNotComeInPieces) {
  const std::string path = scratch.put("x.csv", "a,b\n1,2\n");
  const auto refusal = [&](const ReadOptions& options) {
    return message_of([&] { RowReader reader(path, options); }, ErrorCode::usage, &scratch);
  };
  const std::string wanted = "x.csv: weights and source rows are not available when reading in pieces";
  EXPECT_EQ(refusal(with([](ReadOptions& o) { o.weights = "b"; })), wanted);
  EXPECT_EQ(refusal(with([](ReadOptions& o) { o.keep_source = true; })), wanted);
}

}  // namespace
}  // namespace mixseed::io
