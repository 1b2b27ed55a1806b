// A part of the rows, the threads that pass over it, and caches of earlier answers. An answer depends only on the
// question and the rows: any cache may be dropped at any time.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "base/free_list.h"
#include "base/pool.h"
#include "model/density.h"
#include "pass/grouping.h"
#include "pass/min_distance_cache.h"
#include "pass/row_lists.h"
#include "pass/terms.h"
#include "rows/rows.h"

namespace mixseed {

class PreparedModels;
class NearestMeanBounds;

// Working memory for the tiles of a block, reused from block to block because it is expensive to make.
struct TileScratch {
  TileScratch(std::size_t components, std::size_t dim) : terms(components, dim), row_lists(components, dim) {}
  Terms terms;
  RowLists row_lists;
};

class Part {
 public:
  // Both must outlive this object. Caches may copy up to `most_copied` numbers of the rows in sorted order.
  Part(const Rows& rows, Pool& pool, std::size_t most_copied = kMostCopied);
  ~Part();

  const Rows& rows() const { return rows_; }
  Pool& pool() const { return pool_; }
  std::size_t size() const { return rows_.size(); }
  std::size_t dim() const { return rows_.dim(); }
  bool may_copy(std::size_t numbers) const { return numbers <= most_copied_; }

  // Caches.
  Grouping grouping;                                       // for expect and classify
  MinDistanceCache min_distances;                          // for draws by distance
  std::unique_ptr<NearestMeanBounds> nearest_mean_bounds;  // for a mixture that grows
  // Shared by several parts that answer one after the other; null for a single part.
  PreparedModels* prepared_models = nullptr;
  // work(TileScratch&) for a mixture with this number of components.
  template <typename Work>
  void with_tile_scratch(std::size_t components, const Work& work) {
    tile_scratch_.lend([&] { return std::make_unique<TileScratch>(components, dim()); }, work);
  }
  // Call this before a pass that uses with_tile_scratch.
  void prepare_tile_scratch(std::size_t components) {
    if (components != scratch_components_) tile_scratch_.clear();
    scratch_components_ = components;
  }
  // Frees the bounds on nearest means, by far the largest cache.
  void forget_bounds();
  // Frees the caches of draws by distance.
  void forget_distances();

  struct NotSorted {
    const double* operator()(std::size_t) const { return nullptr; }
  };
  // make() -> Sum and work(Sum&, const Block&); sums merge along the fixed tree of blocks. sorted(number of a block) ->
  // its rows one after the other in the given order, or null if there is no such copy.
  template <typename Make, typename Work, typename Sorted = NotSorted>
  auto reduce_blocks(const Make& make, const Work& work, const Order& order = {}, const Sorted& sorted = {}) {
    const auto leaf = [&](std::size_t number, auto& sum) {
      with_block(number, order, sorted(number), [&](const Block& block) { work(sum, block); });
    };
    return reduce(pool_, rows_.blocks(), make, leaf);
  }
  // work(const Block&) for every block, in any order.
  template <typename Work>
  void for_each_block(const Work& work) {
    pool_.run(rows_.blocks(), [&](std::size_t number) { with_block(number, {}, nullptr, work); });
  }
  // visit(Terms&, first row of a tile, its rows) for every tile, in any order: terms of all components, then the noise.
  template <typename Visit>
  void for_each_tile(const Density& density, const Visit& visit) {
    prepare_tile_scratch(density.size());
    for_each_block([&](const Block& block) {
      with_tile_scratch(density.size(), [&](TileScratch& scratch) {
        for (std::size_t first = 0; first < block.rows; first += kernel::kTile) {
          scratch.terms.compute(density.components(), block, first);
          if (density.noise()) scratch.terms.add_noise(*density.noise(), density.size());
          visit(scratch.terms, block.first + first, std::min(kernel::kTile, block.rows - first));
        }
      });
    });
  }
  // work(const Block&); without `values` a block has weights only.
  template <typename Work>
  void with_block(std::size_t number, const Order& order, const double* sorted, const Work& work, bool values = true) {
    buffers_.lend([] { return std::make_unique<BlockBuffer>(); },
                  [&](BlockBuffer& buffer) {
                    Block block = rows_.load(number, order, buffer, values && sorted == nullptr);
                    if (sorted) block.row = {sorted, dim(), nullptr, block.rows};
                    work(block);
                  });
  }
  // As reduce_blocks, for blocks that have weights only.
  template <typename Make, typename Work>
  auto reduce_weights(const Make& make, const Work& work) {
    const auto leaf = [&](std::size_t number, auto& sum) {
      with_block(
          number, {}, nullptr, [&](const Block& block) { work(sum, block); }, false);
    };
    return reduce(pool_, rows_.blocks(), make, leaf);
  }

 private:
  // 32 MB, because parallel restarts have a copy each.
  static constexpr std::size_t kMostCopied = std::size_t{1} << 22;

  const Rows& rows_;
  Pool& pool_;
  std::size_t most_copied_;
  FreeList<BlockBuffer> buffers_;
  FreeList<TileScratch> tile_scratch_;
  std::size_t scratch_components_ = 0;
};

}  // namespace mixseed
