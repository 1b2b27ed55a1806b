// Writes rows as CSV or NPY, at once (write_data, write_csv) or in pieces (RowWriter).
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "io/message.h"
#include "io/npy.h"
#include "mixseed/error.h"
#include "mixseed/io.h"
#include "mixseed/pieces.h"

namespace mixseed {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

void append_names(std::string& text, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += csv_field(names[i]);
    text += i + 1 < names.size() ? ',' : '\n';
  }
}

void append_line(std::string& text, const DataView& data, std::size_t row) {
  for (std::size_t column = 0; column < data.columns(); ++column) {
    const std::size_t at = row * data.row_stride() + column * data.column_stride();
    if (data.floats() != nullptr)
      append_number(text, data.floats()[at]);
    else
      append_number(text, data.doubles()[at]);
    text += column + 1 < data.columns() ? ',' : '\n';
  }
}

}  // namespace

struct RowWriter::Impl {
  std::string where;
  std::vector<std::string> names;
  std::optional<std::size_t> expected;              // rows
  std::unique_ptr<AtomicFile> file = nullptr;       // the target: a file, or
  std::function<void(std::string_view)> sink = {};  // a function
  bool is_array = false;
  bool begun = false, floats = false;
  std::size_t columns = 0, rows = 0;  // so far
  std::string text = {};              // not yet written

  // An array whose number of rows is unknown is held back unless its header can be rewritten later.
  bool must_hold_back() const { return is_array && !expected && !file->is_file(); }

  void flush(std::size_t most) {
    if (text.size() <= most || must_hold_back()) return;
    send();
  }

  void send() {
    if (file)
      file->append(text);
    else
      sink(text);
    text.clear();
  }

  void begin(const DataView& data) {
    if (!names.empty() && names.size() != data.columns()) {
      io::fail(ErrorCode::usage, where,
               filled("got {} column names, expected {}, one for each column", names.size(), data.columns()));
    }
    begun = true;
    columns = data.columns();
    floats = data.floats() != nullptr;
    if (is_array)
      text = header(expected.value_or(0));
    else
      append_names(text, names);
  }

  std::string header(std::size_t count) const { return io::make_npy_header(count, columns, floats); }

  void add(const DataView& data) {
    if (!begun) begin(data);
    if (data.columns() != columns || (data.floats() != nullptr) != floats) {
      io::fail(ErrorCode::usage, where, "got rows of another width or type than before");
    }
    rows += data.rows();
    const std::size_t step =
        is_array ? std::max<std::size_t>(1, kChunk / std::max<std::size_t>(1, columns * sizeof(double))) : 1;
    for (std::size_t row = 0; row < data.rows(); row += step) {
      if (is_array)
        io::append_numbers(text, data.slice(row, std::min(step, data.rows() - row)));
      else
        append_line(text, data, row);
      flush(kChunk);
    }
  }

  void write() {
    if (expected && *expected != rows) {
      io::fail(ErrorCode::usage, where, filled("got {} rows, expected {}", rows, *expected));
    }
    const bool is_late = begun && is_array && !expected;
    if (is_late && must_hold_back()) text.replace(0, header(rows).size(), header(rows));
    send();
    if (is_late && file->is_file()) file->rewrite(header(rows));
    if (file) file->finish();
  }
};

RowWriter::RowWriter(const std::string& path, std::vector<std::string> names, std::optional<std::size_t> rows) {
  if (ends_with(path, ".gz") || ends_with(path, ".zst")) {
    io::fail(ErrorCode::usage, path, "rows are not written compressed, expected a name in .csv or .npy");
  }
  impl_ = std::make_unique<Impl>(Impl{path, std::move(names), rows});
  impl_->file = std::make_unique<AtomicFile>(path);
  impl_->is_array = ends_with(path, ".npy");
}

RowWriter::RowWriter(std::function<void(std::string_view)> sink, std::vector<std::string> names)
    : impl_(std::make_unique<Impl>(Impl{"the table", std::move(names), std::nullopt})) {
  impl_->sink = std::move(sink);
}

RowWriter::~RowWriter() = default;
RowWriter::RowWriter(RowWriter&&) noexcept = default;

void RowWriter::add(const DataView& rows) { impl_->add(rows); }
void RowWriter::write() { impl_->write(); }
void RowWriter::publish() {
  if (impl_->file) impl_->file->publish();
}

void write_csv(const DataView& data, const std::vector<std::string>& names,
               const std::function<void(std::string_view)>& sink) {
  RowWriter writer(sink, names);
  writer.add(data);
  writer.write();
}

void write_data(const std::string& path, const DataView& data, const std::vector<std::string>& names) {
  RowWriter writer(path, names, data.rows());
  writer.add(data);
  writer.write();
  writer.publish();
}

}  // namespace mixseed
