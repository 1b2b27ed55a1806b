#include "seed/average_linkage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace mixseed {
namespace {

// Distances between the remaining clusters, each named by the index of one of its rows. A distance that overflows or is
// NaN becomes the largest double, so that every cluster has a nearest one.
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

// A chain of nearest neighbours ends in two clusters that are each other's nearest. With average linkage they can be
// merged at once, because no later merge brings a cluster closer to either (Murtagh 1983).
Dendrogram average_linkage(std::vector<double> distances, const DataView& S, const std::function<void()>& step) {
  struct MergeAtHeight {
    Dendrogram::Merge merge;
    double height;
  };
  std::vector<MergeAtHeight> found;
  const std::size_t rows = S.rows();
  Distances distance(std::move(distances));
  std::vector<double> mass(rows);
  for (std::size_t i = 0; i < rows; ++i) mass[i] = S.weight(i);
  std::vector<std::size_t> alive(rows);
  std::iota(alive.begin(), alive.end(), std::size_t{0});
  std::vector<std::size_t> chain;
  while (alive.size() > 1) {
    if (step) step();
    if (chain.empty()) chain.push_back(alive.front());
    const std::size_t tip = chain.back();
    // Of equal distances the chain's predecessor wins; otherwise the chain could form a cycle.
    std::size_t nearest = chain.size() > 1 ? chain[chain.size() - 2] : rows;
    double best = nearest < rows ? distance(tip, nearest) : std::numeric_limits<double>::infinity();
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
    found.push_back({{keep, gone}, best});
    alive.erase(std::lower_bound(alive.begin(), alive.end(), gone));
    const double share = mass[gone] / (mass[keep] + mass[gone]);  // mass times distance could overflow
    for (const std::size_t other : alive) {
      if (other == keep) continue;
      double& to_keep = distance(keep, other);
      to_keep += share * (distance(gone, other) - to_keep);
    }
    mass[keep] += mass[gone];
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const MergeAtHeight& x, const MergeAtHeight& y) { return x.height < y.height; });
  std::vector<Dendrogram::Merge> merges;
  for (const MergeAtHeight& one : found) merges.push_back(one.merge);
  return {rows, std::move(merges)};
}

}  // namespace mixseed
