// The two kinds of RowReader: text and array.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/byte_stream.h"
#include "io/text_pieces.h"
#include "mixseed/pieces.h"

namespace mixseed {

struct RowReader::Impl {
  virtual ~Impl() = default;
  virtual std::optional<DataView> next() = 0;

  std::vector<std::string> names, notes;
};

namespace io {

// The arguments of RowReader, with which a file can be opened again.
struct ReadRequest {
  std::string path;
  ReadOptions options;
  std::function<void()> watch;
};

std::unique_ptr<RowReader::Impl> text_rows(std::unique_ptr<ByteStream> stream, std::unique_ptr<TextPieces> pieces,
                                           const ReadRequest& request);
// `is_mapped`: pages of the file may be released after reading.
std::unique_ptr<RowReader::Impl> array_rows(const Bytes& file, bool is_mapped, const ReadRequest& request);

}  // namespace io
}  // namespace mixseed
