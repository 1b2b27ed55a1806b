// Where rows come from. A source has rows of equal length, with or without weights, and hands them out a block at a
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed {

inline constexpr std::size_t kTilesOfBlock = kernel::kBlock / kernel::kTile;

// Rows change their places only within windows, so that a block's rows come from one part of the source. A window is
// also the smallest part of the data that somebody else can be asked about.
inline constexpr std::size_t kBlocksOfWindow = 16, kWindow = kBlocksOfWindow * kernel::kBlock;

// In which order rows are walked through: a permutation within every window. Empty: as they come.
using Order = std::vector<std::uint32_t>;

// Up to kernel::kBlock rows. Sums over rows are sums over blocks, whoever computes them.
struct Block {
  std::size_t first;           // place of its first row in the order
  const std::uint32_t* order;  // null: rows are in their own places
  std::size_t rows;
  kernel::Rows row;
  const double* weights;  // [rows], or null when every row counts once

  // The number of row i of the block among those of the source.
  std::size_t number(std::size_t i) const { return order ? order[first + i] : first + i; }
  double weight(std::size_t i) const { return weights ? weights[i] : 1.0; }
};

// Place for a block that cannot be used where it lies.
struct Landing {
  std::vector<double> rows, weights;
};

class Rows {
 public:
  virtual ~Rows() = default;

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  bool weighted() const { return weighted_; }
  // The number of the first row in the whole data, of which this may be a part; a multiple of kWindow.
  std::size_t offset() const { return offset_; }
  std::size_t blocks() const { return (size_ + kernel::kBlock - 1) / kernel::kBlock; }
  std::size_t windows() const { return (size_ + kWindow - 1) / kWindow; }

  // What is returned borrows from this object, the order and the landing. `values`: whether the numbers are wanted, not
  // only the weights.
  virtual Block load(std::size_t block, const Order& order, Landing& landing, bool values = true) const = 0;
  // Row i, dim() numbers.
  virtual void copy_row(std::size_t i, double* out) const = 0;
  virtual double weight(std::size_t i) const = 0;

  std::vector<double> row(std::size_t i) const {
    std::vector<double> values(dim_);
    copy_row(i, values.data());
    return values;
  }

 protected:
  Rows(std::size_t size, std::size_t dim, bool weighted, std::size_t offset)
      : size_(size), dim_(dim), offset_(offset), weighted_(weighted) {}

 private:
  std::size_t size_, dim_, offset_;
  bool weighted_;
};

}  // namespace mixseed
