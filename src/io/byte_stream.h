// Reads the content of a file in order through buffers of fixed size, decompressing gzip and zstd.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "io/input_file.h"

namespace mixseed::io {

class ByteStream {
 public:
  // The first bytes decide: gzip (also several members), zstd (also several frames) or plain. See InputFile for `watch`
  // and errors.
  explicit ByteStream(const std::string& path, std::function<void()> watch = {});
  ~ByteStream();

  // Reads the next `size` bytes; fewer only at the end. Throws Error(input) if the file cannot be read or its
  // compressed data are damaged.
  std::size_t read(char* to, std::size_t size);

  const InputFile& file() const { return file_; }
  // The size of the content in bytes; 0 if it is not known.
  std::size_t size() const { return is_plain_ ? file_.size() : 0; }

  class Decoder;

 private:
  void open();

  InputFile file_;
  bool is_plain_ = true;
  std::unique_ptr<Decoder> decoder_;  // null before the first read
};

}  // namespace mixseed::io
