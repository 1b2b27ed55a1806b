// Numbers from delimited text: CSV, TSV and columns separated by blanks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/columns.h"

namespace mixseed::io {

// What a look at the first rows tells.
struct TableLayout {
  ColumnSet columns;
  char delimiter = ',';
  std::string_view body;       // the text from the first data row on
  std::size_t first_line = 1;  // the line on which `body` starts
  std::size_t width_line = 1;  // the line that fixed the number of columns
  std::string header_note;     // what was decided of a first row of numbers; empty where there was no doubt
};

// Finds delimiter, header and columns; judge_header decides whether the first row is a header. Names come in UTF-8.
// The options can settle delimiter and header. Throws Error(input) when the text is empty, binary or a header only.
// `text` must outlive the result.
TableLayout inspect_table(std::string_view text, const std::string& where, const ReadOptions& options = {});

// Throws Error(input) when the text has a byte of zero; `before` bytes stand before it in the file.
void refuse_binary(std::string_view text, const std::string& where, std::size_t before = 0);

// Without a byte order mark.
std::string_view without_mark(std::string_view text);

// Whether the first column is 0, 1, 2, ... or 1, 2, 3, ..., over the pieces of a text.
class Counting {
 public:
  Counting(const TableLayout& layout, const std::string& where);
  // The line of the first row of the next piece (whole rows) that does not go on counting.
  std::optional<std::size_t> broken_in(std::string_view piece);

 private:
  char delimiter_;
  std::size_t line_;
  std::string where_;
  std::optional<double> expected_;
};

// The chosen columns, row-major; the weights, and with them the line of every row, only if they are chosen.
struct TableRows {
  std::size_t rows = 0;
  std::vector<double> features;
  std::vector<double> weights;
  std::vector<std::size_t> lines;
  std::vector<std::size_t> dropped;  // rows of the text, from 0, that are left out for a missing value
  std::string first_missing;         // the place of the first of these values
};

// Reads the rows. Columns that are not chosen may hold anything. Throws Error(input) naming line and column at the
// first row with another number of fields and the first chosen field that is not a finite number; with `drop_missing`
// rows whose chosen fields lack a value are left out, unless all do, and with `keep_missing` it is NaN. Throws
// Error(failed) when text and numbers may need more than `memory` bytes; 0 is usual_limit().
TableRows parse_table(const TableLayout& layout, const Choice& choice, const std::string& where,
                      const ReadOptions& options = {});

}  // namespace mixseed::io
