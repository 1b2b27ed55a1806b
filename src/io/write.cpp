// write_data: rows as CSV or NPY.
#include <fmt/format.h>

#include <charconv>

#include "io/message.h"
#include "io/npy.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed {
namespace {

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

template <typename Number>
void append_number(std::string& out, Number number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  out.append(text, end);
}

void append_name(std::string& out, const std::string& name) {
  const bool bare = !name.empty() && name.front() != ' ' && name.back() != ' ' &&
                    name.find_first_of("\",;\t\r\n") == std::string::npos;
  if (bare) {
    out += name;
    return;
  }
  out += '"';
  for (const char c : name) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

std::string make_csv(const DataView& data, const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    append_name(out, names[i]);
    out += i + 1 < names.size() ? ',' : '\n';
  }
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t column = 0; column < data.columns(); ++column) {
      const std::size_t at = row * data.row_stride() + column * data.column_stride();
      if (data.floats() != nullptr)
        append_number(out, data.floats()[at]);
      else
        append_number(out, data.doubles()[at]);
      out += column + 1 < data.columns() ? ',' : '\n';
    }
  }
  return out;
}

}  // namespace

void write_data(const std::string& path, const DataView& data, const std::vector<std::string>& names) {
  if (!names.empty() && names.size() != data.columns()) {
    io::fail(ErrorCode::usage, path,
             fmt::format("got {} column names, expected {}, one for each column", names.size(), data.columns()));
  }
  if (ends_with(path, ".gz") || ends_with(path, ".zst")) {
    io::fail(ErrorCode::usage, path, "rows are not written compressed, expected a name in .csv or .npy");
  }
  AtomicFile file(path);
  file.commit(ends_with(path, ".npy") ? io::make_npy(data) : make_csv(data, names));
}

}  // namespace mixseed
