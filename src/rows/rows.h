// Rows of equal length, with or without weights, read block by block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernel/kernel.h"

namespace mixseed {

inline constexpr std::size_t kTilesOfBlock = kernel::kBlock / kernel::kTile;

// Rows are reordered only within windows, so that the rows of a block come from one part of the source. A window is
// also the smallest part of the data that another worker can hold.
inline constexpr std::size_t kBlocksOfWindow = 16, kWindow = kBlocksOfWindow * kernel::kBlock;

// The order in which a pass visits rows: a permutation within every window. Empty: as stored.
using Order = std::vector<std::uint32_t>;

// Up to kernel::kBlock rows. Sums over rows are sums over blocks, on whatever thread.
struct Block {
  std::size_t first;           // position of its first row in the order
  const std::uint32_t* order;  // null: rows are visited as stored
  std::size_t rows;
  kernel::Rows row;
  const double* weights;  // [rows], or null if every row counts once

  // The number, in the source, of row i of the block.
  std::size_t number(std::size_t i) const { return order ? order[first + i] : first + i; }
  double weight(std::size_t i) const { return weights ? weights[i] : 1.0; }
};

// Memory for a block whose rows must be converted or whose weights must be reordered.
struct BlockBuffer {
  std::vector<double> rows, weights;
};

class Rows {
 public:
  virtual ~Rows() = default;

  std::size_t size() const { return size_; }
  std::size_t dim() const { return dim_; }
  bool weighted() const { return weighted_; }
  // The number of the first row in the whole data, of which these rows may be a part; a multiple of kWindow.
  std::size_t offset() const { return offset_; }
  std::size_t blocks() const { return (size_ + kernel::kBlock - 1) / kernel::kBlock; }
  std::size_t windows() const { return (size_ + kWindow - 1) / kWindow; }

  // The block refers to this object, the order and the buffer. values = false: only the weights are needed.
  virtual Block load(std::size_t block, const Order& order, BlockBuffer& buffer, bool values = true) const = 0;
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
