// Whole-file reading: plain, gzip, zstd, standard input, mapped .npy.
#include "io/bytes.h"

#include <algorithm>
#include <utility>

#include "io/byte_stream.h"
#include "io/memory.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 16;

// True if the content is neither text nor an array. The rest is not read then: it may be an endless stream of zeros,
// and the parsers refuse it anyway.
bool is_unreadable(std::string_view start) {
  return start.size() >= kFirstBuffer && !has_npy_magic(start) &&
         start.substr(0, kFirstBuffer).find('\0') != std::string_view::npos;
}

// Doubles the buffer within the limit; false if more content would not help.
bool grow(std::string& content, std::size_t limit, const std::string& where) {
  if (is_unreadable(content)) return false;
  check_memory(content.size(), limit, where);
  // One byte beyond the limit, which fills only if the content is too long.
  content.resize(std::max(content.size() + 1, std::min(2 * content.size(), limit + 1)));
  return true;
}

}  // namespace

Bytes Bytes::from(std::string content) {
  const auto kept = std::make_shared<const std::string>(std::move(content));
  return {*kept, kept};
}

bool has_npy_magic(std::string_view content) { return content.substr(0, 6) == "\x93NUMPY"; }

bool is_array(std::string_view content, std::string_view path) {
  constexpr std::string_view kEnd = ".npy";
  return has_npy_magic(content) || (path.size() > kEnd.size() && path.ends_with(kEnd));
}

std::string source_name(const std::string& path) { return path == "-" ? "standard input" : path; }

Bytes read_rest(ByteStream& stream, std::string content, std::size_t limit) {
  const std::string& where = stream.file().where();
  std::size_t length = content.size();
  content.resize(std::max(length + 1, kFirstBuffer));
  length += stream.read(content.data() + length, content.size() - length);
  check_memory(stream.size(), limit, where);
  if (length == content.size()) content.resize(std::max(content.size(), stream.size() + 1));
  for (;;) {
    length += stream.read(content.data() + length, content.size() - length);
    if (length < content.size() || !grow(content, limit, where)) break;
  }
  check_memory(length, limit, where);
  content.resize(length);
  return Bytes::from(std::move(content));
}

Bytes read_bytes(const std::string& path, std::size_t memory) {
  ByteStream stream(path);
  if (auto mapped = stream.file().map_array()) return *mapped;
  return read_rest(stream, "", memory_limit(memory));
}

}  // namespace mixseed::io
