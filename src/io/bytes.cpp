// Whole-file reading: plain, gzip, zstd, standard input, mapped .npy.
#include "io/bytes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/text.h"
#include "io/memory.h"
#include "io/message.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16;
constexpr std::size_t kLargestFeed = std::size_t{1} << 30;  // zlib counts in 32 bits
constexpr std::string_view kTruncated = "the compressed data ends too early; the file is truncated";

// A descriptor that closes itself, except standard input.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : number_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ > STDIN_FILENO) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

bool starts_with_gzip(std::string_view content) { return content.substr(0, 2) == "\x1f\x8b"; }

bool starts_with_zstd(std::string_view content) {
  if (content.size() < 4) return false;
  const bool skippable =
      (static_cast<unsigned char>(content[0]) & 0xf0) == 0x50 && content.substr(1, 3) == "\x2a\x4d\x18";
  return skippable || content.substr(0, 4) == "\x28\xb5\x2f\xfd";
}

// What begins like this is neither text nor an array. Whoever wants one of them says so; to read the rest (of a stream
// without an end, of zeros by the gigabyte) would take long and change nothing.
bool is_hopeless(std::string_view start) {
  return start.size() >= kFirstBuffer && !starts_with_gzip(start) && !starts_with_zstd(start) &&
         !has_npy_magic(start) && start.substr(0, kFirstBuffer).find('\0') != std::string_view::npos;
}

// Twice the room, if the limit allows it; false when there is no point in more.
bool grow(std::string& content, std::size_t limit, const std::string& where) {
  if (is_hopeless(content)) return false;
  expect_room(content.size(), limit, where);
  // One byte more than the limit, which only fills when the content goes on.
  content.resize(std::max(content.size() + 1, std::min(2 * content.size(), limit + 1)));
  return true;
}

// Fills `content` from its end on until `read` gives nothing more.
std::string read_all(int descriptor, std::size_t expected, std::size_t limit, const std::string& where) {
  expect_room(expected, limit, where);
  std::string content(std::max(expected + 1, kFirstBuffer), '\0');
  std::size_t length = 0;
  for (;;) {
    if (length == content.size() && !grow(content, limit, where)) break;
    const ssize_t got = read(descriptor, content.data() + length, std::min(content.size() - length, kLargestFeed));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorCode::input, where, "cannot be read: " + system_reason(errno));
    if (got == 0) break;
    length += static_cast<std::size_t>(got);
  }
  expect_room(length, limit, where);
  content.resize(length);
  return content;
}

// The state of zlib, freed whatever happens.
struct Inflater {
  z_stream stream{};
  bool ready = false;
  Inflater() { ready = inflateInit2(&stream, 15 + 16) == Z_OK; }
  ~Inflater() {
    if (ready) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
};

// Appends one gzip member to `out` (of which `length` bytes are used) and returns what follows it in `in`.
std::string_view gunzip_member(std::string_view in, std::string& out, std::size_t& length, std::size_t limit,
                               const std::string& where) {
  Inflater inflater;
  if (!inflater.ready) fail(ErrorCode::failed, where, "not enough memory to decompress");
  z_stream& stream = inflater.stream;
  for (;;) {
    if (length == out.size() && !grow(out, limit, where)) return {};
    const std::size_t feed = std::min(in.size(), kLargestFeed);
    const std::size_t room = std::min(out.size() - length, kLargestFeed);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream.avail_in = static_cast<uInt>(feed);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + length);
    stream.avail_out = static_cast<uInt>(room);
    const int result = inflate(&stream, Z_NO_FLUSH);
    in.remove_prefix(feed - stream.avail_in);
    length += room - stream.avail_out;
    if (result == Z_STREAM_END) return in;
    if (result == Z_OK && (!in.empty() || stream.avail_out == 0)) continue;
    if (result == Z_OK || result == Z_BUF_ERROR) fail(ErrorCode::input, where, kTruncated);
    fail(ErrorCode::input, where,
         filled("the gzip data is damaged ({})", stream.msg != nullptr ? stream.msg : "unknown reason"));
  }
}

std::string gunzip(std::string_view in, std::size_t limit, const std::string& where) {
  std::string out(kFirstBuffer, '\0');
  std::size_t length = 0;
  do {
    in = gunzip_member(in, out, length, limit, where);
  } while (starts_with_gzip(in));
  // Archives written in blocks are padded with zeros, as gzip itself accepts.
  if (in.find_first_not_of('\0') != std::string_view::npos) {
    fail(ErrorCode::input, where, "the gzip data is followed by something else; the file is damaged");
  }
  expect_room(length, limit, where);
  out.resize(length);
  return out;
}

std::string unzstd(std::string_view in, std::size_t limit, const std::string& where) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (!context) fail(ErrorCode::failed, where, "not enough memory to decompress");
  std::string out(kFirstBuffer, '\0');
  ZSTD_inBuffer from{in.data(), in.size(), 0};
  std::size_t length = 0;
  for (;;) {
    if (length == out.size() && !grow(out, limit, where)) return out;
    ZSTD_outBuffer to{out.data(), out.size(), length};
    const std::size_t result = ZSTD_decompressStream(context.get(), &to, &from);
    length = to.pos;
    if (ZSTD_isError(result)) {
      fail(ErrorCode::input, where, filled("the zstd data is damaged ({})", ZSTD_getErrorName(result)));
    }
    const bool has_ended = result == 0 && from.pos == from.size;  // perhaps just where the room ends
    if (!has_ended && (from.pos < from.size || to.pos == to.size)) continue;
    if (!has_ended) fail(ErrorCode::input, where, kTruncated);
    expect_room(length, limit, where);
    out.resize(length);
    return out;
  }
}

Bytes map_file(int descriptor, std::size_t size, const std::string& where) {
  void* const address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (address == MAP_FAILED) fail(ErrorCode::input, where, "cannot be mapped: " + system_reason(errno));
  std::shared_ptr<const void> memory(address, [size](void* at) { munmap(at, size); });
  return {{static_cast<const char*>(address), size}, std::move(memory)};
}

bool file_has_npy_magic(int descriptor) {
  char start[6];
  return pread(descriptor, start, sizeof start, 0) == static_cast<ssize_t>(sizeof start) &&
         has_npy_magic({start, sizeof start});
}

}  // namespace

Bytes Bytes::from(std::string content) {
  const auto kept = std::make_shared<const std::string>(std::move(content));
  return {*kept, kept};
}

bool has_npy_magic(std::string_view content) { return content.substr(0, 6) == "\x93NUMPY"; }

std::string source_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Bytes read_bytes(const std::string& path, std::size_t memory) {
  const std::size_t limit = memory == 0 ? usual_limit() : memory;
  const std::string where = source_name(path);
  if (path.empty()) throw Error(ErrorCode::input, "the name of the file to read is empty");
  refuse_zero(ErrorCode::input, path);
  const Descriptor file(path);
  struct stat status {};
  if (file.number() < 0 || fstat(file.number(), &status) != 0) {
    fail(ErrorCode::input, where, "cannot be opened: " + system_reason(errno));
  }
  if (S_ISDIR(status.st_mode)) fail(ErrorCode::input, where, "is a directory, expected a file");
  const std::size_t size = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 0;
  if (path != "-" && size > 0 && file_has_npy_magic(file.number())) return map_file(file.number(), size, where);
  std::string content = read_all(file.number(), size, limit, where);
  if (starts_with_gzip(content)) return Bytes::from(gunzip(content, limit, where));
  if (starts_with_zstd(content)) return Bytes::from(unzstd(content, limit, where));
  return Bytes::from(std::move(content));
}

}  // namespace mixseed::io
