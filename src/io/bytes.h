// The whole content of a file, decompressed when it is compressed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mixseed::io {

// Content and its owner. Copies share the memory.
struct Bytes {
  std::string_view view;
  std::shared_ptr<const void> memory;

  static Bytes from(std::string content);
};

// Reads a file, or standard input when the path is "-". The first bytes decide: gzip (also several
// members) and zstd (also several frames) are decompressed, a regular file that is an .npy array is mapped, and
// anything else is read unchanged. A mapped file must not shrink while it is in use.
// `memory` bounds the content in bytes; 0 is default_memory_limit(). Content that starts like neither text nor an array
// is not read to its end. Throws Error(input) if the file cannot be read or its compressed data are damaged,
// Error(failed) if it is larger than the bound.
Bytes read_bytes(const std::string& path, std::size_t memory = 0);

class ByteStream;

// The whole content of a stream of which `content` has been read already, within `limit` bytes.
Bytes read_rest(ByteStream& stream, std::string content, std::size_t limit);

// The name of the file in messages.
std::string source_name(const std::string& path);

// True when the content starts like an .npy file.
bool has_npy_magic(std::string_view content);

// True if a file is to be read as an array: by its content, or by a name in .npy, so that a damaged array is not parsed
// as text.
bool is_array(std::string_view content, std::string_view path);

}  // namespace mixseed::io
