#include "output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/io.h"
#include "report/people.h"
#include "signals.h"

namespace mixseed::cli {

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
      throw StandardOutputError(formatted("cannot write to standard output: {}", std::strerror(error)), error == EPIPE);
    }
  }
}

void print_line(std::string_view line) { print(report::printable(line) + "\n"); }

namespace {
bool is_silent = false;
}  // namespace

void be_silent() { is_silent = true; }

void complain(std::string_view message) {
  if (is_silent) return;
  std::fputs(formatted("mixseed: {}\n", report::printable(message)).c_str(), stderr);
}

void write_file(const std::string& path, std::string_view text) {
  const DeferredSignals deferred;
  check_interrupted();
  AtomicFile(path).commit(text);
}

RowWriter table_writer(const std::string& path, const std::vector<std::string>& names,
                       std::optional<std::size_t> rows) {
  return path.empty() || path == "-" ? RowWriter(print, names) : RowWriter(path, names, rows);
}

void write_table(const std::string& path, const DataView& rows, const std::vector<std::string>& names) {
  if (path.empty() || path == "-") return write_csv(rows, names, print);
  const DeferredSignals deferred;
  check_interrupted();
  write_data(path, rows, names);
}

void write_beside(const std::string& path, const SourceRows& source, const DataView& rows,
                  const std::vector<std::string>& names) {
  const bool is_file = !path.empty() && path != "-";
  std::string text;
  std::size_t line = 0;
  write_csv(rows, names, [&](std::string_view part) {
    for (std::size_t end = part.find('\n'); end != std::string_view::npos; end = part.find('\n'), ++line) {
      text += line == 0 ? source.header : source.rows[line - 1];
      if (!source.header.empty()) text += ',';
      text += part.substr(0, end + 1);
      part.remove_prefix(end + 1);
    }
    if (is_file) return;
    print(text);
    text.clear();
  });
  if (!is_file) return;
  write_file(path, text);
}

}  // namespace mixseed::cli
