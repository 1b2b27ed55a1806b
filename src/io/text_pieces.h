// Reads the text of a table in pieces of complete rows, in bounded memory.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_stream.h"

namespace mixseed::io {

class TextPieces {
 public:
  // `memory` bounds the buffer, which must hold the longest row. The stream must outlive the pieces.
  TextPieces(ByteStream& stream, std::size_t memory);

  // The start of the text, as far as it has been read. Call it before `first`.
  std::string_view start() const { return std::string_view(buffer_).substr(0, length_); }

  // The text up to the end of its second row or later. A piece is valid until the next one. Throws Error(input) for
  // bytes of zero, Error(failed) if a row does not fit into the buffer.
  std::string_view first(std::optional<char> delimiter);
  // The next rows; empty at the end.
  std::optional<std::string_view> next();
  // True after the last piece.
  bool have_ended() const { return has_ended_ && taken_ == length_; }

 private:
  void fill();
  void grow();
  std::string_view take(std::size_t count);

  ByteStream& stream_;
  std::size_t memory_;
  std::string buffer_;
  char delimiter_ = ',';
  std::size_t before_ = 0, taken_ = 0, length_ = 0;  // bytes before the buffer, of the last piece, and in the buffer
  bool has_ended_ = false;
};

}  // namespace mixseed::io
