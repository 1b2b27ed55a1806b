// Numbers from delimited text: layout, rows, and messages that say where and why a row cannot be read.
#include "io/table_text.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"
#include "io/advice.h"
#include "io/fields.h"
#include "io/memory.h"
#include "io/message.h"
#include "io/utf8.h"

namespace mixseed::io {
namespace {

constexpr std::ptrdiff_t kIgnored = -1;
constexpr std::ptrdiff_t kWeights = -2;

struct Signature {
  std::string_view start, name;
};
constexpr Signature kSignatures[] = {
    {"\xff\xfe", "UTF-16 text"},
    {"\xfe\xff", "UTF-16 text"},
    {"PK\x03\x04", "a zip archive (.npz, .xlsx)"},
    {"BZh", "bzip2 data"},
    {"\xfd"
     "7zXZ",
     "xz data"},
    {"\x89HDF", "an HDF5 file"},
    {"PAR1", "a Parquet file"},
};

void refuse_binary(std::string_view text, const std::string& where) {
  const std::size_t zero = text.find('\0');
  if (zero == std::string_view::npos) return;
  constexpr std::string_view kWanted = "expected text in UTF-8 with numbers (CSV, TSV or blanks), or .npy";
  for (const auto& [start, name] : kSignatures) {
    if (text.substr(0, start.size()) == start) fail(ErrorCode::input, where, filled("is {}, {}", name, kWanted));
  }
  fail(ErrorCode::input, where, filled("is binary (byte {} is zero), {}", zero + 1, kWanted));
}

bool is_number(std::string_view field) {
  double value = 0;
  const NumberKind kind = parse_number(field, value);
  return kind != NumberKind::rubbish && kind != NumberKind::empty;
}

bool is_header(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  bool any_text = false, any_number = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const bool number = is_number(first[i]);
    const bool text = !number && !is_missing_mark(first[i]);
    if (text && i < second.size() && is_number(second[i])) return true;
    any_text = any_text || text;
    any_number = any_number || number;
  }
  // Numbers beside texts that are texts in the second row too: a row with labels, not a header.
  return any_text && (!any_number || second.empty());
}

// Whether the first column is 0, 1, 2, ... or 1, 2, 3, ...
bool counts_rows(const TableLayout& layout, const std::string& where) {
  Fields fields(layout.body, layout.delimiter, layout.first_line, where);
  double value = 0;
  std::optional<double> expected;
  while (fields.next_row()) {
    if (parse_number(fields.field(), value) != NumberKind::number) return false;
    if (expected ? value != *expected : value != 0 && value != 1) return false;
    expected = value + 1;
    while (!fields.end_of_row()) fields.skip();
  }
  return true;
}

// Reads the rows of one table; exists for the length of parse_table.
class RowParser {
 public:
  RowParser(const TableLayout& layout, const Choice& choice, const ReadOptions& options, const std::string& where)
      : layout_(layout),
        choice_(choice),
        options_(options),
        where_(where),
        fields_(layout.body, layout.delimiter, layout.first_line, where),
        slots_(layout.columns.count, kIgnored) {
    for (std::size_t i = 0; i < choice.features.size(); ++i)
      slots_[choice.features[i]] = static_cast<std::ptrdiff_t>(i);
    if (choice.weights) slots_[*choice.weights] = kWeights;
  }

  TableRows parse(std::size_t memory) {
    reserve(memory);
    while (fields_.next_row()) {
      const std::size_t base = result_.features.size();
      result_.features.resize(base + choice_.features.size());
      parse_row(result_.features.data() + base);
      if (choice_.weights) result_.lines.push_back(fields_.row_line());
      ++result_.rows;
      if (is_incomplete_) drop_row(base);
    }
    if (result_.rows == 0) {
      fail(ErrorCode::input, where_,
           filled("all {} rows have missing values, the first in {}", result_.dropped.size(), result_.first_missing));
    }
    return std::move(result_);
  }

 private:
  // Every number takes at least two bytes of text, which bounds the memory for strange files.
  void reserve(std::size_t memory) {
    const auto lines = static_cast<std::size_t>(std::count(layout_.body.begin(), layout_.body.end(), '\n')) + 1;
    const std::size_t bound = layout_.body.size() / 2 + 1, width = choice_.features.size();
    if (width == 0) return;
    const std::size_t numbers = lines <= bound / width ? lines * width : bound;
    expect_room(layout_.body.size() + numbers * sizeof(double), memory, where_);
    result_.features.reserve(numbers);
  }

  // Takes back what the last row has added.
  void drop_row(std::size_t base) {
    result_.features.resize(base);
    if (choice_.weights) {
      result_.weights.pop_back();
      result_.lines.pop_back();
    }
    --result_.rows;
    result_.dropped.push_back(result_.rows + result_.dropped.size());
    is_incomplete_ = false;
  }

