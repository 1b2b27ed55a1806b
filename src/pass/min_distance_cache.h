// The smallest squared (Mahalanobis) distance of every row from a set of centers or components that only grows.
#pragma once

#include <cstddef>
#include <vector>

#include "mixseed/mixture.h"
#include "rows/rows.h"

namespace mixseed {

class Part;

class MinDistanceCache {
 public:
  // By row: the smallest squared distance from the centers, or squared Mahalanobis distance from the components. Only
  // the ones added since the last call are computed.
  const std::vector<double>& update(Part& part, const State& from);

 private:
  State from_;
  std::vector<double> smallest_;
};

// The squared distances of the rows of a block from component k, a tile at a time: visit(first row of the tile, rows,
// distances).
template <typename Visit>
void for_each_distance(const kernel::Components& components, std::size_t k, const Block& block, const Visit& visit) {
  std::vector<double> x(components.dim * kernel::kTile);
  for (std::size_t first = 0; first < block.rows; first += kernel::kTile) {
    const std::size_t rows = std::min(kernel::kTile, block.rows - first);
    double distance[kernel::kTile];
    kernel::active().transpose(block.row, first, rows, components.dim, components.center, x.data());
    kernel::active().distances(components, k, x.data(), distance);
    visit(first, rows, distance);
  }
}

}  // namespace mixseed
