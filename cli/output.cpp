#include "output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "mixseed/error.h"
#include "mixseed/io.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

void append_number(fmt::memory_buffer& text, const DataView& rows, std::size_t row, std::size_t column) {
  const std::size_t at = row * rows.row_stride() + column * rows.column_stride();
  if (rows.doubles() != nullptr) {
    fmt::format_to(std::back_inserter(text), "{}", rows.doubles()[at]);
  } else {
    fmt::format_to(std::back_inserter(text), "{}", rows.floats()[at]);
  }
}

void append_header(fmt::memory_buffer& text, const std::vector<std::string>& names) {
  for (std::size_t column = 0; column < names.size(); ++column) {
    fmt::format_to(std::back_inserter(text), "{}{}", column == 0 ? "" : ",", csv_field(names[column]));
  }
  if (!names.empty()) text.push_back('\n');
}

void print_table(const DataView& rows, const std::vector<std::string>& names) {
  fmt::memory_buffer text;
  append_header(text, names);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    for (std::size_t column = 0; column < rows.columns(); ++column) {
      if (column > 0) text.push_back(',');
      append_number(text, rows, row, column);
    }
    text.push_back('\n');
    if (text.size() < kChunk) continue;
    print({text.data(), text.size()});
    text.clear();
  }
  print({text.data(), text.size()});
}

}  // namespace

void reserve_standard_descriptors() {
  const int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};  // input cannot be read, output cannot be written
  for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    [[maybe_unused]] const int opened = ::open("/dev/null", modes[descriptor]);
  }
}

void print(std::string_view text) {
  if (!text.empty()) output_has_begun();
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno != EINTR) {
      const int error = errno;
      throw StandardOutputError(fmt::format("cannot write to standard output: {}", std::strerror(error)),
                                error == EPIPE);
    }
  }
}

void complain(std::string_view message) {
  std::string line = "mixseed: ";
  for (const char letter : message) {
    const auto code = static_cast<unsigned char>(letter);
    line += code < 0x20 || code == 0x7f ? ' ' : letter;
  }
  line += '\n';
  std::fputs(line.c_str(), stderr);
}

void expect_writable(const std::string& path) {
  // Opening a pipe or a device for a trial would be seen at its other end.
  struct stat status = {};
  const bool is_special = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
  if (is_special) return;
  {
    const DeferredSignals deferred;
    const AtomicFile trial(path);
  }
  check_interrupted();
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char letter : text) {
    if (letter == '"') field += '"';
    field += letter;
  }
  return field + '"';
}

void write_table(const std::string& path, const DataView& rows, const std::vector<std::string>& names) {
  if (path.empty() || path == "-") return print_table(rows, names);
  const DeferredSignals deferred;
  check_interrupted();
  write_data(path, rows, names);
}

}  // namespace mixseed::cli
