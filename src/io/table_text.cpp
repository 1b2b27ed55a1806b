// Reads delimited text: finds its layout, parses all rows at once.
#include "io/table_text.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "io/fields.h"
#include "io/header.h"
#include "io/memory.h"
#include "io/message.h"
#include "io/row_parser.h"
#include "io/utf8.h"

namespace mixseed::io {
namespace {

struct MagicBytes {
  std::string_view start, name;
};
constexpr MagicBytes kMagicBytes[] = {
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

// Every number takes at least two bytes of text, which bounds the memory for files that are not tables.
void reserve(TableRows& rows, std::string_view body, const ColumnChoice& choice, const std::string& where,
             std::size_t memory) {
  const auto lines = static_cast<std::size_t>(std::count(body.begin(), body.end(), '\n')) + 1;
  const std::size_t bound = body.size() / 2 + 1, width = choice.features.size();
  if (width == 0) return;
  const std::size_t numbers = lines <= bound / width ? lines * width : bound;
  check_memory(body.size() + numbers * sizeof(double), memory, where);
  rows.features.reserve(numbers);
}

}  // namespace

void refuse_binary(std::string_view text, const std::string& where, std::size_t before) {
  const std::size_t zero = text.find('\0');
  if (zero == std::string_view::npos) return;
  constexpr std::string_view kWanted = "expected text in UTF-8 with numbers (CSV, TSV or blanks), or .npy";
  for (const auto& [start, name] : kMagicBytes) {
    if (before > 0 || text.substr(0, start.size()) != start) continue;
    const bool is_parquet = start == "PAR1";
    fail(ErrorCode::input, where,
         filled("is {}, {}{}", name, kWanted,
                is_parquet
                    ? "; save it as .npy (pandas.read_parquet, numpy.save) or fit it in Python: mixseed.chunks(FILE)"
                    : ""));
  }
  fail(ErrorCode::input, where, filled("is binary (byte {} is zero), {}", before + zero + 1, kWanted));
}

std::string_view skip_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

IndexCheck::IndexCheck(const TableLayout& layout, const std::string& where)
    : delimiter_(layout.delimiter), line_(layout.first_line), where_(where) {}

std::optional<std::size_t> IndexCheck::first_break_in(std::string_view piece) {
  Fields fields(piece, delimiter_, line_, where_);
  double value = 0;
  while (fields.next_row()) {
    if (parse_number(fields.field(), value) != NumberKind::number) return fields.row_line();
    if (expected_ ? value != *expected_ : value != 0 && value != 1) return fields.row_line();
    expected_ = value + 1;
    while (!fields.end_of_row()) fields.skip();
  }
  line_ = fields.line();
  return std::nullopt;
}

TableLayout inspect_table(std::string_view text, const std::string& where, const ReadOptions& options) {
  if (text.empty()) fail(ErrorCode::input, where, "is empty, expected rows of numbers");
  refuse_binary(text, where);
  text = skip_byte_order_mark(text);
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
  const HeaderVerdict verdict = judge_header(text, layout.delimiter, where, options);
  layout.header_note = verdict.note;
  if (!verdict.is_header) {
    layout.body = text.substr(first_start);
    return layout;
  }
  if (!more) {
    fail(ErrorCode::input, where,
         filled("has a header (line {}) but no rows, expected rows of numbers", layout.width_line));
  }
  for (std::string& name : first) layout.columns.names.push_back(to_utf8(std::move(name)));
  layout.body = text.substr(second_start);
  layout.first_line = second_line;
  layout.columns.has_index =
      layout.columns.names.front().empty() && !IndexCheck(layout, where).first_break_in(layout.body);
  return layout;
}

TableRows parse_table(const TableLayout& layout, const ColumnChoice& choice, const std::string& where,
                      const ReadOptions& options) {
  TableRows rows;
  reserve(rows, layout.body, choice, where, memory_limit(options.memory));
  RowParser(layout, choice, options, where).parse(layout.body, rows);
  expect_rows(rows.rows, rows.dropped.size(), rows.first_missing, where);
  return rows;
}

}  // namespace mixseed::io
