#include <string>
#include <utility>

#include "mixseed/error.h"
#include "rows/batches.h"
#include "team/checks.h"
#include "team/worker_rows.h"

namespace mixseed {
namespace {

constexpr std::size_t kBatch = std::size_t{32} << 20;  // bytes of rows in memory at a time
// Bytes kept per row: the two numbers that restore its place in the order, and the distance that seeding draws by.
constexpr std::size_t kKeptPerRow = 2 * sizeof(std::uint16_t) + sizeof(double);

bool same_units(const std::shared_ptr<const AffineMap>& a, const std::shared_ptr<const AffineMap>& b) {
  return a == b || (a && b && *a == *b);
}

[[noreturn]] void fail_changed(const std::string& found) {
  throw Error(ErrorCode::input, "the rows have changed since they were read last: there are " + found);
}

}  // namespace

// The caches for some rows. The rows themselves are read again for every question, into other memory.
class StreamWorkerRows::Piece {
 public:
  Piece(const DataView& view, std::size_t first, Pool& pool, std::shared_ptr<const AffineMap> units,
        PreparedModels& prepared_models)
      : units_(std::move(units)), rows_(view, units_ ? *units_ : AffineMap(), first), part_(rows_, pool, 0) {
    part_.prepared_models = &prepared_models;
  }

  bool is_for(const DataView& view, const std::shared_ptr<const AffineMap>& units) const {
    return view.rows() == rows_.size() && same_units(units, units_);
  }
  Answer answer(const DataView& view, const Question& question) {
    rows_.move_to(view);
    if (uses_order(question)) part_.grouping.restore(part_, essence_);
    Answer result = mixseed::answer(question, part_);
    if (uses_order(question)) essence_ = part_.grouping.essence();
    part_.grouping = {};
    part_.forget_bounds();
    return result;
  }

 private:
  static bool uses_order(const Question& question) {
    return std::holds_alternative<Expect>(question) || std::holds_alternative<Classify>(question);
  }

  std::shared_ptr<const AffineMap> units_;
  ViewRows rows_;
  Part part_;
  Grouping::Essence essence_;
};

StreamWorkerRows::StreamWorkerRows(Source& source, std::size_t first, Pool& pool, std::size_t memory)
    : source_(source), first_(first), pool_(pool), memory_(memory) {
  expect_whole_window(first);
}

StreamWorkerRows::~StreamWorkerRows() = default;

Answer StreamWorkerRows::answer_piece(const DataView& view, std::size_t first, const Request& request) {
  std::unique_ptr<Piece> temporary;
  std::unique_ptr<Piece>& piece = keeps_caches_ ? pieces_[first] : temporary;
  if (!piece || !piece->is_for(view, request.units)) {
    piece = std::make_unique<Piece>(view, first, pool_, request.units, prepared_models_);
  }
  return piece->answer(view, request.question);
}

// Throws Error(input) if the source has changed since the last question: the caches would belong to other rows.
// `rows` counts the rows of this question so far.
void StreamWorkerRows::check_unchanged(const DataView& batch, std::size_t rows) {
  const bool weighted = batch.weights() != nullptr;
  if (columns_ == 0) columns_ = batch.columns(), weighted_ = weighted;
  std::string change;
  if (batch.columns() != columns_) {
    change = std::to_string(batch.columns()) + " columns instead of " + std::to_string(columns_);
  } else if (weighted != weighted_) {
    change = weighted ? "weights where there were none" : "no weights any more";
  } else if (rows_ && rows > *rows_) {
    change = "more than the " + std::to_string(*rows_) + " rows that there were";
  }
  if (!change.empty()) fail_changed(change);
}

std::vector<Subtree> StreamWorkerRows::answer(const Request& request) {
  Assembly assembly;
  Batches batches(source_, kBatch, first_);
  std::size_t rows = 0;
  while (const std::optional<Batch> batch = batches.next()) {
    const DataView& view = batch->view();
    rows += view.rows();
    check_unchanged(view, rows);
    check_request(request, columns_, (batch->first() + view.rows() + kWindow - 1) / kWindow);
    for_each_piece(batch->first(), view.rows(),
                   [&](std::size_t window, std::size_t windows, std::size_t at, std::size_t count) {
                     Answer answer = answer_piece(view.slice(at, count), window * kWindow, request);
                     assembly.add({window, windows, count, std::move(answer)});
                   });
  }
  if (rows_ && rows < *rows_) fail_changed(std::to_string(rows) + " instead of " + std::to_string(*rows_));
  rows_ = rows;
  keeps_caches_ = rows * kKeptPerRow <= memory_;
  return assembly.take();
}

}  // namespace mixseed
