// Splits delimited text into rows and fields: quotes, line ends, blank lines, line numbers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/number.h"

namespace mixseed::io {

inline constexpr char kBlanks = ' ';  // the delimiter "runs of blanks and tabs"

// A cursor over the fields of a text. Lines end in LF, CRLF or CR. Usage: while next_row(), read one field after
// the other (with number, field or skip) until end_of_row() is true.
class Fields {
 public:
  // `line` is the number of the line on which `text` starts.
  Fields(std::string_view text, char delimiter, std::size_t line, std::string where);

  // Moves to the next row that is not blank; false at the end.
  bool next_row();
  // Reads a plain short number; otherwise returns false and reads nothing.
  bool number(double& value);
  // Reads a field without surrounding blanks and quotes. Valid until the next call. Throws Error(input) if quotes do
  // not match.
  std::string_view field();
  void skip() { (void)field(); }
  // Skips the delimiter or line end after a field; true if that was the last field of the row.
  bool end_of_row();

  // All fields of the row that begins here. Throws Error(input) beyond a million fields or a million bytes in one.
  std::vector<std::string> row();

  std::size_t line() const { return line_; }
  std::size_t row_line() const { return row_line_; }    // the line where the current row began
  const char* row_start() const { return row_start_; }  // the place where the current row began
  const char* position() const { return at_; }

 private:
  bool blank(char c) const { return c == ' ' || (c == '\t' && delimiter_ != '\t'); }
  bool ends_field(char c) const {
    return c == '\n' || c == '\r' || (delimiter_ == kBlanks ? blank(c) : c == delimiter_);
  }
  const char* skip_blanks(const char* at) const;
  void line_end();
  std::string_view quoted();

  const char* at_;
  const char* end_;
  char delimiter_;
  std::size_t line_, row_line_;
  const char* row_start_;
  std::string where_, unquoted_;
};

// True if the text, of which more will follow, has two complete rows: find_delimiter gives the same result as for the
// whole text.
bool has_two_rows(std::string_view text);

// The length of the complete rows of a text of which more will follow; 0 if they are fewer than `least`. If quotes do
// not match it is the whole text, so that reading the rows reports the place.
std::size_t whole_rows(std::string_view text, char delimiter, std::size_t least);

// The delimiter (',', ';', tab or kBlanks) that fits the first two rows best.
char find_delimiter(std::string_view text);

}  // namespace mixseed::io
