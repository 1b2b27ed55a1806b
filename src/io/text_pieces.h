// The text of a table in pieces of whole rows, in memory that does not grow with their number.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "io/byte_stream.h"

namespace mixseed::io {

class TextPieces {
 public:
  // `memory` bounds the buffer, in which a row has to find room. The stream must outlive the pieces.
  TextPieces(ByteStream& stream, std::size_t memory);

  // How the text begins, as far as it has been read; before `first` is called.
  std::string_view start() const { return std::string_view(buffer_).substr(0, length_); }

  // The first rows, at least two of them unless there are fewer, with what stands before them. Pieces are valid until
  // the next one. Throws Error(input) for bytes of zero, Error(failed) when a row has no room.
  std::string_view first(std::optional<char> delimiter);
  // The rows after that; nothing at the end.
  std::optional<std::string_view> next();
  // Whether there is nothing behind the last piece.
  bool have_ended() const { return has_ended_ && taken_ == length_; }

 private:
  void fill();
  void grow();
  std::string_view take(std::size_t count);

  ByteStream& stream_;
  std::size_t memory_;
  std::string buffer_;
  char delimiter_ = ',';
  std::size_t before_ = 0, taken_ = 0, length_ = 0;  // bytes that left the buffer, of the last piece, and in the buffer
  bool has_ended_ = false;
};

}  // namespace mixseed::io
