// The header of .npy files: a Python dictionary literal behind a magic string, a version and a length.
#include "io/npy_header.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/text.h"
#include "io/bytes.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::string_view kAccepted = "float32, float64, integers or bool";
constexpr bool kLittle = std::endian::native == std::endian::little;

// The values of the dictionary, not yet checked.
struct Dictionary {
  std::string descr;
  bool has_descr = false, structured = false, has_order = false, fortran = false, has_shape = false;
  std::vector<std::uint64_t> shape;
};

// Parses the dictionary. Every step takes at least one character or fails, so the time is linear in the length.
class DictionaryParser {
 public:
  DictionaryParser(std::string_view text, const std::string& where) : rest_(text), where_(where) {}

  Dictionary parse() {
    Dictionary result;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr") {
        description(result);
        if (result.structured) return result;
      } else if (key == "fortran_order") {
        result.has_order = true;
        result.fortran = boolean();
      } else if (key == "shape") {
        result.has_shape = true;
        result.shape = tuple();
      } else {
        refuse("has the unknown key " + shown(key));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip();
    if (!rest_.empty()) refuse("goes on after the dictionary with " + shown(rest_));
    if (!result.has_descr || !result.has_order || !result.has_shape) {
      refuse("lacks one of the keys descr, fortran_order and shape");
    }
    return result;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { fail(ErrorCode::input, where_, "the .npy header " + what); }

  void skip() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }

  bool accept(char c) {
    skip();
    if (rest_.empty() || rest_[0] != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char c) {
    if (accept(c)) return;
    refuse(filled("has {} where '{}' is expected", rest_.empty() ? "its end" : shown(rest_), c));
  }

  std::string string() {
    skip();
    const char quote = !rest_.empty() && rest_[0] == '"' ? '"' : '\'';
    expect(quote);
    const std::size_t length = rest_.find(quote);
    if (length == std::string_view::npos) refuse("has a string without an end");
    std::string text(rest_.substr(0, length));
    rest_.remove_prefix(length + 1);
    return text;
  }

  void description(Dictionary& result) {
    skip();
    result.has_descr = true;
    result.structured = !rest_.empty() && rest_[0] == '[';
    if (!result.structured) result.descr = string();
  }

  bool boolean() {
    skip();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (rest_.substr(0, word.size()) != word) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    refuse("has " + shown(rest_) + " where True or False is expected");
  }

  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> lengths;
    expect('(');
    while (!accept(')')) {
      lengths.push_back(length());
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return lengths;
  }

  std::uint64_t length() {
    skip();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) refuse("has a shape with " + shown(rest_) + " where a length is expected");
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    if (!rest_.empty() && rest_[0] == 'L') rest_.remove_prefix(1);  // Python 2
    return value;
  }

  std::string_view rest_;
  const std::string& where_;
};

std::string_view name_of_kind(char kind) {
  switch (kind) {
    case 'c': return "complex numbers";
    case 'S':
    case 'a':
    case 'U': return "strings";
    case 'O': return "Python objects";
    case 'M':
    case 'm': return "dates or times";
    case 'V': return "raw records";
    case 'f': return "floats of another size";
    default: return "an unknown type";
  }
}

void judge_type(const Dictionary& dictionary, const std::string& where, NpyHeader& header) {
  if (dictionary.structured) {
    fail(ErrorCode::input, where, filled("holds records with named fields, expected {}", kAccepted));
  }
  std::string_view text = dictionary.descr;
  char order = '=';
  if (!text.empty() && std::string_view("<>|=").find(text[0]) != std::string_view::npos) {
    order = text[0];
    text.remove_prefix(1);
  }
  const char kind = text.empty() ? '?' : text[0];
  const std::string_view size = text.substr(text.empty() ? 0 : 1);
  const bool known = (kind == 'f' && (size == "4" || size == "8")) || (kind == 'b' && size == "1") ||
                     ((kind == 'i' || kind == 'u') && (size == "1" || size == "2" || size == "4" || size == "8"));
  if (!known) {
    const std::string_view found = text == "f2" ? "float16" : name_of_kind(kind);
    fail(ErrorCode::input, where, filled("holds {} (type {}), expected {}", found, shown(dictionary.descr), kAccepted));
  }
  header.kind = kind;
  header.item = static_cast<std::size_t>(size[0] - '0');
  header.swapped = order == (kLittle ? '>' : '<');
}

void judge_shape(const Dictionary& dictionary, std::size_t available, const std::string& where, NpyHeader& header) {
  const auto& shape = dictionary.shape;
  if (shape.empty() || shape.size() > 2) {
    fail(ErrorCode::input, where, filled("is {}-dimensional, expected rows and columns or one column", shape.size()));
  }
  const std::uint64_t rows = shape[0], columns = shape.size() == 2 ? shape[1] : 1;
  if (rows == 0 || columns == 0) {
    fail(ErrorCode::input, where, filled("has {} rows and {} columns, expected at least one of each", rows, columns));
  }
  const std::uint64_t fitting = available / header.item;
  if (rows > fitting || columns > fitting / rows) {
    fail(ErrorCode::input, where,
         filled("is truncated: the header promises {} x {} numbers of {} bytes, but {} bytes follow it", rows, columns,
                header.item, available));
  }
  header.rows = static_cast<std::size_t>(rows);
  header.columns = static_cast<std::size_t>(columns);
  header.fortran = dictionary.fortran;
}

}  // namespace

NpyHeader parse_npy_header(std::string_view file, const std::string& where) {
  if (file.empty()) fail(ErrorCode::input, where, "is empty, expected an .npy file");
  if (!has_npy_magic(file)) {
    fail(ErrorCode::input, where, "starts with " + shown(file.substr(0, 6)) + ", expected an .npy file");
  }
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(file[i])); };
  const std::size_t major = file.size() > 7 ? byte(6) : 0, prefix = major == 1 ? 10 : 12;
  if (file.size() < prefix) fail(ErrorCode::input, where, "is truncated: the .npy header is not complete");
  if (major < 1 || major > 3) {
    fail(ErrorCode::input, where, filled("is .npy version {}.{}, expected 1, 2 or 3", major, byte(7)));
  }
  std::size_t length = byte(8) + (byte(9) << 8);
  if (major > 1) length += (byte(10) << 16) + (byte(11) << 24);
  if (length > file.size() - prefix) {
    fail(ErrorCode::input, where,
         filled("is truncated: the .npy header has {} bytes, but {} follow", length, file.size() - prefix));
  }
  NpyHeader header;
  header.offset = prefix + length;
  const Dictionary dictionary = DictionaryParser(file.substr(prefix, length), where).parse();
  judge_type(dictionary, where, header);
  judge_shape(dictionary, file.size() - header.offset, where, header);
  return header;
}

std::string make_npy_header(std::size_t rows, std::size_t columns, bool floats) {
  constexpr std::size_t kPrefix = 10, kBlock = 64;
  std::string text = filled("{{'descr': '{}f{}', 'fortran_order': False, 'shape': ({}, {}), }}", kLittle ? '<' : '>',
                            floats ? 4 : 8, rows, columns);
  const std::size_t total = (kPrefix + text.size() + 1 + kBlock - 1) / kBlock * kBlock;
  text.resize(total - kPrefix - 1, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace mixseed::io
