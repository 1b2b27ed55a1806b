// A file that is read in order through a buffer of fixed size, or mapped.
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
  // "-" is standard input. `watch` is called before every read and several times a second while waiting for a pipe; it
  // may throw to cancel. Throws Error(input) if the file cannot be opened.
  InputFile(const std::string& path, std::function<void()> watch);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& where() const { return where_; }  // the name in messages
  bool is_regular() const { return is_regular_; }
  std::size_t size() const { return size_; }  // 0 unless it is a regular file

  // Maps the file if it is a regular one with a path and holds an .npy array.
  std::optional<Bytes> map_array() const;

  // The bytes that were read and not taken: at least `least`, fewer only at the end of the file; at most the buffer.
  std::string_view buffered(std::size_t least = 1);
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

// Frees the memory of the mapped pages inside `part` until they are read again.
void release_pages(std::string_view part);

}  // namespace mixseed::io
