// Wording shared by all io errors.
#include "io/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace mixseed::io {
namespace {

constexpr std::size_t kShownCharacters = 40;
constexpr std::size_t kListedColumns = 20;

// The length of the printable character at the start of `text`, or 0 when its first byte has to be escaped.
std::size_t printable_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t length = first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  if (first == 0xc2 && byte(1) < 0xa0) return 0;   // control characters
  if (first == 0xe0 && byte(1) < 0xa0) return 0;   // longer than necessary
  if (first == 0xed && byte(1) >= 0xa0) return 0;  // surrogates
  if (first == 0xf0 && byte(1) < 0x90) return 0;   // longer than necessary
  if (first == 0xf4 && byte(1) >= 0x90) return 0;  // beyond Unicode
  return length;
}

std::string printable(std::string_view text) {
  std::string result;
  std::size_t characters = 0;
  while (!text.empty()) {
    if (++characters > kShownCharacters) return result + "...";
    const std::size_t length = printable_length(text);
    if (length == 0) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    result += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

}  // namespace

std::string shown(std::string_view text) { return "'" + printable(text) + "'"; }

std::string column_place(std::size_t column, const std::vector<std::string>& names) {
  if (column >= names.size()) return fmt::format("column {}", column + 1);
  return fmt::format("column {} ({})", column + 1, printable(names[column]));
}

std::string column_list(std::size_t count, const std::vector<std::string>& names) {
  if (names.empty()) return count == 1 ? "1, without a name" : fmt::format("1 to {}, without names", count);
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kListedColumns); ++i) {
    list += fmt::format("{}{} {}", i == 0 ? "" : ", ", i + 1, printable(names[i]));
  }
  if (names.size() > kListedColumns) list += fmt::format(", ... {} in all", names.size());
  return list;
}

std::string column_ranges(const std::vector<std::size_t>& columns) {
  std::string ranges;
  for (std::size_t first = 0; first < columns.size();) {
    std::size_t last = first;
    while (last + 1 < columns.size() && columns[last + 1] == columns[last] + 1) ++last;
    if (!ranges.empty()) ranges += ',';
    ranges += std::to_string(columns[first] + 1);
    if (last > first) ranges += fmt::format("-{}", columns[last] + 1);
    first = last + 1;
  }
  return ranges;
}

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

void fail(ErrorCode code, std::string_view where, std::string_view what) {
  throw Error(code, fmt::format("{}: {}", where, what));
}

}  // namespace mixseed::io
