#include "io/choice_text.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::string_view kDots = "..";

struct Range {
  std::size_t first, last;  // from 0
};

// Parses the entries of one column choice.
class ChoiceParser {
 public:
  ChoiceParser(const ColumnSet& columns, const std::string& where) : columns_(columns), where_(where) {}

  Range find(std::string_view entry) const {
    if (entry.empty()) refuse("the column choice has an empty entry");
    if (const auto column = one_column(entry)) return {*column, *column};
    const auto range = column_range(entry);
    if (!range) refuse("there is no column " + shown(entry));
    if (range->first > range->last) refuse("the column range " + shown(entry) + " runs backwards");
    return *range;
  }

  // The next comma outside of quotes, or the end. A quote opens only where a name begins.
  std::size_t end_of_entry(std::string_view text) const {
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == ',' && !quoted) return i;
      if (text[i] != '"') continue;
      const std::string_view before = trim(text.substr(0, i));
      if (quoted && text.substr(i, 2) == "\"\"") {
        ++i;
      } else {
        quoted = !quoted && (before.empty() || before.ends_with(kDots));
      }
    }
    if (quoted) refuse("a quote in the column choice is never closed");
    return text.size();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { refuse_columns(where_, columns_, what); }

  // One column, by name or number; empty if the text is neither.
  std::optional<std::size_t> one_column(std::string_view text) const {
    if (const auto named = find_name(text, columns_, where_)) return named;
    if (text.size() > 1 && text.front() == '"' && text.back() == '"') {
      return find_name(unquoted(text.substr(1, text.size() - 2)), columns_, where_);
    }
    const auto number = parse_count(text);
    if (!number) return std::nullopt;
    if (*number < 1 || *number > columns_.count) refuse(filled("there is no column {}", *number));
    return *number - 1;
  }

  static std::string unquoted(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text.substr(i, 2) == "\"\"") ++i;
    }
    return out;
  }

  // FIRST..LAST, split at any pair of dots, or two numbers with a dash.
  std::optional<Range> column_range(std::string_view text) const {
    for (std::size_t at = text.find(kDots); at != std::string_view::npos; at = text.find(kDots, at + 1)) {
      const auto first = one_column(trim(text.substr(0, at)));
      const auto last = one_column(trim(text.substr(at + kDots.size())));
      if (first && last) return Range{*first, *last};
    }
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const auto first = parse_count(trim(text.substr(0, dash))), last = parse_count(trim(text.substr(dash + 1)));
    if (!first || !last) return std::nullopt;
    for (const std::size_t number : {*first, *last}) {
      if (number < 1 || number > columns_.count) refuse(filled("there is no column {}", number));
    }
    return Range{*first - 1, *last - 1};
  }

  const ColumnSet& columns_;
  const std::string& where_;
};

}  // namespace

void refuse_columns(const std::string& where, const ColumnSet& columns, const std::string& what) {
  fail(ErrorCode::usage, where, what + "; the columns are " + column_list(columns.count, columns.names));
}

std::optional<std::size_t> parse_count(std::string_view text) {
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (stop != end || error != std::errc()) return std::nullopt;
  return number;
}

std::optional<std::size_t> find_name(std::string_view name, const ColumnSet& columns, const std::string& where) {
  const auto begin = columns.names.begin(), end = columns.names.end();
  const auto found = std::find(begin, end, name);
  if (found == end) return std::nullopt;
  const auto again = std::find(found + 1, end, name);
  if (again != end) {
    refuse_columns(where, columns,
                   filled("{} is the name of columns {} and {}; choose by number", shown(name), found - begin + 1,
                          again - begin + 1));
  }
  return static_cast<std::size_t>(found - begin);
}

std::vector<std::size_t> find_columns(std::string_view text, const ColumnSet& columns, const std::string& where) {
  const ChoiceParser parser(columns, where);
  std::vector<std::size_t> found;
  std::vector<bool> taken(columns.count, false);
  for (bool more = true; more;) {
    const std::size_t end = parser.end_of_entry(text);
    const Range range = parser.find(trim(text.substr(0, end)));
    for (std::size_t column = range.first; column <= range.last; ++column) {
      if (taken[column]) refuse_columns(where, columns, column_place(column, columns.names) + " is chosen twice");
      taken[column] = true;
      found.push_back(column);
    }
    more = end < text.size();
    if (more) text.remove_prefix(end + 1);
  }
  return found;
}

}  // namespace mixseed::io
