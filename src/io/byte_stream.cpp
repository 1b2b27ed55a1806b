#include "io/byte_stream.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "io/message.h"

namespace mixseed::io {

// Reads the next `size` bytes of the content; fewer only at the end.
class ByteStream::Decoder {
 public:
  virtual ~Decoder() = default;
  virtual std::size_t read(InputFile& file, char* to, std::size_t size) = 0;
};

namespace {

constexpr std::size_t kLargestFeed = std::size_t{1} << 30;  // zlib counts in 32 bits

[[noreturn]] void fail_truncated(const std::string& where) {
  fail(ErrorCode::input, where, "the compressed data ends too early; the file is truncated");
}

bool starts_with_gzip(std::string_view content) { return content.substr(0, 2) == "\x1f\x8b"; }

bool starts_with_zstd(std::string_view content) {
  if (content.size() < 4) return false;
  const bool skippable =
      (static_cast<unsigned char>(content[0]) & 0xf0) == 0x50 && content.substr(1, 3) == "\x2a\x4d\x18";
  return skippable || content.substr(0, 4) == "\x28\xb5\x2f\xfd";
}

class PlainDecoder : public ByteStream::Decoder {
 public:
  std::size_t read(InputFile& file, char* to, std::size_t size) override {
    std::size_t length = 0;
    while (length < size) {
      const std::string_view in = file.buffered().substr(0, size - length);
      if (in.empty()) break;
      std::memcpy(to + length, in.data(), in.size());
      file.take(in.size());
      length += in.size();
    }
    return length;
  }
};

class GzipDecoder : public ByteStream::Decoder {
 public:
  explicit GzipDecoder(const std::string& where) {
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) fail(ErrorCode::failed, where, "not enough memory to decompress");
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }
  GzipDecoder(const GzipDecoder&) = delete;
  GzipDecoder& operator=(const GzipDecoder&) = delete;

  std::size_t read(InputFile& file, char* to, std::size_t size) override {
    std::size_t length = 0;
    while (length < size && !has_ended_) {
      const std::string_view in = file.buffered();
      const std::size_t room = std::min(size - length, kLargestFeed);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
      stream_.avail_in = static_cast<uInt>(in.size());
      stream_.next_out = reinterpret_cast<Bytef*>(to + length);
      stream_.avail_out = static_cast<uInt>(room);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      const std::size_t made = room - stream_.avail_out;
      file.take(in.size() - stream_.avail_in);
      length += made;
      if (result == Z_STREAM_END)
        end_member(file);
      else if (result != Z_OK || (in.empty() && made == 0))
        fail_inflating(result, file.where());
    }
    return length;
  }

 private:
  void end_member(InputFile& file) {
    if (starts_with_gzip(file.buffered(2))) {
      inflateReset(&stream_);
      return;
    }
    has_ended_ = true;
    // Archives written in blocks end in zeros; gzip accepts them too.
    for (std::string_view in = file.buffered(); !in.empty(); in = file.buffered()) {
      if (in.find_first_not_of('\0') != std::string_view::npos) {
        fail(ErrorCode::input, file.where(), "the gzip data is followed by something else; the file is damaged");
      }
      file.take(in.size());
    }
  }

  [[noreturn]] void fail_inflating(int result, const std::string& where) {
    if (result == Z_OK || result == Z_BUF_ERROR) fail_truncated(where);
    fail(ErrorCode::input, where,
         filled("the gzip data is damaged ({})", stream_.msg != nullptr ? stream_.msg : "unknown reason"));
  }

  z_stream stream_{};
  bool has_ended_ = false;
};

class ZstdDecoder : public ByteStream::Decoder {
 public:
  explicit ZstdDecoder(const std::string& where) {
    if (!context_) fail(ErrorCode::failed, where, "not enough memory to decompress");
  }

  std::size_t read(InputFile& file, char* to, std::size_t size) override {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos < size) {
      const std::string_view in = file.buffered();
      if (in.empty() && between_frames_) break;
      ZSTD_inBuffer from{in.data(), in.size(), 0};
      const std::size_t before = out.pos, result = ZSTD_decompressStream(context_.get(), &out, &from);
      if (ZSTD_isError(result) != 0) {
        fail(ErrorCode::input, file.where(), filled("the zstd data is damaged ({})", ZSTD_getErrorName(result)));
      }
      file.take(from.pos);
      between_frames_ = result == 0;
      if (in.empty() && out.pos == before && !between_frames_) fail_truncated(file.where());
    }
    return out.pos;
  }

 private:
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context_{ZSTD_createDCtx(), &ZSTD_freeDCtx};
  bool between_frames_ = false;
};

}  // namespace

ByteStream::ByteStream(const std::string& path, std::function<void()> watch) : file_(path, std::move(watch)) {}

ByteStream::~ByteStream() = default;

void ByteStream::open() {
  const std::string_view start = file_.buffered(4);
  is_plain_ = !starts_with_gzip(start) && !starts_with_zstd(start);
  if (is_plain_)
    decoder_ = std::make_unique<PlainDecoder>();
  else if (starts_with_gzip(start))
    decoder_ = std::make_unique<GzipDecoder>(file_.where());
  else
    decoder_ = std::make_unique<ZstdDecoder>(file_.where());
}

std::size_t ByteStream::read(char* to, std::size_t size) {
  if (!decoder_) open();
  return decoder_->read(file_, to, size);
}

}  // namespace mixseed::io
