// read_data: detects the format, chooses the columns and finds the weights.

#include <new>
#include <utility>

#include "base/text.h"
#include "io/bytes.h"
#include "io/columns.h"
#include "io/message.h"
#include "io/missing.h"
#include "io/npy.h"
#include "io/source_rows.h"
#include "io/table_text.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed {
namespace io {
namespace {

// Weights and, for text, the line of each.
struct Weights {
  std::vector<double> values;
  std::vector<std::size_t> lines;
};

void expect_one_column(std::size_t columns, const std::string& where) {
  if (columns == 1) return;
  fail(ErrorCode::input, where, filled("got {} columns, expected one column of weights", columns));
}

// Reads one weight for each of the `rows` rows and drops those of the `dropped` rows.
Weights read_weights_file(const std::string& path, std::size_t rows, const std::vector<std::size_t>& dropped,
                          const std::string& data_where) {
  const std::string where = source_name(path);
  const Bytes file = read_bytes(path);
  Weights weights;
  if (is_array(file.view, path)) {
    const NpyHeader header = parse_npy_header(file.view, where);
    expect_one_column(header.columns, where);
    weights.values = read_npy_column(file, header, 0);
  } else {
    const TableLayout layout = inspect_table(file.view, where);
    expect_one_column(layout.columns.count, where);
    TableRows table = parse_table(layout, {{}, 0, {}, {}}, where);
    weights = {std::move(table.weights), std::move(table.lines)};
  }
  check_weights(weights.values, weights.lines, where);
  if (weights.values.size() != rows) {
    fail(ErrorCode::input, where,
         filled("got {} weights, expected {}, one for each row of {}", weights.values.size(), rows, data_where));
  }
  weights.values = drop_rows(weights.values, dropped);
  return weights;
}

Data with_weights(const Data& data, const ColumnChoice& choice, Weights weights,
                  const std::vector<std::size_t>& dropped, const std::string& where) {
  if (choice.weights) {
    check_weights(weights.values, weights.lines, where);
  } else if (!choice.weights_file.empty()) {
    weights = read_weights_file(choice.weights_file, data.view.rows() + dropped.size(), dropped, where);
  } else {
    return data;
  }
  return data.weighted(std::move(weights.values));
}

Data read_array(const Bytes& file, const std::string& where, const ReadOptions& options) {
  const NpyHeader header = parse_npy_header(file.view, where);
  const ColumnChoice choice = choose_columns(options, {header.columns, {}, false}, where);
  const Finite finite = options.unseen                                 ? Finite::unseen
                        : options.drop_missing || options.keep_missing ? Finite::or_nan
                                                                       : Finite::all;
  Data data = read_npy(file, header, choice.features, where, finite);
  Weights weights;
  if (choice.weights) weights.values = read_npy_column(file, header, *choice.weights);
  std::vector<std::size_t> dropped;
  if (options.drop_missing) dropped = rows_with_nan(data.view, weights.values);
  if (dropped.size() == data.view.rows()) {
    fail(ErrorCode::input, where, filled("all {} rows have missing values", dropped.size()));
  }
  if (!dropped.empty()) {
    data = drop_rows(std::move(data), dropped);
    weights.values = drop_rows(weights.values, dropped);
    note_dropped(data, dropped.size(), filled("row {}", dropped.front() + 1), where);
  }
  if (options.keep_source) data.source = source_of(data.view);
  return with_weights(data, choice, std::move(weights), dropped, where);
}

Data read_text(const Bytes& file, const std::string& where, const ReadOptions& options) {
  const TableLayout layout = inspect_table(file.view, where, options);
  const ColumnChoice choice = choose_columns(options, layout.columns, where);
  TableRows table = parse_table(layout, choice, where, options);
  Data data = Data::from(std::move(table.features), table.rows, choice.features.size());
  data.names = names_of(choice.features, layout.columns);
  if (!layout.header_note.empty()) data.notes.push_back(where + ": " + layout.header_note);
  for (const std::string& note : choice.notes) data.notes.push_back(where + ": " + note);
  note_dropped(data, table.dropped.size(), table.first_missing, where);
  if (options.keep_source) data.source = source_of(layout, table.dropped, options, where);
  return with_weights(data, choice, {std::move(table.weights), std::move(table.lines)}, table.dropped, where);
}

}  // namespace
}  // namespace io

Data read_data(const std::string& path, const ReadOptions& options) {
  const std::string where = io::source_name(path);
  try {
    const io::Bytes file = io::read_bytes(path, options.memory);
    return io::is_array(file.view, path) ? io::read_array(file, where, options) : io::read_text(file, where, options);
  } catch (const std::bad_alloc&) {
    io::fail(ErrorCode::failed, where, "does not fit into memory");
  }
}

}  // namespace mixseed
