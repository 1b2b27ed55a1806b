// Parses rows of numbers from the pieces of a delimited text.
#pragma once

#include "io/fields.h"
#include "io/table_text.h"

namespace mixseed::io {

// The arguments must outlive the parser.
class RowParser {
 public:
  RowParser(const TableLayout& layout, const ColumnChoice& choice, const ReadOptions& options,
            const std::string& where);

  // Adds the rows of the next piece (complete rows; the first piece is the body of the layout) to `rows`. Throws as
  // parse_table does.
  void parse(std::string_view piece, TableRows& rows);

 private:
  void parse_row(double* out, TableRows& rows);
  double parse_field(std::size_t column, TableRows& rows);
  std::string place(std::size_t line, std::size_t column) const;
  std::vector<std::string> current_row() const;
  [[noreturn]] void fail_field(std::size_t line, std::size_t column, const std::string& got, NumberKind kind);
  [[noreturn]] void fail_width();

  const TableLayout& layout_;
  const ColumnChoice& choice_;
  const ReadOptions& options_;
  const std::string& where_;
  bool is_incomplete_ = false;  // the current row has a missing value
  std::string_view piece_;
  Fields fields_;
  std::vector<std::ptrdiff_t> slots_;  // the place of a column's number within its row
};

// Throws Error(input) if no row was kept. `first_missing` is the place of the first missing value.
void expect_rows(std::size_t kept, std::size_t dropped, const std::string& first_missing, const std::string& where);

}  // namespace mixseed::io
