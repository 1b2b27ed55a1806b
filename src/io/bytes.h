// The whole content of a file, decompressed when it is compressed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mixseed::io {

// Content and what keeps it alive. Copies share the memory.
struct Bytes {
  std::string_view view;
  std::shared_ptr<const void> memory;

  static Bytes from(std::string content);
};

// Reads a file, or standard input when the path is "-". The content decides what happens: gzip (also several
// members) and zstd (also several frames) are decompressed, a regular file that is an .npy array is mapped, and
// everything else is read as it is. A mapped file must not shrink while it is in use.
// `memory` bounds the content in bytes; 0 is usual_limit(). Content that begins like neither text nor an array is read
// no further. Throws Error(input) with the reason when the file cannot be read or its compression is damaged,
// Error(failed) when it is larger than the bound.
Bytes read_bytes(const std::string& path, std::size_t memory = 0);

class ByteStream;

// The same of a stream of which `content` has been read already, within `limit` bytes.
Bytes read_rest(ByteStream& stream, std::string content, std::size_t limit);

// How messages call the file.
std::string source_name(const std::string& path);

// True when the content starts like an .npy file.
bool has_npy_magic(std::string_view content);

// Whether a file is to be read as an array. The content decides, but text that calls itself .npy is more likely a
// mistake than a table.
bool is_array(std::string_view content, std::string_view path);

}  // namespace mixseed::io
