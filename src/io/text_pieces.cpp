#include "io/text_pieces.h"

#include <algorithm>
#include <cstring>

#include "io/fields.h"
#include "io/memory.h"
#include "io/table_text.h"

namespace mixseed::io {
namespace {

constexpr std::size_t kLeastPiece = std::size_t{1} << 16, kMostPiece = std::size_t{1} << 20;
// The numbers of a piece may need four times its bytes, and as much again after conversion to another type.
constexpr std::size_t kPieceOfMemory = 8;

}  // namespace

TextPieces::TextPieces(ByteStream& stream, std::size_t memory)
    : stream_(stream), memory_(memory), buffer_(std::clamp(memory / kPieceOfMemory, kLeastPiece, kMostPiece), '\0') {
  fill();
}

void TextPieces::fill() {
  length_ += stream_.read(buffer_.data() + length_, buffer_.size() - length_);
  has_ended_ = length_ < buffer_.size();
}

void TextPieces::grow() {
  check_memory(2 * buffer_.size(), memory_, stream_.file().where());
  const std::size_t known = length_;
  buffer_.resize(2 * buffer_.size());
  fill();
  refuse_binary(start().substr(known), stream_.file().where(), before_ + known);
}

std::string_view TextPieces::take(std::size_t count) {
  taken_ = count;
  return start().substr(0, count);
}

std::string_view TextPieces::first(std::optional<char> delimiter) {
  refuse_binary(start(), stream_.file().where());
  for (;; grow()) {
    if (has_ended_) break;
    const std::string_view text = skip_byte_order_mark(start());
    if (!has_two_rows(text)) continue;
    delimiter_ = delimiter ? *delimiter : find_delimiter(text);
    const std::size_t whole = whole_rows(text, delimiter_, 2);
    if (whole > 0) return take(whole + (start().size() - text.size()));
  }
  return take(length_);
}

std::optional<std::string_view> TextPieces::next() {
  length_ -= taken_;
  std::memmove(buffer_.data(), buffer_.data() + taken_, length_);
  before_ += taken_;
  taken_ = 0;
  const std::size_t known = length_;
  if (!has_ended_) fill();
  refuse_binary(start().substr(known), stream_.file().where(), before_ + known);
  for (; !has_ended_; grow()) {
    const std::size_t whole = whole_rows(start(), delimiter_, 1);
    if (whole > 0) return take(whole);
  }
  if (length_ == 0) return std::nullopt;
  return take(length_);
}

}  // namespace mixseed::io
