// Reads numbers from delimited text: CSV, TSV and columns separated by blanks.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/columns.h"

namespace mixseed::io {

// The layout of a table, from its first rows.
struct TableLayout {
  ColumnSet columns;
  char delimiter = ',';
  std::string_view body;       // the text from the first data row on
  std::size_t first_line = 1;  // the line on which `body` starts
  std::size_t width_line = 1;  // the line that determines the number of columns
  std::string header_note;     // the decision on a first row of numbers, if it could be wrong; else empty
};

// Finds delimiter, header and columns, unless the options give them; judge_header decides whether the first row is a
// header. Names are in UTF-8. Throws Error(input) if the text is empty, binary or only a header. `text` must outlive
// the result.
TableLayout inspect_table(std::string_view text, const std::string& where, const ReadOptions& options = {});

// Throws Error(input) if the text has a byte of zero. `before`: bytes of the file before the text.
void refuse_binary(std::string_view text, const std::string& where, std::size_t before = 0);

// The text without its byte order mark.
std::string_view skip_byte_order_mark(std::string_view text);

// Checks over the pieces of a text that the first column counts the rows: 0, 1, 2, ... or 1, 2, 3, ...
class IndexCheck {
 public:
  IndexCheck(const TableLayout& layout, const std::string& where);
  // The line of the first row in the next piece (complete rows) that breaks the count.
  std::optional<std::size_t> first_break_in(std::string_view piece);

 private:
  char delimiter_;
  std::size_t line_;
  std::string where_;
  std::optional<double> expected_;
};

// The chosen columns, row-major. `weights` and `lines` (of the rows) are filled only if weights are chosen.
struct TableRows {
  std::size_t rows = 0;
  std::vector<double> features;
  std::vector<double> weights;
  std::vector<std::size_t> lines;
  std::vector<std::size_t> dropped;  // rows, from 0, left out for a missing value
  std::string first_missing;         // the place of the first missing value
};

// Reads the rows. Columns that are not chosen may hold anything. Missing values in chosen fields are errors by default,
// drop their row with `drop_missing`, and become NaN with `keep_missing`. Throws Error(input) with line and column for
// a row of another length, a field that is not a finite number, or if all rows are dropped; Error(failed) if text and
// numbers may need more than `memory` bytes (0: default_memory_limit()).
TableRows parse_table(const TableLayout& layout, const ColumnChoice& choice, const std::string& where,
                      const ReadOptions& options = {});

}  // namespace mixseed::io
