// The data as the model's verbs see it: checked rows, walked through in fixed blocks on a pool of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/pool.h"
#include "kernel/kernel.h"
#include "mixseed/data.h"

namespace mixseed {

// In which order the rows are walked through: a permutation of 0 .. n-1. Empty: as they come.
using Order = std::vector<std::uint32_t>;

// Up to kernel::kBlock rows. Sums over rows are sums over blocks, whoever computes them.
struct Block {
  std::size_t first;           // place of its first row in the order
  const std::uint32_t* order;  // null: rows are in their own places
  std::size_t rows;
  kernel::Rows row;
  const double* weights;  // [rows], or null when every row counts once

  std::size_t number(std::size_t i) const { return order ? order[first + i] : first + i; }
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

  std::size_t blocks() const { return (size() + kernel::kBlock - 1) / kernel::kBlock; }
  // Room for a block that cannot be used where it lies.
  struct Room {
    std::vector<double> rows, weights;
  };
  // `sorted`: the rows of this block one after the other in that order, when somebody has them so.
  Block load(std::size_t number, const Order& order, Room& room, const double* sorted = nullptr) const;

  struct NotSorted {
    const double* operator()(std::size_t) const { return nullptr; }
  };
  // make() -> Part; work(Part&, const Block&); merge(Part&, Part&&); sorted(number of a block) -> see load().
  template <typename Make, typename Work, typename Merge, typename Sorted = NotSorted>
  auto reduce_blocks(const Make& make, const Work& work, const Merge& merge, const Order& order = {},
                     const Sorted& sorted = {}) const {
    const auto leaf = [&](std::size_t number, auto& part) {
      Room room;
      work(part, load(number, order, room, sorted(number)));
    };
    return reduce(*pool_, blocks(), make, leaf, merge);
  }
  // work(const Block&) for every block, in any order.
  template <typename Work>
  void for_each_block(const Work& work) const {
    pool_->run(blocks(), [&](std::size_t number) {
      Room room;
      work(load(number, {}, room));
    });
  }

 private:
  struct LazyFacts;
  DataView view_;
  Pool* pool_;
  std::vector<double> factors_;  // empty: none
  double total_weight_ = 0;
  std::shared_ptr<LazyFacts> lazy_;
};

}  // namespace mixseed
