#include "io/input_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kReadAtOnce = std::size_t{1} << 18;
constexpr int kWatchMilliseconds = 100;

}  // namespace

InputFile::InputFile(const std::string& path, std::function<void()> watch)
    : where_(source_name(path)), watch_(std::move(watch)), is_named_(path != "-") {
  if (path.empty()) throw Error(ErrorCode::input, "the name of the file to read is empty");
  refuse_zero(ErrorCode::input, path);
  descriptor_ = is_named_ ? open(path.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
  struct stat status {};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
    fail(ErrorCode::input, where_, "cannot be opened: " + system_reason(errno));
  }
  is_regular_ = S_ISREG(status.st_mode);
  if (is_regular_) size_ = static_cast<std::size_t>(status.st_size);
  if (!S_ISDIR(status.st_mode)) return;
  if (is_named_) close(descriptor_);
  fail(ErrorCode::input, where_, "is a directory, expected a file");
}

InputFile::~InputFile() {
  if (is_named_) close(descriptor_);
}

std::optional<Bytes> InputFile::map_array() const {
  char start[6];
  const bool is_array = is_named_ && size_ > 0 &&
                        pread(descriptor_, start, sizeof start, 0) == static_cast<ssize_t>(sizeof start) &&
                        has_npy_magic({start, sizeof start});
  if (!is_array) return std::nullopt;
  void* const address = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (address == MAP_FAILED) fail(ErrorCode::input, where_, "cannot be mapped: " + system_reason(errno));
  std::shared_ptr<const void> memory(address, [size = size_](void* at) { munmap(at, size); });
  return Bytes{{static_cast<const char*>(address), size_}, std::move(memory)};
}

std::string_view InputFile::buffered(std::size_t least) {
  while (end_ - start_ < least && refill()) {
  }
  return std::string_view(buffer_).substr(start_, end_ - start_);
}

bool InputFile::refill() {
  if (buffer_.empty()) buffer_.resize(kReadAtOnce);
  std::memmove(buffer_.data(), buffer_.data() + start_, end_ - start_);
  end_ -= std::exchange(start_, 0);
  for (;;) {
    if (watch_) await();
    const ssize_t got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorCode::input, where_, "cannot be read: " + system_reason(errno));
    end_ += static_cast<std::size_t>(got);
    return got > 0;
  }
}

// Waits for data, the end, or an error, which read() reports.
void InputFile::await() const {
  watch_();
  pollfd waiting{descriptor_, POLLIN, 0};
  while (!is_regular_) {
    const int ready = poll(&waiting, 1, kWatchMilliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return;
    watch_();
  }
}

void release_pages(std::string_view part) {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(part.data()) % page) % page;
  if (before >= part.size()) return;
  const std::size_t whole = (part.size() - before) / page * page;
  if (whole > 0) (void)madvise(const_cast<char*>(part.data()) + before, whole, MADV_DONTNEED);
}

}  // namespace mixseed::io
