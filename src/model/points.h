// The data as the model's verbs see it: checked rows, walked through in fixed blocks on a pool of threads.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "base/pool.h"
#include "kernel/kernel.h"
#include "mixseed/data.h"

namespace mixseed {

// Up to kernel::kBlock rows, feature by feature. What lies behind the last row is finite.
struct Block {
  std::size_t first;  // index of its first row
  std::size_t rows;
  const double* x;        // [dim][kBlock]
  const double* weights;  // [rows], or null when every row counts once
};

// What a fit needs to know of the whole data.
struct Facts {
  std::vector<double> mean;        // weighted, [D]
  std::vector<double> covariance;  // maximum likelihood, [D][D]
  std::vector<double> scale;       // per column: its standard deviation, or a stand-in > 0 where it is constant
  double mean_variance = 0;        // trace of the covariance / D, or a stand-in > 0 when all rows are equal
};

class Points {
 public:
  // Throws Error(input) for no rows, no columns, numbers that are not finite, negative weights or none above zero.
  // The pool must outlive this object.
  Points(const DataView& view, Pool& pool);
  // The same rows, walked by other threads.
  Points with_pool(Pool& pool) const;
  // The same rows with every number of column j multiplied by factors[j] on the way in; nothing is copied.
  Points times(std::vector<double> factors) const;

  std::size_t size() const { return view_.rows(); }
  std::size_t dim() const { return view_.columns(); }
  double total_weight() const { return total_weight_; }
  double weight(std::size_t i) const { return view_.weight(i); }
  const double* weights() const { return view_.weights(); }
  Pool& pool() const { return *pool_; }
  void copy_row(std::size_t i, double* out) const;
  std::vector<double> row(std::size_t i) const;

  // Computed on first use, in two passes.
  const Facts& facts() const;

  // make() -> Part; work(Part&, const Block&) for every block in order within a leaf; merge(Part&, Part&&).
  template <typename Make, typename Work, typename Merge>
  auto reduce_blocks(const Make& make, const Work& work, const Merge& merge) const {
    return reduce(
        *pool_, leaves(), make, [&](std::size_t leaf, auto& part) { walk(leaf, part, work); }, merge);
  }
  // work(const Block&) for every block, in any order.
  template <typename Work>
  void for_each_block(const Work& work) const {
    pool_->run(leaves(), [&](std::size_t leaf) {
      int none = 0;
      walk(leaf, none, [&](int&, const Block& block) { work(block); });
    });
  }

 private:
  static constexpr std::size_t kLeaf = 1024;

  std::size_t leaves() const { return (size() + kLeaf - 1) / kLeaf; }
  void load(std::size_t first, std::size_t rows, double* x) const;

  template <typename Part, typename Work>
  void walk(std::size_t leaf, Part& part, const Work& work) const {
    const auto x = std::make_unique<double[]>(dim() * kernel::kBlock);
    const std::size_t end = std::min(size(), (leaf + 1) * kLeaf);
    for (std::size_t first = leaf * kLeaf; first < end; first += kernel::kBlock) {
      const std::size_t rows = std::min(kernel::kBlock, end - first);
      load(first, rows, x.get());
      work(part, Block{first, rows, x.get(), view_.weights() ? view_.weights() + first : nullptr});
    }
  }

  struct LazyFacts;
  DataView view_;
  Pool* pool_;
  std::vector<double> factors_;  // empty: none
  double total_weight_ = 0;
  std::shared_ptr<LazyFacts> lazy_;
};

}  // namespace mixseed
