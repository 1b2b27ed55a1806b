// A file that is read from front to back through a buffer of fixed size, or mapped.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "io/bytes.h"

namespace mixseed::io {

class InputFile {
 public:
  // "-" is standard input. `watch` is called before every read and, while a pipe is awaited, several times a second.
  // Throws Error(input) with the reason when the file cannot be opened.
  InputFile(const std::string& path, std::function<void()> watch);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& where() const { return where_; }  // how messages call it
  bool is_regular() const { return is_regular_; }
  std::size_t size() const { return size_; }  // 0 unless it is a regular file

  // The file in memory without reading it, if it is a regular one with a name and an .npy array.
  std::optional<Bytes> map_array() const;

  // What was read and not taken yet: at least so many bytes, at most a buffer of them, unless the file ends before.
  std::string_view ahead(std::size_t least = 1);
  void take(std::size_t count) { start_ += count; }

 private:
  bool refill();
  void await() const;

  std::string where_, buffer_;
  std::function<void()> watch_;
  int descriptor_ = -1;
  bool is_regular_ = false, is_named_ = false;
  std::size_t size_ = 0, start_ = 0, end_ = 0;
};

// The pages of a mapped file that lie inside `part` need no memory until they are read again.
void release_pages(std::string_view part);

}  // namespace mixseed::io
