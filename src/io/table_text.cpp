// Numbers from delimited text: layout, rows, and messages that say where and why a row cannot be read.
#include "io/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include "io/fields.h"
#include "io/message.h"

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
    if (text.substr(0, start.size()) == start) fail(ErrorCode::input, where, fmt::format("is {}, {}", name, kWanted));
  }
  fail(ErrorCode::input, where, fmt::format("is binary (byte {} is zero), {}", zero + 1, kWanted));
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

// What helps against a field that is no number, given the whole row; empty when nothing comes to mind.
std::string advice(std::string_view got, const std::vector<std::string>& row, const Choice& choice) {
  if (is_missing_mark(got)) return "; rows with missing values have to be left out or filled in";
  if (got.find(',') != std::string_view::npos && got.find_first_not_of("0123456789+-,eE") == std::string_view::npos) {
    return "; decimal commas have to be points";
  }
  if (std::isalpha(static_cast<unsigned char>(got.front())) == 0) return "";
  std::vector<std::size_t> numeric;
  for (const std::size_t column : choice.features) {
    if (column < row.size() && is_number(row[column])) numeric.push_back(column);
  }
  if (numeric.empty()) return "";
  std::sort(numeric.begin(), numeric.end());
  return "; if these are labels, choose the other columns, for example --columns " + column_ranges(numeric);
}

// Reads the rows of one table; exists for the length of parse_table.
class RowParser {
 public:
  RowParser(const TableLayout& layout, const Choice& choice, const std::string& where)
      : layout_(layout),
        choice_(choice),
        where_(where),
        fields_(layout.body, layout.delimiter, layout.first_line, where),
        slots_(layout.columns.count, kIgnored) {
    for (std::size_t i = 0; i < choice.features.size(); ++i)
      slots_[choice.features[i]] = static_cast<std::ptrdiff_t>(i);
    if (choice.weights) slots_[*choice.weights] = kWeights;
  }

  TableRows parse() {
    reserve();
    while (fields_.next_row()) {
      const std::size_t base = result_.features.size();
      result_.features.resize(base + choice_.features.size());
      parse_row(result_.features.data() + base);
      if (choice_.weights) result_.lines.push_back(fields_.row_line());
      ++result_.rows;
    }
    return std::move(result_);
  }

 private:
  // Every number takes at least two bytes of text, which bounds the memory for strange files.
  void reserve() {
    const auto lines = static_cast<std::size_t>(std::count(layout_.body.begin(), layout_.body.end(), '\n')) + 1;
    const std::size_t bound = layout_.body.size() / 2 + 1, width = choice_.features.size();
    if (width > 0) result_.features.reserve(lines <= bound / width ? lines * width : bound);
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
    fail_field(line, column, std::string(field), kind);
  }

  [[noreturn]] void fail_field(std::size_t line, std::size_t column, const std::string& got, NumberKind kind) {
    const std::vector<std::string> row = current_row();
    if (row.size() != slots_.size()) fail_width();
    std::string what = "got " + shown(got) + ", expected a number" + (got.empty() ? "" : advice(got, row, choice_));
    if (kind == NumberKind::empty) what = "got an empty field, expected a number" + advice("", row, choice_);
    if (kind == NumberKind::not_finite) what = "got " + shown(got) + ", expected a finite number";
    if (kind == NumberKind::too_large) what = "got " + shown(got) + ", which is too large for a double";
    fail(ErrorCode::input, where_,
         fmt::format("line {}, {}: {}", line, column_place(column, layout_.columns.names), what));
  }

  [[noreturn]] void fail_width() {
    const std::size_t got = current_row().size(), wanted = slots_.size();
    fail(ErrorCode::input, where_,
         fmt::format("line {}: got {} field{}, expected {} as in line {}", fields_.row_line(), got, got == 1 ? "" : "s",
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
  const std::string& where_;
  Fields fields_;
  std::vector<std::ptrdiff_t> slots_;
  TableRows result_;
};

}  // namespace

TableLayout inspect_table(std::string_view text, const std::string& where) {
  if (text.empty()) fail(ErrorCode::input, where, "is empty, expected rows of numbers");
  refuse_binary(text, where);
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  TableLayout layout;
  layout.delimiter = find_delimiter(text);
  Fields fields(text, layout.delimiter, 1, where);
  if (!fields.next_row()) fail(ErrorCode::input, where, "has blank lines only, expected rows of numbers");
  std::vector<std::string> first = fields.row();
  const std::size_t first_start = static_cast<std::size_t>(fields.row_start() - text.data());
  layout.width_line = layout.first_line = fields.row_line();
  layout.columns.count = first.size();
  const bool more = fields.next_row();
  const std::size_t second_start = static_cast<std::size_t>(fields.row_start() - text.data());
  const std::size_t second_line = fields.row_line();
  if (!is_header(first, more ? fields.row() : std::vector<std::string>{})) {
    layout.body = text.substr(first_start);
    return layout;
  }
  if (!more) {
    fail(ErrorCode::input, where,
         fmt::format("has a header (line {}) but no rows, expected rows of numbers", layout.width_line));
  }
  layout.columns.names = std::move(first);
  layout.body = text.substr(second_start);
  layout.first_line = second_line;
  return layout;
}

TableRows parse_table(const TableLayout& layout, const Choice& choice, const std::string& where) {
  return RowParser(layout, choice, where).parse();
}

}  // namespace mixseed::io
