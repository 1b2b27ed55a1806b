// What a RowReader reads from: text or an array.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/byte_stream.h"
#include "io/text_pieces.h"
#include "mixseed/pieces.h"

namespace mixseed {

struct RowReader::Inside {
  virtual ~Inside() = default;
  virtual std::optional<DataView> next() = 0;

  std::vector<std::string> names, notes;
};

namespace io {

// How a file is opened again.
struct Opening {
  std::string path;
  ReadOptions options;
  std::function<void()> watch;
};

std::unique_ptr<RowReader::Inside> text_rows(std::unique_ptr<ByteStream> stream, std::unique_ptr<TextPieces> pieces,
                                             const Opening& opening);
// `is_mapped` says that the file need not stay in memory.
std::unique_ptr<RowReader::Inside> array_rows(const Bytes& file, bool is_mapped, const Opening& opening);

}  // namespace io
}  // namespace mixseed
