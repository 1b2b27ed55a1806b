#include "io/npy_header.h"

#include <limits>

#include "scratch.h"

namespace mixseed::io {
namespace {

std::string file(int major, const std::string& dictionary, std::size_t body) {
  std::string out = "\x93NUMPY";
  out += static_cast<char>(major);
  out += '\0';
  const std::size_t bytes = major == 1 ? 2 : 4;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(dictionary.size() >> (8 * i) & 0xff);
  return out + dictionary + std::string(body, '\0');
}

std::string dictionary(const std::string& descr, const std::string& shape, const std::string& order = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }   \n";
}

NpyHeader parse(const std::string& content) { return parse_npy_header(content, "f.npy"); }

std::string refusal(const std::string& content) {
  return message_of([&] { parse(content); }, ErrorCode::input);
}

std::string refusal_of(const std::string& descr, const std::string& shape) {
  return refusal(file(1, dictionary(descr, shape), 1000));
}

TEST(NpyHeader, ReadsAllThreeVersions) {
  for (const int major : {1, 2, 3}) {
    const NpyHeader header = parse(file(major, dictionary("<f8", "(3, 4)"), 96));
    EXPECT_EQ(header.rows, 3u);
    EXPECT_EQ(header.columns, 4u);
    EXPECT_EQ(header.kind, 'f');
    EXPECT_EQ(header.item, 8u);
    EXPECT_FALSE(header.fortran);
    EXPECT_FALSE(header.swapped);
    EXPECT_EQ(header.offset, (major == 1 ? 10u : 12u) + dictionary("<f8", "(3, 4)").size());
  }
}

TEST(NpyHeader, ReadsEveryTypeThatIsANumber) {
  for (const char* descr :
       {"<f4", "<f8", ">f4", ">f8", "<i2", ">i4", "<i8", "|i1", "|u1", "<u2", ">u4", "<u8", "|b1"}) {
    const NpyHeader header = parse(file(1, dictionary(descr, "(2,)"), 16));
    EXPECT_EQ(header.kind, descr[1]) << descr;
    EXPECT_EQ(header.item, static_cast<std::size_t>(descr[2] - '0')) << descr;
    EXPECT_EQ(header.swapped, descr[0] == '>') << descr;
  }
}

TEST(NpyHeader, OneDimensionIsOneColumn) {
  const NpyHeader header = parse(file(1, dictionary("<f8", "(5,)"), 40));
  EXPECT_EQ(header.rows, 5u);
  EXPECT_EQ(header.columns, 1u);
}

TEST(NpyHeader, AcceptsOtherSpellingsOfTheDictionary) {
  const NpyHeader header = parse(file(1, "{\"shape\":(2L,3L,),\"fortran_order\":True ,\n\"descr\":\"<f4\"}", 24));
  EXPECT_EQ(header.rows, 2u);
  EXPECT_EQ(header.columns, 3u);
  EXPECT_TRUE(header.fortran);
}

TEST(NpyHeader, RefusesTypesThatAreNoNumbers) {
  const std::string wanted = ", expected float32, float64, integers or bool";
  EXPECT_EQ(refusal_of("<c16", "(2,)"), "f.npy: holds complex numbers (type '<c16')" + wanted);
  EXPECT_EQ(refusal_of("<U5", "(2,)"), "f.npy: holds strings (type '<U5')" + wanted);
  EXPECT_EQ(refusal_of("|S5", "(2,)"), "f.npy: holds strings (type '|S5')" + wanted);
  EXPECT_EQ(refusal_of("|O", "(2,)"), "f.npy: holds Python objects (type '|O')" + wanted);
  EXPECT_EQ(refusal_of("<f2", "(2,)"), "f.npy: holds float16 (type '<f2')" + wanted);
  EXPECT_EQ(refusal_of("<f16", "(2,)"), "f.npy: holds floats of another size (type '<f16')" + wanted);
  EXPECT_EQ(refusal_of("<M8[ns]", "(2,)"), "f.npy: holds dates or times (type '<M8[ns]')" + wanted);
  EXPECT_EQ(refusal_of("|V8", "(2,)"), "f.npy: holds raw records (type '|V8')" + wanted);
  EXPECT_EQ(refusal_of("", "(2,)"), "f.npy: holds an unknown type (type '')" + wanted);
  EXPECT_EQ(refusal_of("<i3", "(2,)"), "f.npy: holds an unknown type (type '<i3')" + wanted);
  EXPECT_EQ(refusal(file(1, "{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,), }\n", 16)),
            "f.npy: holds records with named fields" + wanted);
}

TEST(NpyHeader, RefusesOtherDimensions) {
  EXPECT_EQ(refusal_of("<f8", "()"), "f.npy: is 0-dimensional, expected rows and columns or one column");
  EXPECT_EQ(refusal_of("<f8", "(2, 2, 2)"), "f.npy: is 3-dimensional, expected rows and columns or one column");
}

TEST(NpyHeader, RefusesEmptyArrays) {
  EXPECT_EQ(refusal_of("<f8", "(0, 3)"), "f.npy: has 0 rows and 3 columns, expected at least one of each");
  EXPECT_EQ(refusal_of("<f8", "(3, 0)"), "f.npy: has 3 rows and 0 columns, expected at least one of each");
}

TEST(NpyHeader, RefusesTruncatedFiles) {
  EXPECT_EQ(refusal(file(1, dictionary("<f8", "(3, 4)"), 95)),
            "f.npy: is truncated: the header promises 3 x 4 numbers of 8 bytes, but 95 bytes follow it");
  const std::string whole = file(1, dictionary("<f8", "(3, 4)"), 96);
  EXPECT_EQ(refusal(whole.substr(0, 40)), "f.npy: is truncated: the .npy header has " +
                                              std::to_string(dictionary("<f8", "(3, 4)").size()) +
                                              " bytes, but 30 follow");
  for (std::size_t length = 6; length < whole.size(); ++length) {
    EXPECT_NE(refusal(whole.substr(0, length)).find("truncated"), std::string::npos) << length;
  }
}

TEST(NpyHeader, SizesThatOverflowAreTruncatedFilesNotAllocations) {
  for (const char* shape : {"(18446744073709551615, 18446744073709551615)", "(4294967296, 4294967296)",
                            "(2305843009213693952, 8)", "(2305843009213693953,)", "(1, 18446744073709551615)"}) {
    EXPECT_NE(refusal_of("<f8", shape).find("is truncated"), std::string::npos) << shape;
  }
  EXPECT_NE(refusal_of("<f8", "(18446744073709551616,)").find("where a length is expected"), std::string::npos);
  std::string longest = file(2, dictionary("<f8", "(1,)"), 8);
  longest.replace(8, 4, "\xff\xff\xff\xff");
  EXPECT_NE(refusal(longest).find("is truncated: the .npy header has 4294967295 bytes"), std::string::npos);
}

TEST(NpyHeader, RefusesMalformedDictionaries) {
  const auto malformed = [](const std::string& text) { return refusal(file(1, text, 100)); };
  EXPECT_EQ(malformed(""), "f.npy: the .npy header has its end where '{' is expected");
  EXPECT_EQ(malformed("{}"), "f.npy: the .npy header lacks one of the keys descr, fortran_order and shape");
  EXPECT_EQ(malformed("{'descr': '<f8"), "f.npy: the .npy header has a string without an end");
  EXPECT_EQ(malformed("{'descr' '<f8'"), "f.npy: the .npy header has ''<f8'' where ':' is expected");
  EXPECT_EQ(malformed("{'other': 1}"), "f.npy: the .npy header has the unknown key 'other'");
  EXPECT_EQ(malformed("{'fortran_order': 1}"), "f.npy: the .npy header has '1}' where True or False is expected");
  EXPECT_EQ(malformed("{'shape': (-3,)}"),
            "f.npy: the .npy header has a shape with '-3,)}' where a length is expected");
  EXPECT_EQ(malformed("{'shape': (3"), "f.npy: the .npy header has its end where ')' is expected");
  EXPECT_EQ(malformed("{'shape': (3 4)}"), "f.npy: the .npy header has '4)}' where ')' is expected");
  EXPECT_EQ(malformed("{'descr': <f8}"), "f.npy: the .npy header has '<f8}' where ''' is expected");
  EXPECT_EQ(malformed(dictionary("<f8", "(3,)") + "x"), "f.npy: the .npy header goes on after the dictionary with 'x'");
}

TEST(NpyHeader, DamageAnywhereIsAnErrorOrAHeaderInsideTheFile) {
  const std::string whole = file(1, dictionary("<f8", "(3, 4)"), 96);
  for (std::size_t at = 0; at < whole.size() - 96; ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(byte);
      try {
        const NpyHeader header = parse(damaged);
        EXPECT_LE(header.offset + header.rows * header.columns * header.item, damaged.size());
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::input);
      }
    }
  }
}

TEST(NpyHeader, RefusesOtherMagicAndVersions) {
  EXPECT_EQ(refusal("NUMPY!"), "f.npy: starts with 'NUMPY!', expected an .npy file");
  EXPECT_EQ(refusal(file(4, dictionary("<f8", "(3,)"), 24)), "f.npy: is .npy version 4.0, expected 1, 2 or 3");
}

TEST(NpyHeader, MadeHeaderIsPaddedAndReadsBack) {
  for (const std::size_t rows : {std::size_t{1}, std::size_t{1234567890123}}) {
    const std::string header = make_npy_header(rows, 7, false);
    EXPECT_EQ(header.size() % 64, 0u);
    EXPECT_EQ(header.back(), '\n');
  }
  constexpr auto kMost = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(make_npy_header(0, 1, false).size(), make_npy_header(kMost, kMost, true).size()) << "one replaces another";
  const NpyHeader floats = parse(make_npy_header(2, 3, true) + std::string(24, '\0'));
  EXPECT_EQ(floats.item, 4u);
  EXPECT_EQ(floats.rows, 2u);
  EXPECT_EQ(floats.columns, 3u);
  EXPECT_FALSE(floats.swapped);
}

}  // namespace
}  // namespace mixseed::io
