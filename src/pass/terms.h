// Log terms of the components of a mixture for a tile of rows, and their responsibilities.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernel/kernel.h"
#include "rows/rows.h"

namespace mixseed {

// Memory for the terms of one tile.
class Terms {
 public:
  Terms(std::size_t components, std::size_t dim)
      : numbers_(components + 1), values_((components + 1) * kernel::kTile), x_(dim * kernel::kTile) {}

  // Computes the terms of up to kTile rows of the block from `first` on; with bounds, only of components that can
  // matter, where labels[i] is a guess at the best component of row first + i.
  void compute(const kernel::Components& components, const Block& block, std::size_t first,
               const kernel::Bounds* bounds = nullptr, const std::uint32_t* labels = nullptr) {
    const kernel::Kernels& kernels = kernel::active();
    const std::size_t rows = std::min(kernel::kTile, block.rows - first);
    kernels.transpose(block.row, first, rows, components.dim, components.center, x_.data());
    count_ = kernels.close_terms(components, bounds, x_.data(), labels, numbers_.data(), values_.data());
  }
  // Adds one term, the same for all rows: that of the noise, as if it were another component.
  void add_noise(double term, std::size_t number) {
    numbers_[count_] = static_cast<std::uint32_t>(number);
    std::fill_n(values_.data() + count_++ * kernel::kTile, kernel::kTile, term);
  }
  // The largest term of every row, and its component.
  void argmax(std::uint32_t* labels, double* best) const { argmax(labels, best, count_); }
  // The same among the first `count` of them.
  void argmax(std::uint32_t* labels, double* best, std::size_t count) const {
    kernel::active().argmax(numbers_.data(), count, values_.data(), labels, best);
  }
  // Terms become responsibilities; those more than -cuts[k] below the largest become 0.
  void normalise(double* log_density, const double* cuts = nullptr) {
    kernel::active().normalise(numbers_.data(), count_, cuts, values_.data(), log_density);
  }
  // Sets all responsibilities of row i to 0.
  void clear(std::size_t i) {
    for (std::size_t s = 0; s < count_; ++s) values_[s * kernel::kTile + i] = 0;
  }

  std::size_t count() const { return count_; }
  std::uint32_t number(std::size_t s) const { return numbers_[s]; }
  const double* values(std::size_t s) const { return values_.data() + s * kernel::kTile; }

 private:
  std::size_t count_ = 0;
  std::vector<std::uint32_t> numbers_;
  std::vector<double> values_, x_;
};

}  // namespace mixseed
