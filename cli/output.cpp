#include "output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/io.h"
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

namespace {
bool is_silent = false;
}  // namespace

void be_silent() { is_silent = true; }

void complain(std::string_view message) {
  if (is_silent) return;
  std::string line = "mixseed: ";
  for (const char letter : message) {
    const auto code = static_cast<unsigned char>(letter);
    line += code < 0x20 || code == 0x7f ? ' ' : letter;
  }
  line += '\n';
  std::fputs(line.c_str(), stderr);
}

void expect_writable(const std::string& path, const std::vector<std::string>& read) {
  for (const std::string& one : read) {
    std::error_code not_there;
    if (!std::filesystem::is_regular_file(path, not_there)) break;
    if (std::filesystem::equivalent(path, one, not_there)) {
      throw Error(ErrorCode::usage, formatted("{}: is read, and writing would replace it: choose another name", path));
    }
  }
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
  const DeferredSignals deferred;
  check_interrupted();
  AtomicFile(path).commit(text);
}

}  // namespace mixseed::cli
