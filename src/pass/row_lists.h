// The rows of a block that count for each component, and by how much: collected by tile, added to Moments by component.
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

  // Row i of the block counts r for the component; every row at most once.
  void add(std::size_t component, std::size_t i, double r) {
    const std::size_t at = component * kPlaces + counts_[component]++;
    picked_[at] = static_cast<std::uint16_t>(i);
    r_[at] = r;
  }
  // The rows first .. first + count - 1, at most a tile, count r[0], r[1], ... for the component.
  void add(std::size_t component, std::size_t first, std::size_t count, const double* r) {
    const std::size_t at = component * kPlaces + counts_[component];
    counts_[component] += kernel::active().collect(r, count, first, picked_.get() + at, r_.get() + at);
  }
  // Adds the collected rows to the moments and clears the lists. Returns the number of entries.
  std::size_t flush(const Block& block, Moments& moments);

 private:
  // One tile longer than a block, because collect() writes up to a tile beyond its last entry.
  static constexpr std::size_t kPlaces = kernel::kBlock + kernel::kTile;

  std::vector<std::size_t> counts_;
  std::unique_ptr<std::uint16_t[]> picked_;  // [components][kPlaces]
  std::unique_ptr<double[]> r_;
  std::vector<double> scratch_;
};

}  // namespace mixseed
