// AtomicFile: writes a temporary file in the target's directory and renames it once its content is on the disk.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

#include "base/text.h"
#include "io/message.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed {
namespace {

using io::fail;
using io::system_reason;

// The open descriptor meant by a path like "-", "/dev/stdout" (a link to /proc/self/fd/1) or "/dev/fd/3". If it is
// redirected to a regular file, that file must be written through the descriptor and never be replaced.
std::optional<int> descriptor_of(const std::string& path) {
  if (path == "-") return STDOUT_FILENO;
  char link[32];
  const ssize_t length = readlink(path.c_str(), link, sizeof link);
  const std::string_view target(link, length < 0 ? 0 : static_cast<std::size_t>(length));
  for (const std::string_view place : {std::string_view(path), target}) {
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
      if (place.substr(0, folder.size()) != folder) continue;
      int number = -1;
      const char* const end = place.data() + place.size();
      const auto [stop, error] = std::from_chars(place.data() + folder.size(), end, number);
      if (error == std::errc() && stop == end && number >= 0) return number;
    }
  }
  return std::nullopt;
}

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The end of a chain of symbolic links, whether or not it exists: the rename must replace the file, not the link.
std::string follow_links(std::string path) {
  constexpr int kMostLinks = 40;  // as many as Linux follows
  char link[4096];
  for (int links = 0; links <= kMostLinks; ++links) {
    const ssize_t length = readlink(path.c_str(), link, sizeof link);
    if (length < 0) return path;
    const std::string target(link, static_cast<std::size_t>(length));
    path = target.starts_with('/') ? target : directory_of(path) + "/" + target;
  }
  fail(ErrorCode::output, path, "cannot be written: " + system_reason(ELOOP));
}

// A short name that is different for every call and process.
std::string temporary_name(const std::string& directory) {
  static std::atomic<unsigned> counter{0};
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return filled("{}/.mixseed-{}-{}-{}.tmp", directory, getpid(), ticks, counter++);
}

void expect_directory(const std::string& path, const std::string& directory) {
  struct stat status {};
  if (stat(directory.c_str(), &status) != 0) {
    fail(ErrorCode::output, path, filled("cannot be written: the directory '{}': {}", directory, system_reason(errno)));
  }
  if (S_ISDIR(status.st_mode)) return;
  fail(ErrorCode::output, path, filled("cannot be written: '{}' is not a directory", directory));
}

int create_temporary(const std::string& path, std::string& temporary) {
  const std::string directory = directory_of(path);
  expect_directory(path, directory);
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary = temporary_name(directory);
    const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) return descriptor;
    if (errno != EEXIST) break;
  }
  const int reason = errno;
  temporary.clear();
  fail(ErrorCode::output, path,
       filled("cannot be written: no file can be created in the directory '{}': {}", directory, system_reason(reason)));
}

[[noreturn]] void fail_writing(const std::string& path) {
  fail(ErrorCode::output, path, "cannot be written: " + system_reason(errno));
}

void write_all(int descriptor, std::string_view content, const std::string& path) {
  constexpr std::size_t kLargestWrite = std::size_t{1} << 30;
  while (!content.empty()) {
    const ssize_t written = write(descriptor, content.data(), std::min(content.size(), kLargestWrite));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_writing(path);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

// The new name survives a power failure only if the directory is on the disk. A failure is ignored: some file systems
// cannot sync directories, and the file itself is complete.
void sync_directory(const std::string& directory) {
  const int descriptor = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  (void)fsync(descriptor);
  close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) throw Error(ErrorCode::output, "the name of the file to write is empty");
  io::refuse_zero(ErrorCode::output, path_);
  struct stat status {};
  if (const auto open_already = descriptor_of(path_)) {
    descriptor_ = fcntl(*open_already, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail_writing(path_);
    return;
  }
  const bool exists = stat(path_.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) fail(ErrorCode::output, path_, "cannot be written: it is a directory");
  if (exists && faccessat(AT_FDCWD, path_.c_str(), W_OK, AT_EACCESS) != 0) {
    fail_writing(path_);
  }
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail_writing(path_);
    return;
  }
  path_ = follow_links(path_);
  descriptor_ = create_temporary(path_, temporary_);
  if (exists) (void)fchmod(descriptor_, status.st_mode & 0777);  // best effort: the new file is as private as the old
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::commit(std::string_view content) {
  write(content);
  publish();
}

void AtomicFile::write(std::string_view content) {
  append(content);
  finish();
}

void AtomicFile::append(std::string_view content) {
  if (descriptor_ < 0) fail(ErrorCode::output, path_, "has been written already");
  write_all(descriptor_, content, path_);
}

void AtomicFile::rewrite(std::string_view start) {
  if (!is_file()) fail(ErrorCode::output, path_, "is no file, what was written to it stays");
  if (descriptor_ < 0) fail(ErrorCode::output, path_, "has been written already");
  if (lseek(descriptor_, 0, SEEK_SET) < 0) fail_writing(path_);
  write_all(descriptor_, start, path_);
  if (lseek(descriptor_, 0, SEEK_END) < 0) fail_writing(path_);
}

void AtomicFile::finish() {
  if (descriptor_ < 0) fail(ErrorCode::output, path_, "has been written already");
  if (!temporary_.empty() && fsync(descriptor_) != 0) {
    fail_writing(path_);
  }
  if (close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) {
    fail_writing(path_);
  }
}

void AtomicFile::publish() {
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    fail_writing(path_);
  }
  temporary_.clear();
  sync_directory(directory_of(path_));
}

}  // namespace mixseed
