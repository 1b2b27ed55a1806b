#include "seed/dendrogram.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace mixseed {

Dendrogram::Dendrogram(std::size_t rows, std::vector<Merge> merges) : rows_(rows), merges_(std::move(merges)) {}

std::vector<std::size_t> Dendrogram::cut(std::size_t k) const {
  std::vector<std::size_t> parent(rows_);
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i + k < rows_; ++i) {
    const std::size_t a = root(merges_[i].a), b = root(merges_[i].b);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<std::size_t> labels(rows_), number(rows_, rows_);
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows_; ++i) {
    const std::size_t r = root(i);
    if (number[r] == rows_) number[r] = next++;
    labels[i] = number[r];
  }
  return labels;
}

}  // namespace mixseed
