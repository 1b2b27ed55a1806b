// Splits delimited text into rows and fields, and finds the delimiter.
#include "io/fields.h"

#include <utility>

#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::string_view kCandidates = "\t;, ";  // in order of preference

// No table has more; other files would fill the memory with texts.
constexpr std::size_t kMostFields = 1'000'000, kLongestField = 1'000'000;

bool is_space(char c) { return c == ' ' || c == '\t'; }
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// True if a scan is inside quotes after text[i]. A quote opens only at the start of a field, for any delimiter, or
// right after a closing one, where it is an escape.
bool quoted_after(std::string_view text, std::size_t i, bool quoted) {
  if (text[i] != '"') return quoted;
  return !quoted && (i == 0 || text[i - 1] == '"' || kCandidates.find(text[i - 1]) != std::string_view::npos);
}

// Removes the first row that is not blank from `text` and returns it. Line ends inside quotes belong to the row.
std::string_view take_row(std::string_view& text) {
  std::size_t start = 0;
  while (start < text.size() && (is_space(text[start]) || is_line_end(text[start]))) ++start;
  std::size_t end = 0;
  bool quoted = false;
  text.remove_prefix(start);
  for (; end < text.size() && (quoted || !is_line_end(text[end])); ++end) quoted = quoted_after(text, end, quoted);
  std::string_view row = text.substr(0, end);
  text.remove_prefix(end);
  while (!row.empty() && row.back() == ' ') row.remove_suffix(1);
  return row;
}

// The number of separations by the candidate in this row; a run of blanks counts once.
std::size_t count_separators(std::string_view row, char candidate) {
  std::size_t count = 0;
  bool quoted = false, inside = false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    quoted = quoted_after(row, i, quoted);
    const bool separates = !quoted && (candidate == kBlanks ? is_space(row[i]) : row[i] == candidate);
    if (separates && !(candidate == kBlanks && inside)) ++count;
    inside = separates;
  }
  return count;
}

// The end of the last complete line; 0 if fewer than `least` are not blank. After a CR at the end an LF may follow.
std::size_t whole_lines(std::string_view text, std::size_t least) {
  const std::size_t feed = text.rfind('\n');
  const std::size_t end =
      feed != std::string_view::npos || text.empty() ? feed : text.substr(0, text.size() - 1).rfind('\r');
  if (end == std::string_view::npos) return 0;
  std::string_view lines = text.substr(0, end);
  for (std::size_t row = 0; row < least; ++row) {
    if (take_row(lines).empty()) return 0;
  }
  return end + 1;
}

bool all_numbers(std::string_view row) {
  Fields fields(row, kBlanks, 1, "");
  double value = 0;
  for (const std::string& field : fields.row()) {
    if (parse_number(field, value) != NumberKind::number) return false;
  }
  return true;
}

}  // namespace

bool has_two_rows(std::string_view text) {
  take_row(text);
  return !take_row(text).empty() && !text.empty();
}

std::size_t whole_rows(std::string_view text, char delimiter, std::size_t least) {
  if (text.find('"') == std::string_view::npos) return whole_lines(text, least);
  std::size_t rows = 0, length = 0;
  Fields fields(text, delimiter, 1, "");
  try {
    while (fields.next_row()) {
      do fields.skip();
      while (!fields.end_of_row());
      const auto end = static_cast<std::size_t>(fields.position() - text.data());
      if (end == text.size()) break;  // after a CR, too: an LF may follow
      length = end;
      ++rows;
    }
  } catch (const Error&) {
    if (fields.position() != text.data() + text.size()) return text.size();
  }
  return rows < least ? 0 : length;
}

char find_delimiter(std::string_view text) {
  const std::string_view first = take_row(text), second = take_row(text);
  for (const char candidate : kCandidates) {
    const std::size_t count = count_separators(first, candidate);
    if (count > 0 && (second.empty() || count == count_separators(second, candidate))) return candidate;
  }
  for (const char candidate : kCandidates) {
    // Blanks only in the first row belong to the name of a single column, unless the row consists of numbers.
    const bool belongs = candidate != kBlanks || count_separators(second, kBlanks) > 0 || all_numbers(first);
    if (count_separators(first, candidate) > 0 && belongs) return candidate;
  }
  return ',';
}

Fields::Fields(std::string_view text, char delimiter, std::size_t line, std::string where)
    : at_(text.data()),
      end_(text.data() + text.size()),
      delimiter_(delimiter),
      line_(line),
      row_line_(line),
      row_start_(at_),
      where_(std::move(where)) {}

const char* Fields::skip_blanks(const char* at) const {
  while (at != end_ && blank(*at)) ++at;
  return at;
}

void Fields::line_end() {
  if (*at_ == '\r' && at_ + 1 != end_ && at_[1] == '\n') ++at_;
  ++at_;
  ++line_;
}

bool Fields::next_row() {
  for (;;) {
    row_start_ = at_;
    row_line_ = line_;
    const char* const text = skip_blanks(at_);
    if (text == end_) return false;
    if (!is_line_end(*text)) {
      if (delimiter_ == kBlanks) at_ = text;
      return true;
    }
    at_ = text;
    line_end();
  }
}

bool Fields::number(double& value) {
  const char* stop = parse_short_number(skip_blanks(at_), end_, value);
  if (stop == nullptr) return false;
  if (delimiter_ != kBlanks) stop = skip_blanks(stop);
  if (stop != end_ && !ends_field(*stop)) return false;
  at_ = stop;
  return true;
}

std::string_view Fields::field() {
  at_ = skip_blanks(at_);
  if (at_ != end_ && *at_ == '"') return quoted();
  const char* const start = at_;
  while (at_ != end_ && !ends_field(*at_)) ++at_;
  const char* stop = at_;
  while (stop != start && blank(stop[-1])) --stop;
  return {start, static_cast<std::size_t>(stop - start)};
}

std::string_view Fields::quoted() {
  const std::size_t opened = line_;
  unquoted_.clear();
  for (++at_;;) {
    if (at_ == end_) fail(ErrorCode::input, where_, filled("line {}: a quote is opened and never closed", opened));
    if (*at_ == '"') {
      ++at_;
      if (at_ == end_ || *at_ != '"') break;
    } else if (*at_ == '\n' || (*at_ == '\r' && (at_ + 1 == end_ || at_[1] != '\n'))) {
      ++line_;
    }
    unquoted_ += *at_++;
  }
  if (delimiter_ != kBlanks) at_ = skip_blanks(at_);
  if (at_ != end_ && !ends_field(*at_)) {
    fail(ErrorCode::input, where_,
         filled("line {}: got {} after a closing quote, expected the end of the field", line_,
                shown(std::string_view(at_, 1))));
  }
  return unquoted_;
}

bool Fields::end_of_row() {
  if (delimiter_ == kBlanks) at_ = skip_blanks(at_);
  if (at_ == end_) return true;
  if (is_line_end(*at_)) {
    line_end();
    return true;
  }
  if (delimiter_ != kBlanks) ++at_;
  return false;
}

std::vector<std::string> Fields::row() {
  std::vector<std::string> fields;
  do {
    const std::string_view text = field();
    if (fields.size() == kMostFields) {
      fail(ErrorCode::input, where_, filled("line {} has more than {} fields", row_line_, kMostFields));
    }
    if (text.size() > kLongestField) {
      fail(ErrorCode::input, where_,
           filled("line {}, column {}: got a field of {} bytes, expected a number or a name", row_line_,
                  fields.size() + 1, text.size()));
    }
    fields.emplace_back(text);
  } while (!end_of_row());
  return fields;
}

}  // namespace mixseed::io
