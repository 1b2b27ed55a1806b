#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/digest.h"
#include "base/text.h"
#include "io/message.h"
#include "mixseed/checkpoint.h"
#include "mixseed/error.h"
#include "mixseed/version.h"

namespace mixseed {
namespace {

constexpr std::chrono::seconds kBetweenSyncs{10};
constexpr std::string_view kCheckpointMark = "mixseed checkpoint";
// Bytes. No answer is longer, so a larger length is damage.
constexpr std::uint64_t kLongest = std::uint64_t{1} << 36;

// Precedes every answer.
struct RecordHeader {
  std::uint64_t size = 0, checksum = 0;
};

[[noreturn]] void fail_to_write(const std::string& path) {
  io::fail(ErrorCode::output, path, std::string("the checkpoint cannot be written: ") + std::strerror(errno));
}

void write_at(int descriptor, std::string_view bytes, std::uint64_t at, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail_to_write(path);
    at += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Reads `size` bytes, fewer at the end of the file.
std::string read_at(int descriptor, std::uint64_t size, std::uint64_t at, const std::string& path) {
  std::string bytes(size, '\0');
  std::size_t got = 0;
  while (got < bytes.size()) {
    const ssize_t count = pread(descriptor, bytes.data() + got, bytes.size() - got, static_cast<off_t>(at + got));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) io::fail(ErrorCode::input, path, std::string("cannot be read: ") + std::strerror(errno));
    if (count == 0) break;
    got += static_cast<std::size_t>(count);
  }
  bytes.resize(got);
  return bytes;
}

std::optional<RecordHeader> header_in(const std::string& bytes) {
  RecordHeader header;
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

// Names the first line that differs.
void check_beginning(const std::string& found, const std::string& wanted, const std::string& path) {
  if (found == wanted) return;
  const auto line = [](const std::string& text, std::size_t number) {
    std::size_t from = 0;
    for (; number > 0 && from != std::string::npos; --number) from = text.find('\n', from) + 1;
    return text.substr(from, text.find('\n', from) - from);
  };
  if (line(found, 0) != kCheckpointMark) io::fail(ErrorCode::input, path, "is not a checkpoint of mixseed");
  if (line(found, 1) != line(wanted, 1)) {
    io::fail(ErrorCode::input, path,
             filled("is a checkpoint of mixseed {}, expected one of {}", line(found, 1), line(wanted, 1)));
  }
  io::fail(ErrorCode::input, path,
           filled("is the checkpoint of another fit: of '{}', expected '{}'", line(found, 2), line(wanted, 2)));
}

}  // namespace

CheckpointFile::CheckpointFile(std::string path, const std::string& fit, bool resume)
    : path_(std::move(path)), synced_(std::chrono::steady_clock::now()) {
  const std::string beginning = filled("{}\n{}\n{}\n", kCheckpointMark, kVersion, fit);
  descriptor_ = open(path_.c_str(), O_RDWR | O_CLOEXEC);
  if (descriptor_ < 0 && errno != ENOENT) fail_to_write(path_);
  if (descriptor_ < 0) {
    write_beginning(beginning);
    return;
  }
  try {
    if (!resume) {
      io::fail(ErrorCode::output, path_, "exists already: --resume continues it, another name starts a new one");
    }
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      io::fail(ErrorCode::output, path_, "is in use: another fit is writing to it");
    }
    check_answers(beginning);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

CheckpointFile::~CheckpointFile() {
  if (descriptor_ >= 0) close(descriptor_);
}

// Written under another name first, so that a file of this name always has a complete beginning.
void CheckpointFile::write_beginning(const std::string& beginning) {
  const std::string temporary = filled("{}.{}.tmp", path_, getpid());
  descriptor_ = open(temporary.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_to_write(path_);
  try {
    write_at(descriptor_, beginning, 0, path_);
    (void)flock(descriptor_, LOCK_EX | LOCK_NB);  // a new file: no other process has it
    if (fsync(descriptor_) != 0 || rename(temporary.c_str(), path_.c_str()) != 0) fail_to_write(path_);
  } catch (...) {
    unlink(temporary.c_str());
    close(descriptor_);
    throw;
  }
  at_ = end_ = beginning.size();
}

void CheckpointFile::check_answers(const std::string& beginning) {
  check_beginning(read_at(descriptor_, beginning.size(), 0, path_), beginning, path_);
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail_to_write(path_);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  at_ = end_ = beginning.size();
  while (end_ < size) {
    const auto header = header_in(read_at(descriptor_, sizeof(RecordHeader), end_, path_));
    if (!header) break;
    if (header->size > kLongest) io::fail(ErrorCode::input, path_, filled("is damaged at byte {}", end_));
    if (end_ + sizeof(RecordHeader) + header->size > size) break;
    if (digest_of(read_at(descriptor_, header->size, end_ + sizeof(RecordHeader), path_)) != header->checksum) {
      io::fail(ErrorCode::input, path_, filled("is damaged at byte {}", end_));
    }
    end_ += sizeof(RecordHeader) + header->size;
    ++found_;
  }
  was_cut_ = end_ < size;
  if (was_cut_ && ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) fail_to_write(path_);
}

std::optional<std::string> CheckpointFile::next() {
  if (at_ == end_) return std::nullopt;
  const auto header = header_in(read_at(descriptor_, sizeof(RecordHeader), at_, path_));
  std::string answer = read_at(descriptor_, header ? header->size : 0, at_ + sizeof(RecordHeader), path_);
  at_ += sizeof(RecordHeader) + answer.size();
  return answer;
}

void CheckpointFile::append(const std::string& answer) {
  const RecordHeader header{answer.size(), digest_of(answer)};
  std::string bytes(sizeof header, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  bytes += answer;
  write_at(descriptor_, bytes, end_, path_);
  at_ = end_ += bytes.size();
  const auto now = std::chrono::steady_clock::now();
  if (now - synced_ < kBetweenSyncs) return;
  if (fdatasync(descriptor_) != 0) fail_to_write(path_);
  synced_ = now;
}

void CheckpointFile::remove() { unlink(path_.c_str()); }

}  // namespace mixseed
