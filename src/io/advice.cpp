#include "io/advice.h"

#include <algorithm>
#include <cctype>

#include "io/message.h"
#include "io/number.h"

namespace mixseed::io {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Removes the digits at the start of `text` and returns their number.
std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

// Checks hours and minutes only; seconds, fractions or a time zone may follow.
bool is_time(std::string_view text) {
  const std::size_t hours = take_digits(text);
  return (hours == 1 || hours == 2) && take(text, ':') && take_digits(text) == 2;
}

bool is_number(std::string_view field) {
  double value = 0;
  return parse_number(field, value) == NumberKind::number;
}

// True for a unique name that needs no quotes in a list of columns or in a shell.
bool is_plain(const std::string& name, const std::vector<std::string>& names) {
  const auto allowed = [](char c) { return is_digit(c) || is_letter(c) || c == '_'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), allowed) &&
         std::count(names.begin(), names.end(), name) == 1;
}

// The option that excludes every column without a number in this row, and the columns excluded already. Empty if no
// column would be added, or none would be left.
std::string exclusion(const std::vector<std::string>& row, const ColumnSet& columns, const ColumnChoice& choice) {
  std::vector<std::size_t> unwanted;
  for (const std::size_t column : choice.features) {
    if (!is_missing(row[column]) && !is_number(row[column])) unwanted.push_back(column);
  }
  if (unwanted.empty() || unwanted.size() == choice.features.size()) return "";
  // One by one: g++ 14 gives a false -Wstringop-overflow for insert.
  for (const std::size_t column : choice.excluded) unwanted.push_back(column);
  std::sort(unwanted.begin(), unwanted.end());
  std::string list;
  for (const std::size_t column : unwanted) {
    if (columns.names.empty() || !is_plain(columns.names[column], columns.names)) {
      return "--exclude " + column_ranges(unwanted);
    }
    list += (list.empty() ? "" : ",") + columns.names[column];
  }
  return "--exclude " + list;
}

// True if only the last field is empty, in a column without a name.
bool is_trailing_delimiter(const std::vector<std::string>& row, const ColumnSet& columns, const ColumnChoice& choice) {
  const std::size_t last = row.size() - 1;
  const bool is_named = !columns.names.empty() && !columns.names.back().empty();
  if (is_named || choice.features.size() < 2 || !row[last].empty()) return false;
  return std::all_of(choice.features.begin(), choice.features.end(),
                     [&](std::size_t column) { return is_missing(row[column]) == (column == last); });
}

}  // namespace

bool looks_like_date(std::string_view text) {
  if (is_time(text)) return true;
  const std::size_t first = take_digits(text);
  if (first == 0 || first > 4 || text.empty() || std::string_view("-/.").find(text.front()) == std::string_view::npos) {
    return false;
  }
  const char separator = text.front();
  text.remove_prefix(1);
  const std::size_t second = take_digits(text);
  if (second == 0 || second > 2 || !take(text, separator)) return false;
  const std::size_t third = take_digits(text);
  if (third == 0 || third > 4) return false;
  return text.empty() || ((take(text, ' ') || take(text, 'T')) && is_time(text));
}

std::string advice(std::string_view got, const std::vector<std::string>& row, const ColumnSet& columns,
                   const ColumnChoice& choice) {
  if (choice.features.empty()) return "";  // a file of weights must be complete
  if (row.front().starts_with('#')) return std::string(kCommentAdvice);
  if (is_missing(got)) {
    const std::string without = is_trailing_delimiter(row, columns, choice)
                                    ? "; if every line ends in a delimiter, leave out the last column: --exclude " +
                                          column_ranges({row.size() - 1})
                                    : "";
    return without + std::string(kMissingAdvice);
  }
  if (got.find(',') != std::string_view::npos && got.find_first_not_of("0123456789+-,eE") == std::string_view::npos) {
    return "; write decimal commas as points: tr , . < FILE | mixseed ... -";
  }
  const bool date = looks_like_date(got);
  if (!date && !is_letter(got.front())) return "";
  const std::string option = exclusion(row, columns, choice);
  if (date) return "; convert dates to numbers or leave them out" + (option.empty() ? "" : ": " + option);
  return option.empty() ? "" : "; if these are labels, leave them out: " + option;
}

}  // namespace mixseed::io
