// Agglomerative clustering with average linkage by nearest-neighbour chains: O(m^2) time and memory.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "mixseed/data.h"

namespace mixseed {

class Dendrogram {
 public:
  // Clusters all rows of S by their distances, as pairwise_distances() gives them; a row of weight w counts as w rows
  // at the same place. `step` is called again and again, at least once for every merge, and may throw to cancel.
  Dendrogram(std::vector<double> distances, const DataView& S, const std::function<void()>& step = {});

  // Which of k clusters each row belongs to, numbered by their first rows. k is at most the number of rows.
  std::vector<std::size_t> cut(std::size_t k) const;

  // Bytes that the distances of m rows take.
  static double memory_for(double rows) { return rows * (rows - 1) / 2 * sizeof(double); }

 private:
  struct Merge {
    std::size_t a, b;  // one row of each of the two clusters
    double height;
  };
  std::size_t rows_;
  std::vector<Merge> merges_;  // rows - 1 of them, lowest first
};

}  // namespace mixseed
