#include "seed/average_linkage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace mixseed {
namespace {

// Distances between the clusters that are still alive; a cluster goes by the index of one of its rows. All are finite,
// because a cluster needs a nearest one: what is too large for a double, or no number, is the largest double.
class Distances {
 public:
  explicit Distances(std::vector<double> values) : values_(std::move(values)) {
    for (double& value : values_) {
      if (!std::isfinite(value)) value = std::numeric_limits<double>::max();
    }
  }
  double& operator()(std::size_t i, std::size_t j) {
    return i > j ? values_[i * (i - 1) / 2 + j] : values_[j * (j - 1) / 2 + i];
  }

 private:
  std::vector<double> values_;
};

}  // namespace

// A chain of nearest neighbours ends in two clusters that are each other's nearest; average linkage allows to merge
// them at once, because no later merge could have come closer to either (Murtagh 1983).
Dendrogram::Dendrogram(std::vector<double> distances, const DataView& S, const std::function<void()>& step)
    : rows_(S.rows()) {
  if (rows_ < 2) return;
  Distances distance(std::move(distances));
  std::vector<double> mass(rows_);
  for (std::size_t i = 0; i < rows_; ++i) mass[i] = S.weight(i);
  std::vector<std::size_t> alive(rows_);
  std::iota(alive.begin(), alive.end(), std::size_t{0});
  std::vector<std::size_t> chain;
  while (alive.size() > 1) {
    if (step) step();
    if (chain.empty()) chain.push_back(alive.front());
    const std::size_t tip = chain.back();
    // On equal distances the chain's own predecessor wins, otherwise it could run in circles.
    std::size_t nearest = chain.size() > 1 ? chain[chain.size() - 2] : rows_;
    double best = nearest < rows_ ? distance(tip, nearest) : std::numeric_limits<double>::infinity();
    for (const std::size_t other : alive) {
      if (other == tip || !(distance(tip, other) < best)) continue;
      best = distance(tip, other);
      nearest = other;
    }
    if (chain.size() < 2 || nearest != chain[chain.size() - 2]) {
      chain.push_back(nearest);
      continue;
    }
    chain.resize(chain.size() - 2);
    const std::size_t keep = std::min(tip, nearest), gone = std::max(tip, nearest);
    merges_.push_back({keep, gone, best});
    alive.erase(std::lower_bound(alive.begin(), alive.end(), gone));
    const double share = mass[gone] / (mass[keep] + mass[gone]);  // a mass times a distance may be too large
    for (const std::size_t other : alive) {
      if (other == keep) continue;
      double& to_keep = distance(keep, other);
      to_keep += share * (distance(gone, other) - to_keep);
    }
    mass[keep] += mass[gone];
  }
  std::stable_sort(merges_.begin(), merges_.end(), [](const Merge& x, const Merge& y) { return x.height < y.height; });
}

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
