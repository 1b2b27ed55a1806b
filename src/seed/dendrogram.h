// The tree of an agglomerative clustering.
#pragma once

#include <cstddef>
#include <vector>

namespace mixseed {

class Dendrogram {
 public:
  struct Merge {
    std::size_t a, b;  // one row of either cluster
  };
  // `merges` has rows - 1 entries in the order of merging, or none if there are no rows.
  Dendrogram(std::size_t rows, std::vector<Merge> merges);

  // The cluster of each row when k clusters remain, numbered by their first rows. k is at most the number of rows.
  std::vector<std::size_t> cut(std::size_t k) const;

 private:
  std::size_t rows_;
  std::vector<Merge> merges_;
};

}  // namespace mixseed
