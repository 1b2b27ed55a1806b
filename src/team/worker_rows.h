// The rows of a worker: consecutive rows of the data, from the start of a window on.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "mixseed/source.h"
#include "pass/prepared_model.h"
#include "pass/subtree.h"
#include "pass/team.h"
#include "team/local.h"

namespace mixseed {

// So that row numbers within a piece fit into 32 bits.
inline constexpr std::size_t kMostWindows = std::size_t{1} << 16;

// Throws Error(usage) unless row number `first` is the first of a window.
void expect_whole_window(std::size_t first);

// Calls visit(window, windows, first row of the piece, rows) for the subtrees that make up the rows from `first` on.
template <typename Visit>
void for_each_piece(std::size_t first, std::size_t rows, const Visit& visit) {
  const std::size_t start = first / kWindow, end = start + (rows + kWindow - 1) / kWindow;
  for (std::size_t window = start; window < end;) {
    const std::size_t windows = windows_of_subtree(window, end, kMostWindows), at = (window - start) * kWindow;
    visit(window, windows, at, std::min(windows * kWindow, rows - at));
    window += windows;
  }
}

class WorkerRows {
 public:
  virtual ~WorkerRows() = default;
  // The answers in the order of the rows, siblings merged. Throws Error(input) for a question that does not fit the
  // rows.
  virtual std::vector<Subtree> answer(const Request& request) = 0;
};

// Rows in memory.
class ArrayWorkerRows : public WorkerRows {
 public:
  // The view's memory and the pool must outlive this object. `first`: the number of the first row.
  ArrayWorkerRows(const DataView& view, std::size_t first, Pool& pool);
  ~ArrayWorkerRows() override;
  std::vector<Subtree> answer(const Request& request) override;

 private:
  struct Piece;
  std::size_t columns_;
  PreparedModels prepared_models_;
  std::vector<Piece> pieces_;
};

// Rows that are read from a source for every question.
class StreamWorkerRows : public WorkerRows {
 public:
  // The source and the pool must outlive this object. `memory` bounds the caches between questions, in bytes.
  StreamWorkerRows(Source& source, std::size_t first, Pool& pool, std::size_t memory);
  ~StreamWorkerRows() override;
  std::vector<Subtree> answer(const Request& request) override;

 private:
  class Piece;
  Answer answer_piece(const DataView& view, std::size_t first, const Request& request);
  void check_unchanged(const DataView& batch, std::size_t rows);

  Source& source_;
  std::size_t first_;
  Pool& pool_;
  std::size_t memory_;
  PreparedModels prepared_models_;
  bool keeps_caches_ = false;                             // decided after the first question, which counts the rows
  std::size_t columns_ = 0;                               // of the first batch
  bool weighted_ = false;                                 // of the first batch
  std::optional<std::size_t> rows_;                       // of the first complete question
  std::map<std::size_t, std::unique_ptr<Piece>> pieces_;  // by first row
};

}  // namespace mixseed