  void parse_row(double* out) {
    std::size_t column = 0;
    for (bool done = false; !done; ++column) {
      if (column == slots_.size()) fail_width();
      const std::ptrdiff_t slot = slots_[column];
      if (slot == kIgnored) {
        fields_.skip();
      } else {
        double value = 0;
        if (!fields_.number(value)) value = parse_field(column);
        if (slot == kWeights)
          result_.weights.push_back(value);
        else
          out[slot] = value;
      }
      done = fields_.end_of_row();
    }
    if (column != slots_.size()) fail_width();
  }

  double parse_field(std::size_t column) {
    double value = 0;
    const std::size_t line = fields_.line();
    const std::string_view field = fields_.field();
    const NumberKind kind = parse_number(field, value);
    if (kind == NumberKind::number) return value;
    const bool may_stay = options_.keep_missing && slots_[column] != kWeights;
    if (!(options_.drop_missing || may_stay) || !is_missing(field)) fail_field(line, column, std::string(field), kind);
    if (may_stay) return std::numeric_limits<double>::quiet_NaN();
    if (result_.first_missing.empty()) result_.first_missing = place(line, column);
    is_incomplete_ = true;
    return 0;
  }

  std::string place(std::size_t line, std::size_t column) const {
    return filled("line {}, {}", line, column_place(column, layout_.columns.names));
  }

  [[noreturn]] void fail_field(std::size_t line, std::size_t column, const std::string& got, NumberKind kind) {
    const std::vector<std::string> row = current_row();
    if (row.size() != slots_.size()) fail_width();
    std::string what = "got " + (kind == NumberKind::empty ? "an empty field" : shown(got));
    what += kind == NumberKind::too_large    ? ", which is too large for a double"
            : kind == NumberKind::not_finite ? ", expected a finite number"
                                             : ", expected a number";
    if (kind == NumberKind::rubbish || is_missing(got)) what += advice(got, row, layout_.columns, choice_);
    fail(ErrorCode::input, where_, place(line, column) + ": " + what);
  }

  [[noreturn]] void fail_width() {
    const std::size_t got = current_row().size(), wanted = slots_.size();
    fail(ErrorCode::input, where_,
         filled("line {}: got {} field{}, expected {} as in line {}", fields_.row_line(), got, got == 1 ? "" : "s",
                wanted, layout_.width_line));
  }

  std::vector<std::string> current_row() const {
    const auto start = static_cast<std::size_t>(fields_.row_start() - layout_.body.data());
    Fields again(layout_.body.substr(start), layout_.delimiter, fields_.row_line(), where_);
    again.next_row();
    return again.row();
  }

  const TableLayout& layout_;
  const Choice& choice_;
  const ReadOptions& options_;
  const std::string& where_;
  bool is_incomplete_ = false;  // the current row has a missing value
  Fields fields_;
  std::vector<std::ptrdiff_t> slots_;
  TableRows result_;
};

}  // namespace

TableLayout inspect_table(std::string_view text, const std::string& where, const ReadOptions& options) {
  if (text.empty()) fail(ErrorCode::input, where, "is empty, expected rows of numbers");
  refuse_binary(text, where);
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  TableLayout layout;
  layout.delimiter = options.delimiter ? *options.delimiter : find_delimiter(text);
  Fields fields(text, layout.delimiter, 1, where);
  if (!fields.next_row()) fail(ErrorCode::input, where, "has blank lines only, expected rows of numbers");
  std::vector<std::string> first = fields.row();
  const std::size_t first_start = static_cast<std::size_t>(fields.row_start() - text.data());
  layout.width_line = layout.first_line = fields.row_line();
  layout.columns.count = first.size();
  const bool more = fields.next_row();
  const std::size_t second_start = static_cast<std::size_t>(fields.row_start() - text.data());
  const std::size_t second_line = fields.row_line();
  const std::vector<std::string> second = more ? fields.row() : std::vector<std::string>{};
  if (options.header ? !*options.header : !is_header(first, second)) {
    layout.body = text.substr(first_start);
    return layout;
  }
  if (!more) {
    fail(ErrorCode::input, where,
         filled("has a header (line {}) but no rows, expected rows of numbers", layout.width_line));
  }
  for (std::string& name : first) layout.columns.names.push_back(as_utf8(std::move(name)));
  layout.body = text.substr(second_start);
  layout.first_line = second_line;
  layout.columns.has_index = layout.columns.names.front().empty() && counts_rows(layout, where);
  return layout;
}

TableRows parse_table(const TableLayout& layout, const Choice& choice, const std::string& where,
                      const ReadOptions& options) {
  return RowParser(layout, choice, options, where).parse(options.memory == 0 ? usual_limit() : options.memory);
}

}  // namespace mixseed::io
