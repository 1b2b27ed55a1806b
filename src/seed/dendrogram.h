// The tree of an agglomerative clustering.
#pragma once

#include <cstddef>
#include <vector>

namespace mixseed {

class Dendrogram {
 public:
  struct Merge {
    std::size_t a, b;  // one row of each of the two clusters
  };
  // rows - 1 merges in the order in which they are done; none for no rows.
  Dendrogram(std::size_t rows, std::vector<Merge> merges);

  // Which of k clusters each row belongs to, numbered by their first rows. k is at most the number of rows.
  std::vector<std::size_t> cut(std::size_t k) const;

 private:
  std::size_t rows_;
  std::vector<Merge> merges_;
};

}  // namespace mixseed
