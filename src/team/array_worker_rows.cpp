#include <string>
#include <utility>

#include "mixseed/error.h"
#include "team/checks.h"
#include "team/worker_rows.h"

namespace mixseed {

void expect_whole_window(std::size_t first) {
  if (first % kWindow == 0) return;
  throw Error(ErrorCode::usage, "a worker's first row: expected a multiple of " + std::to_string(kWindow) + ", got " +
                                    std::to_string(first));
}

struct ArrayWorkerRows::Piece {
  std::uint64_t window, windows, rows;
  std::unique_ptr<LocalTeam> team;
};

ArrayWorkerRows::ArrayWorkerRows(const DataView& view, std::size_t first, Pool& pool) : columns_(view.columns()) {
  expect_whole_window(first);
  for_each_piece(first, view.rows(), [&](std::size_t window, std::size_t windows, std::size_t at, std::size_t rows) {
    auto team = std::make_unique<LocalTeam>(view.slice(at, rows), pool, window * kWindow, &prepared_models_);
    pieces_.push_back({window, windows, rows, std::move(team)});
  });
}

ArrayWorkerRows::~ArrayWorkerRows() = default;

std::vector<Subtree> ArrayWorkerRows::answer(const Request& request) {
  if (!pieces_.empty()) check_request(request, columns_, pieces_.back().window + pieces_.back().windows);
  Assembly assembly;
  for (const Piece& piece : pieces_) {
    assembly.add({piece.window, piece.windows, piece.rows, piece.team->ask(request)});
  }
  return assembly.take();
}

}  // namespace mixseed
