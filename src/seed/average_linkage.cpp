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
Dendrogram average_linkage(std::vector<double> distances, const DataView& S, const std::function<void()>& step) {
  struct Joined {
    Dendrogram::Merge merge;
    double height;
  };
  std::vector<Joined> joined;
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
    // On equal distances the chain's own predecessor wins, otherwise it could run in circles.
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
    joined.push_back({{keep, gone}, best});
    alive.erase(std::lower_bound(alive.begin(), alive.end(), gone));
    const double share = mass[gone] / (mass[keep] + mass[gone]);  // a mass times a distance may be too large
    for (const std::size_t other : alive) {
      if (other == keep) continue;
      double& to_keep = distance(keep, other);
      to_keep += share * (distance(gone, other) - to_keep);
    }
    mass[keep] += mass[gone];
  }
  std::stable_sort(joined.begin(), joined.end(), [](const Joined& x, const Joined& y) { return x.height < y.height; });
  std::vector<Dendrogram::Merge> merges;
  for (const Joined& one : joined) merges.push_back(one.merge);
  return {rows, std::move(merges)};
}

}  // namespace mixseed
