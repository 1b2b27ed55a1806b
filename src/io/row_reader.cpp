// RowReader: detects the format and creates its reader.
#include <utility>

#include "io/memory.h"
#include "io/message.h"
#include "io/row_pieces.h"
#include "mixseed/error.h"
#include "mixseed/pieces.h"

namespace mixseed {
namespace io {
namespace {

std::unique_ptr<RowReader::Impl> open_rows(const ReadRequest& request) {
  auto stream = std::make_unique<ByteStream>(request.path, request.watch);
  if (const auto mapped = stream->file().map_array()) return array_rows(*mapped, true, request);
  const std::size_t limit = memory_limit(request.options.memory);
  auto pieces = std::make_unique<TextPieces>(*stream, limit);
  if (!is_array(pieces->start(), request.path)) return text_rows(std::move(stream), std::move(pieces), request);
  return array_rows(read_rest(*stream, std::string(pieces->start()), limit), false, request);
}

}  // namespace
}  // namespace io

RowReader::RowReader(const std::string& path, const ReadOptions& options, std::function<void()> watch) {
  if (!options.weights.empty() || options.keep_source) {
    io::fail(ErrorCode::usage, io::source_name(path),
             "weights and source rows are not available when reading in pieces");
  }
  impl_ = io::open_rows({path, options, std::move(watch)});
}

RowReader::~RowReader() = default;
RowReader::RowReader(RowReader&&) noexcept = default;

const std::vector<std::string>& RowReader::names() const { return impl_->names; }
std::optional<DataView> RowReader::next() { return impl_->next(); }
const std::vector<std::string>& RowReader::notes() const { return impl_->notes; }

}  // namespace mixseed
