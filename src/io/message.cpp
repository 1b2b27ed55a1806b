// Parts of the messages of src/io.
#include "io/message.h"

#include <algorithm>
#include <system_error>

#include "base/text.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kShownCharacters = 40;
constexpr std::size_t kListedColumns = 20;

}  // namespace

std::string shown(std::string_view text) { return "'" + printable(text, kShownCharacters) + "'"; }

std::string column_place(std::size_t column, const std::vector<std::string>& names) {
  if (column >= names.size()) return filled("column {}", column + 1);
  return filled("column {} ({})", column + 1, printable(names[column], kShownCharacters));
}

std::string column_list(std::size_t count, const std::vector<std::string>& names) {
  if (names.empty()) return count == 1 ? "1, without a name" : filled("1 to {}, without names", count);
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kListedColumns); ++i) {
    const bool is_plain = !names[i].empty() && names[i].find(',') == std::string::npos;
    const char* const quote = is_plain ? "" : "\"";
    list += filled("{}{} {}{}{}", i == 0 ? "" : ", ", i + 1, quote, printable(names[i], kShownCharacters), quote);
  }
  if (names.size() > kListedColumns) list += filled(", ... {} in all", names.size());
  return list;
}

std::string column_ranges(const std::vector<std::size_t>& columns) {
  std::string ranges;
  for (std::size_t first = 0; first < columns.size();) {
    std::size_t last = first;
    while (last + 1 < columns.size() && columns[last + 1] == columns[last] + 1) ++last;
    if (!ranges.empty()) ranges += ',';
    ranges += std::to_string(columns[first] + 1);
    if (last > first) ranges += filled("-{}", columns[last] + 1);
    first = last + 1;
  }
  return ranges;
}

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

void refuse_zero(ErrorCode code, const std::string& path) {
  if (path.find('\0') != std::string::npos) fail(code, shown(path), "a file name cannot have a byte of zero");
}

void fail(ErrorCode code, std::string_view where, std::string_view what) {
  throw Error(code, filled("{}: {}", where, what));
}

}  // namespace mixseed::io
