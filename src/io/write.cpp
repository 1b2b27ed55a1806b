// write_data and write_csv: rows as CSV or NPY.
#include "base/text.h"
#include "io/message.h"
#include "io/npy.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

void write_csv(const DataView& data, const std::vector<std::string>& names,
               const std::function<void(std::string_view)>& sink) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += csv_field(names[i]);
    text += i + 1 < names.size() ? ',' : '\n';
  }
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t column = 0; column < data.columns(); ++column) {
      const std::size_t at = row * data.row_stride() + column * data.column_stride();
      if (data.floats() != nullptr)
        append_number(text, data.floats()[at]);
      else
        append_number(text, data.doubles()[at]);
      text += column + 1 < data.columns() ? ',' : '\n';
    }
    if (text.size() < kChunk) continue;
    sink(text);
    text.clear();
  }
  sink(text);
}

void write_data(const std::string& path, const DataView& data, const std::vector<std::string>& names) {
  if (!names.empty() && names.size() != data.columns()) {
    io::fail(ErrorCode::usage, path,
             filled("got {} column names, expected {}, one for each column", names.size(), data.columns()));
  }
  if (ends_with(path, ".gz") || ends_with(path, ".zst")) {
    io::fail(ErrorCode::usage, path, "rows are not written compressed, expected a name in .csv or .npy");
  }
  AtomicFile file(path);
  if (ends_with(path, ".npy")) return file.commit(io::make_npy(data));
  std::string text;
  write_csv(data, names, [&text](std::string_view part) { text += part; });
  file.commit(text);
}

}  // namespace mixseed
