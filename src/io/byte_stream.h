// The content of a file from front to back, decompressed when it is compressed, through buffers of fixed size.
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
  // The first bytes decide: gzip (also several members), zstd (also several frames), or as it is. `watch` and errors
  // are InputFile's.
  explicit ByteStream(const std::string& path, std::function<void()> watch = {});
  ~ByteStream();

  // The next bytes, fewer than `size` at the end only. Throws Error(input) when the file cannot be read or its
  // compression is damaged.
  std::size_t read(char* to, std::size_t size);

  const InputFile& file() const { return file_; }
  // How many bytes there are in all, if that is known; else 0.
  std::size_t size() const { return is_plain_ ? file_.size() : 0; }

  class Decoder;

 private:
  void open();

  InputFile file_;
  bool is_plain_ = true;
  std::unique_ptr<Decoder> decoder_;  // none before the first read
};

}  // namespace mixseed::io
