#include "model/draw.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

namespace mixseed {
namespace {

// Index chosen in proportion to mass(i), in two steps so that rounding does not grow with the number of rows.
template <typename Mass>
std::size_t draw_by_mass(std::size_t size, const Mass& mass, Rng& rng) {
  constexpr std::size_t kRun = 1024;
  std::vector<double> runs((size + kRun - 1) / kRun, 0.0);
  double total = 0;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (std::size_t i = run * kRun; i < std::min(size, (run + 1) * kRun); ++i) runs[run] += mass(i);
    total += runs[run];
  }
  if (!(total > 0)) return size;
  double left = rng.uniform() * total;
  std::size_t run = 0, last = size;
  for (; run + 1 < runs.size() && left >= runs[run]; ++run) left -= runs[run];
  for (std::size_t i = run * kRun; i < size; ++i) {
    const double m = mass(i);
    if (!(m > 0)) continue;
    last = i;
    if (left < m) return i;
    left -= m;
  }
  // Rounding ate the rest: the last row that could be drawn.
  for (std::size_t i = size; last == size && i-- > 0;) {
    if (mass(i) > 0) last = i;
  }
  return last;
}

// Sums over prefixes that can be changed and searched in logarithmic time (Fenwick 1994).
class PrefixTree {
 public:
  explicit PrefixTree(std::vector<double> values) : tree_(std::move(values)) {
    tree_.insert(tree_.begin(), 0.0);
    for (std::size_t i = 1; i < tree_.size(); ++i) {
      const std::size_t parent = i + (i & (0 - i));
      if (parent < tree_.size()) tree_[parent] += tree_[i];
    }
  }
  void add(std::size_t index, double value) {
    for (std::size_t i = index + 1; i < tree_.size(); i += i & (0 - i)) tree_[i] += value;
  }
  // The first index whose prefix sum is above `target`.
  std::size_t find(double target) const {
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(tree_.size()); step > 0; step /= 2) {
      if (at + step >= tree_.size() || tree_[at + step] > target) continue;
      at += step;
      target -= tree_[at];
    }
    return std::min(at, tree_.size() - 2);
  }

 private:
  std::vector<double> tree_;
};

// One observation at a time, out of those that are left. For whole weights this is the same as drawing from the rows
// written out as often as they count.
std::map<std::size_t, double> draw_counts(const Points& X, double size, Rng& rng) {
  std::vector<double> left(X.size());
  for (std::size_t i = 0; i < X.size(); ++i) left[i] = X.weight(i);
  PrefixTree tree(left);
  double total = X.total_weight();
  std::size_t rows_left =
      static_cast<std::size_t>(std::count_if(left.begin(), left.end(), [](double weight) { return weight > 0; }));
  std::map<std::size_t, double> counts;
  for (double drawn = 0; drawn < size && rows_left > 0;) {
    const std::size_t i = tree.find(rng.uniform() * total);
    if (!(left[i] > 0)) continue;
    const double taken = std::min(1.0, left[i]);
    counts[i] += taken;
    left[i] -= taken;
    total -= taken;
    drawn += taken;
    tree.add(i, -taken);
    rows_left -= !(left[i] > 0);
  }
  return counts;
}

Data gather(const Points& X, const std::map<std::size_t, double>& counts) {
  std::vector<double> values, weights;
  for (const auto& [row, count] : counts) {
    const auto x = X.row(row);
    values.insert(values.end(), x.begin(), x.end());
    weights.push_back(count);
  }
  return Data::from(std::move(values), counts.size(), X.dim()).weighted(std::move(weights));
}

std::optional<Data> draw_sample(const Points& X, double share, std::size_t least, Rng& rng) {
  const double size = sample_size(X, share, least);
  if (size < X.total_weight()) return gather(X, draw_counts(X, size, rng));
  if (!X.weights()) return {};
  std::map<std::size_t, double> counts;
  for (std::size_t i = 0; i < X.size(); ++i) {
    if (X.weight(i) > 0) counts[i] = X.weight(i);
  }
  if (counts.size() == X.size()) return {};
  return gather(X, counts);
}

}  // namespace

std::size_t draw_row(const Points& X, Rng& rng) {
  if (!X.weights()) return rng.below(X.size());
  return draw_by_mass(
      X.size(), [&](std::size_t i) { return X.weight(i); }, rng);
}

std::size_t draw_row(const Points& X, const std::vector<double>& values, Rng& rng) {
  const auto row = draw_by_mass(
      X.size(), [&](std::size_t i) { return X.weight(i) * values[i]; }, rng);
  return row < X.size() ? row : draw_row(X, rng);
}

std::size_t argmax_row(const Points& X, const std::vector<double>& values) {
  std::size_t best = X.size();
  for (std::size_t i = 0; i < X.size(); ++i) {
    if (X.weight(i) > 0 && (best == X.size() || values[i] > values[best])) best = i;
  }
  return best;
}

double sample_size(const Points& X, double share, std::size_t least) {
  if (share >= 1) return X.total_weight();
  // 7 % of 100 is 7, not the 8 that rounding up 7.000000000000001 would give.
  const double share_of = std::ceil(share * X.total_weight() * (1 - 1e-12));
  return std::min(X.total_weight(), std::max(share_of, static_cast<double>(least)));
}

RowSample::RowSample(const Points& X, double share, std::size_t least, Rng& rng)
    : RowSample(X, draw_sample(X, share, least, rng)) {}

RowSample::RowSample(const Points& X, std::optional<Data> drawn)
    : drawn_(std::move(drawn)), points_(drawn_ ? Points(drawn_->view, X.pool()) : X) {}

}  // namespace mixseed
