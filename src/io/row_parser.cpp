#include "io/row_parser.h"

#include <limits>

#include "base/text.h"
#include "io/advice.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::ptrdiff_t kIgnored = -1;
constexpr std::ptrdiff_t kWeights = -2;

// Removes the last row.
void drop_row(TableRows& rows, std::size_t base, bool has_weights) {
  rows.features.resize(base);
  if (has_weights) {
    rows.weights.pop_back();
    rows.lines.pop_back();
  }
  --rows.rows;
  rows.dropped.push_back(rows.rows + rows.dropped.size());
}

}  // namespace

RowParser::RowParser(const TableLayout& layout, const ColumnChoice& choice, const ReadOptions& options,
                     const std::string& where)
    : layout_(layout),
      choice_(choice),
      options_(options),
      where_(where),
      fields_("", layout.delimiter, layout.first_line, where),
      slots_(layout.columns.count, kIgnored) {
  for (std::size_t i = 0; i < choice.features.size(); ++i) slots_[choice.features[i]] = static_cast<std::ptrdiff_t>(i);
  if (choice.weights) slots_[*choice.weights] = kWeights;
}

void RowParser::parse(std::string_view piece, TableRows& rows) {
  piece_ = piece;
  fields_ = Fields(piece, layout_.delimiter, fields_.line(), where_);
  while (fields_.next_row()) {
    const std::size_t base = rows.features.size();
    rows.features.resize(base + choice_.features.size());
    parse_row(rows.features.data() + base, rows);
    if (choice_.weights) rows.lines.push_back(fields_.row_line());
    ++rows.rows;
    if (is_incomplete_) drop_row(rows, base, choice_.weights.has_value());
    is_incomplete_ = false;
  }
}

void RowParser::parse_row(double* out, TableRows& rows) {
  std::size_t column = 0;
  for (bool done = false; !done; ++column) {
    if (column == slots_.size()) fail_width();
    const std::ptrdiff_t slot = slots_[column];
    if (slot == kIgnored) {
      fields_.skip();
    } else {
      double value = 0;
      if (!fields_.number(value)) value = parse_field(column, rows);
      if (slot == kWeights)
        rows.weights.push_back(value);
      else
        out[slot] = value;
    }
    done = fields_.end_of_row();
  }
  if (column != slots_.size()) fail_width();
}

double RowParser::parse_field(std::size_t column, TableRows& rows) {
  double value = 0;
  const std::size_t line = fields_.line();
  const std::string_view field = fields_.field();
  const NumberKind kind = parse_number(field, value);
  if (kind == NumberKind::number) return value;
  const bool may_stay = options_.keep_missing && slots_[column] != kWeights;
  if (!(options_.drop_missing || may_stay) || !is_missing(field)) fail_field(line, column, std::string(field), kind);
  if (may_stay) return std::numeric_limits<double>::quiet_NaN();
  if (rows.first_missing.empty()) rows.first_missing = place(line, column);
  is_incomplete_ = true;
  return 0;
}

std::string RowParser::place(std::size_t line, std::size_t column) const {
  return filled("line {}, {}", line, column_place(column, layout_.columns.names));
}

void RowParser::fail_field(std::size_t line, std::size_t column, const std::string& got, NumberKind kind) {
  const std::vector<std::string> row = current_row();
  if (row.size() != slots_.size()) fail_width();
  std::string what = "got " + (kind == NumberKind::empty ? "an empty field" : shown(got));
  what += kind == NumberKind::too_large    ? ", which is too large for a double"
          : kind == NumberKind::not_finite ? ", expected a finite number"
                                           : ", expected a number";
  if (kind == NumberKind::rubbish || is_missing(got)) what += advice(got, row, layout_.columns, choice_);
  fail(ErrorCode::input, where_, place(line, column) + ": " + what);
}

void RowParser::fail_width() {
  const std::vector<std::string> row = current_row();
  const std::size_t got = row.size(), wanted = slots_.size();
  const bool is_comment = row.front().starts_with('#') ||
                          (!layout_.columns.names.empty() && layout_.columns.names.front().starts_with('#'));
  const bool is_trailing = got == wanted + 1 && row.back().empty();
  fail(ErrorCode::input, where_,
       filled("line {}: got {} field{}, expected {} as in line {}{}", fields_.row_line(), got, got == 1 ? "" : "s",
              wanted, layout_.width_line,
              is_comment    ? kCommentAdvice
              : is_trailing ? "; remove the delimiter at the end of the line"
                            : ""));
}

std::vector<std::string> RowParser::current_row() const {
  const auto start = static_cast<std::size_t>(fields_.row_start() - piece_.data());
  Fields again(piece_.substr(start), layout_.delimiter, fields_.row_line(), where_);
  again.next_row();
  return again.row();
}

void expect_rows(std::size_t kept, std::size_t dropped, const std::string& first_missing, const std::string& where) {
  if (kept > 0) return;
  fail(ErrorCode::input, where, filled("all {} rows have missing values, the first in {}", dropped, first_missing));
}

}  // namespace mixseed::io
