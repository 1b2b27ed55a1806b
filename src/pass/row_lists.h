// The rows of a block that count for a component, and how much: collected tile by tile, added to Moments component by
// component.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "model/moments.h"
#include "rows/rows.h"

namespace mixseed {

class RowLists {
 public:
  RowLists(std::size_t components, std::size_t dim);

  // Row i of the block counts r for the component; every row once at most.
  void add(std::size_t component, std::size_t i, double r) {
    const std::size_t at = component * kPlaces + counts_[component]++;
    picked_[at] = static_cast<std::uint16_t>(i);
    r_[at] = r;
  }
  // The rows first .. first + count - 1, a tile at most, count r[0], r[1], ... for the component.
  void add(std::size_t component, std::size_t first, std::size_t count, const double* r) {
    const std::size_t at = component * kPlaces + counts_[component];
    counts_[component] += kernel::active().collect(r, count, first, picked_.get() + at, r_.get() + at);
  }
  // Adds what was collected to the moments and forgets it. Returns how many shares that were.
  std::size_t flush(const Block& block, Moments& moments);

 private:
  // A tile of room behind the rows of a block: collect() writes that far beyond what it finds.
  static constexpr std::size_t kPlaces = kernel::kBlock + kernel::kTile;

  std::vector<std::size_t> counts_;
  std::unique_ptr<std::uint16_t[]> picked_;  // [components][kPlaces]
  std::unique_ptr<double[]> r_;
  std::vector<double> scratch_;
};

}  // namespace mixseed
