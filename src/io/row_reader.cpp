// RowReader: what the content is, and who reads it.
#include <utility>

#include "io/memory.h"
#include "io/message.h"
#include "io/row_pieces.h"
#include "mixseed/error.h"
#include "mixseed/pieces.h"

namespace mixseed {
namespace io {
namespace {

std::unique_ptr<RowReader::Inside> open_rows(const Opening& opening) {
  auto stream = std::make_unique<ByteStream>(opening.path, opening.watch);
  if (const auto mapped = stream->file().map_array()) return array_rows(*mapped, true, opening);
  const std::size_t limit = limit_of(opening.options.memory);
  auto pieces = std::make_unique<TextPieces>(*stream, limit);
  if (!is_array(pieces->start(), opening.path)) return text_rows(std::move(stream), std::move(pieces), opening);
  return array_rows(read_rest(*stream, std::string(pieces->start()), limit), false, opening);
}

}  // namespace
}  // namespace io

RowReader::RowReader(const std::string& path, const ReadOptions& options, std::function<void()> watch) {
  if (!options.weights.empty() || options.keep_source) {
    io::fail(ErrorCode::usage, io::source_name(path), "neither weights nor all columns of the source come in pieces");
  }
  inside_ = io::open_rows({path, options, std::move(watch)});
}

RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;

const std::vector<std::string>& RowReader::names() const { return inside_->names; }
std::optional<DataView> RowReader::next() { return inside_->next(); }
const std::vector<std::string>& RowReader::notes() const { return inside_->notes; }

}  // namespace mixseed
