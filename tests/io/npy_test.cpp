#include "io/npy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "mixseed/io.h"
#include "scratch.h"

namespace mixseed::io {
namespace {

template <typename Number>
std::string raw(const std::vector<Number>& numbers, bool swapped = false) {
  std::string out;
  for (const Number number : numbers) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    if (swapped) std::reverse(bytes, bytes + sizeof number);
    out.append(bytes, sizeof bytes);
  }
  return out;
}

// `pad` blanks added to the header make the numbers unaligned.
std::string file(const std::string& descr, const std::string& shape, const std::string& body, bool fortran = false,
                 std::size_t pad = 0) {
  std::string text =
      "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
  text.resize((10 + text.size() + 64) / 64 * 64 - 10 - 1 + pad, ' ');
  text += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(text.size() & 0xff);
  out += static_cast<char>(text.size() >> 8);
  return out + text + body;
}

std::vector<double> values(const Data& data) {
  std::vector<double> out;
  for (std::size_t row = 0; row < data.view.rows(); ++row) {
    for (std::size_t column = 0; column < data.view.columns(); ++column) out.push_back(data.view.at(row, column));
  }
  return out;
}

using Numbers = std::vector<double>;
const Numbers kSix{1, 2, 3, 4, 5, 6};

TEST(Npy, DoublesAndFloatsAreNotCopied) {
  const Bytes doubles = Bytes::from(file("<f8", "(3, 2)", raw<double>({1, 2, 3, 4, 5, 6})));
  const NpyHeader header = parse_npy_header(doubles.view, "f.npy");
  const Data data = read_npy(doubles, header, {0, 1}, "f.npy");
  EXPECT_EQ(static_cast<const void*>(data.view.doubles()), doubles.view.data() + header.offset);
  EXPECT_EQ(values(data), kSix);
  const Bytes floats = Bytes::from(file("<f4", "(3, 2)", raw<float>({1, 2, 3, 4, 5, 6})));
  const Data single = read_npy(floats, parse_npy_header(floats.view, "f.npy"), {0, 1}, "f.npy");
  EXPECT_EQ(static_cast<const void*>(single.view.floats()), floats.view.data() + header.offset);
  EXPECT_EQ(values(single), kSix);
}

TEST(Npy, FortranOrderIsAViewWithOtherStrides) {
  const Bytes bytes = Bytes::from(file("<f8", "(3, 2)", raw<double>({1, 3, 5, 2, 4, 6}), true));
  const NpyHeader header = parse_npy_header(bytes.view, "f.npy");
  const Data data = read_npy(bytes, header, {0, 1}, "f.npy");
  EXPECT_EQ(static_cast<const void*>(data.view.doubles()), bytes.view.data() + header.offset);
  EXPECT_EQ(data.view.row_stride(), 1u);
  EXPECT_EQ(data.view.column_stride(), 3u);
  EXPECT_EQ(values(data), kSix);
}

TEST(Npy, NeighbouringColumnsAreAViewAndOthersACopyOfTheSameType) {
  for (const bool fortran : {false, true}) {
    const Bytes bytes = Bytes::from(
        file("<f4", "(2, 3)", fortran ? raw<float>({1, 4, 2, 5, 3, 6}) : raw<float>({1, 2, 3, 4, 5, 6}), fortran));
    const NpyHeader header = parse_npy_header(bytes.view, "f.npy");
    const Data middle = read_npy(bytes, header, {1, 2}, "f.npy");
    EXPECT_EQ(middle.memory, bytes.memory);
    EXPECT_EQ(values(middle), (Numbers{2, 3, 5, 6}));
    const Data apart = read_npy(bytes, header, {2, 0}, "f.npy");
    EXPECT_NE(apart.view.floats(), nullptr);
    EXPECT_EQ(values(apart), (Numbers{3, 1, 6, 4}));
  }
}

TEST(Npy, MisalignedNumbersAreCopied) {
  const Bytes bytes = Bytes::from(file("<f8", "(3, 2)", raw<double>(kSix), false, 3));
  const Data data = read_npy(bytes, parse_npy_header(bytes.view, "f.npy"), {0, 1}, "f.npy");
  EXPECT_NE(data.memory, bytes.memory);
  EXPECT_EQ(values(data), kSix);
}

template <typename Number>
void expect_converted(const std::string& type, const std::vector<Number>& numbers) {
  for (const bool swapped : {false, true}) {
    for (const bool fortran : {false, true}) {
      const std::string shape = "(" + std::to_string(numbers.size()) + ", 1)";
      const Bytes bytes = Bytes::from(file((swapped ? ">" : "<") + type, shape, raw(numbers, swapped), fortran));
      const Data data = read_npy(bytes, parse_npy_header(bytes.view, "f.npy"), {0}, "f.npy");
      ASSERT_EQ(data.view.rows(), numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        EXPECT_EQ(data.view.at(i, 0), static_cast<double>(numbers[i])) << type << (swapped ? " swapped" : "");
      }
    }
  }
}

TEST(Npy, EveryNumberTypeAndByteOrderIsConverted) {
  expect_converted<float>("f4", {1.5f, -2.25f, 0.1f});
  expect_converted<double>("f8", {1.5, -2.25, 1e308, 5e-324});
  expect_converted<std::int8_t>("i1", {-128, 127});
  expect_converted<std::uint8_t>("u1", {0, 255});
  expect_converted<std::int16_t>("i2", {-32768, 258});
  expect_converted<std::uint16_t>("u2", {0, 65535});
  expect_converted<std::int32_t>("i4", {std::numeric_limits<std::int32_t>::min(), 66051});
  expect_converted<std::uint32_t>("u4", {0, 4294967295u});
  expect_converted<std::int64_t>("i8", {std::numeric_limits<std::int64_t>::min(), 1ll << 53, 1});
  expect_converted<std::uint64_t>("u8", {0, std::numeric_limits<std::uint64_t>::max()});
  expect_converted<std::uint8_t>("b1", {0, 1});
}

TEST(Npy, NamesRowAndColumnOfANumberThatIsNotFinite) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto refusal = [](const std::string& content, const std::vector<std::size_t>& features) {
    const Bytes bytes = Bytes::from(content);
    const NpyHeader header = parse_npy_header(bytes.view, "f.npy");
    return message_of([&] { read_npy(bytes, header, features, "f.npy"); }, ErrorCode::input);
  };
  const std::string rows = file("<f8", "(3, 2)", raw<double>({1, 2, 3, nan, 5, 6}));
  EXPECT_EQ(refusal(rows, {0, 1}),
            "f.npy: row 2, column 2: got nan, expected a finite number; "
            "--missing drop leaves out rows with missing values, --missing marginal uses what they have (fit, predict, "
            "score)");
  EXPECT_EQ(refusal(rows, {1}),
            "f.npy: row 2, column 2: got nan, expected a finite number; "
            "--missing drop leaves out rows with missing values, --missing marginal uses what they have (fit, predict, "
            "score)");
  EXPECT_EQ(refusal(file("<f8", "(3, 2)", raw<double>({1, 2, 3, 4, -inf, 6}), true), {0, 1}),
            "f.npy: row 2, column 2: got -inf, expected a finite number");
  EXPECT_EQ(
      refusal(file(">f4", "(3, 2)", raw<float>({1, 2, 3, 4, std::numeric_limits<float>::infinity(), 6}, true)), {1, 0}),
      "f.npy: row 3, column 1: got inf, expected a finite number");
  std::vector<float> many(5000, 1.0f);
  many[4321] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(refusal(file("<f4", "(5000,)", raw(many)), {0}),
            "f.npy: row 4322, column 1: got nan, expected a finite number; "
            "--missing drop leaves out rows with missing values, --missing marginal uses what they have (fit, predict, "
            "score)");
}

TEST(Npy, ColumnsThatAreNotChosenMayHoldAnything) {
  const Bytes bytes =
      Bytes::from(file("<f8", "(2, 2)", raw<double>({1, std::numeric_limits<double>::quiet_NaN(), 2, 3})));
  EXPECT_EQ(values(read_npy(bytes, parse_npy_header(bytes.view, "f.npy"), {0}, "f.npy")), (Numbers{1, 2}));
}

TEST(Npy, ColumnAsDoubles) {
  const Bytes bytes = Bytes::from(file("<i4", "(2, 3)", raw<std::int32_t>({1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(read_npy_column(bytes, parse_npy_header(bytes.view, "f.npy"), 1), (Numbers{2, 5}));
}

TEST(Npy, MadeFilesReadBackToTheSameBits) {
  const std::vector<double> doubles{5e-324, -0.0, 1e308, 0.1, -2.2250738585072009e-308, 3};
  const std::string made = npy(DataView(doubles.data(), 3, 2));
  EXPECT_EQ(made, file("<f8", "(3, 2)", raw(doubles)));
  const std::vector<float> floats{1e-45f, -0.0f, 3e38f, 0.1f, 5, 6};
  EXPECT_EQ(npy(DataView(floats.data(), 2, 3)), file("<f4", "(2, 3)", raw(floats)));
}

TEST(Npy, MadeFilesAreInCOrderWhateverTheView) {
  const Numbers columns{1, 3, 5, 2, 4, 6};
  EXPECT_EQ(npy(DataView(columns.data(), 3, 2, 1, 3)), file("<f8", "(3, 2)", raw(kSix)));
}

}  // namespace
}  // namespace mixseed::io
