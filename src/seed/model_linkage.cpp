#include "seed/model_linkage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace mixseed {
namespace {

// A row alone has no covariance, so every cluster also has 2 (q + 1) pseudo-rows about its mean, with this variance in
// every direction of the whitened rows.
constexpr double kPseudoVariance = 0.1;

struct Cluster {
  double mass = 0;
  std::vector<double> mean;
  // Lower triangles, empty for a row alone: the scatter with pseudo-rows, and L of it = L L'.
  std::vector<double> scatter, factor;
  double log_determinant = 0;  // of the scatter with pseudo-rows

  bool alone() const { return factor.empty(); }
};

class Clusters {
 public:
  explicit Clusters(const DataView& Z)
      : q_(Z.columns()),
        pseudo_rows_(2 * static_cast<double>(q_ + 1)),
        ridge_(pseudo_rows_ * kPseudoVariance),
        scatter_(q_ * q_),
        shift_(q_) {
    for (std::size_t i = 0; i < Z.rows(); ++i) {
      Cluster& one = all_.emplace_back();
      one.mass = Z.weight(i);
      for (std::size_t j = 0; j < q_; ++j) one.mean.push_back(Z.at(i, j));
      one.log_determinant = static_cast<double>(q_) * std::log(ridge_);
    }
  }

  // By how much merging the two lowers twice the classification log-likelihood.
  double cost_of_merging(std::size_t a, std::size_t b) {
    const Cluster &one = all_[a], &other = all_[b];
    const bool joins_row = one.alone() || other.alone();
    const double determinant = joins_row ? with_row(one, other) : factorise(merged_scatter(one, other));
    return cost(one.mass + other.mass, determinant) - cost(one) - cost(other);
  }

  // Cluster a takes the rows of cluster b.
  void merge(std::size_t a, std::size_t b) {
    Cluster &to = all_[a], &from = all_[b];
    std::vector<double> scatter = merged_scatter(to, from);
    to.log_determinant = factorise(scatter);
    to.factor = scatter_;
    to.scatter = std::move(scatter);
    const double share = from.mass / (to.mass + from.mass);
    for (std::size_t j = 0; j < q_; ++j) to.mean[j] += (from.mean[j] - to.mean[j]) * share;
    to.mass += from.mass;
    from = {};
  }

 private:
  double cost(double mass, double log_determinant) const {
    const double rows = mass + pseudo_rows_;
    return rows * (log_determinant - static_cast<double>(q_) * std::log(rows));
  }
  double cost(const Cluster& cluster) const { return cost(cluster.mass, cluster.log_determinant); }

  // c, with c d d' the scatter between two means that differ by d.
  static double between(const Cluster& a, const Cluster& b) { return a.mass / (a.mass + b.mass) * b.mass; }

  // The log determinant when one of the two is a row alone: det(A + c d d') = det(A) (1 + c d' A^-1 d).
  double with_row(const Cluster& a, const Cluster& b) {
    const Cluster& wide = a.alone() ? b : a;
    double distance = 0;
    for (std::size_t i = 0; i < q_; ++i) {
      double value = b.mean[i] - a.mean[i];
      if (!wide.alone()) {
        const double* line = wide.factor.data() + i * q_;
        for (std::size_t j = 0; j < i; ++j) value -= line[j] * shift_[j];
        value /= line[i];
      }
      shift_[i] = value;
      distance += value * value;
    }
    return wide.log_determinant + std::log1p(between(a, b) * (wide.alone() ? distance / ridge_ : distance));
  }

  const std::vector<double>& merged_scatter(const Cluster& a, const Cluster& b) {
    const double c = between(a, b);
    for (std::size_t i = 0; i < q_; ++i) {
      shift_[i] = b.mean[i] - a.mean[i];
      for (std::size_t j = 0; j <= i; ++j) scatter_[i * q_ + j] = c * shift_[i] * shift_[j];
      scatter_[i * q_ + i] += a.alone() && b.alone() ? ridge_ : a.alone() || b.alone() ? 0 : -ridge_;
    }
    for (const Cluster* one : {&a, &b}) {
      for (std::size_t i = 0; i < one->scatter.size(); ++i) scatter_[i] += one->scatter[i];
    }
    return scatter_;
  }

  // Leaves the Cholesky factor in scatter_ and returns the log determinant.
  double factorise(const std::vector<double>& scatter) {
    if (&scatter != &scatter_) scatter_ = scatter;
    double sum = 0;
    for (std::size_t i = 0; i < q_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double value = scatter_[i * q_ + j];
        for (std::size_t k = 0; k < j; ++k) value -= scatter_[i * q_ + k] * scatter_[j * q_ + k];
        // The pseudo-rows keep pivots positive, up to rounding.
        scatter_[i * q_ + j] = i == j ? std::sqrt(std::max(value, ridge_)) : value / scatter_[j * q_ + j];
      }
      sum += 2 * std::log(scatter_[i * q_ + i]);
    }
    return sum;
  }

  std::size_t q_;
  double pseudo_rows_, ridge_;
  std::vector<Cluster> all_;
  std::vector<double> scatter_, shift_;  // scratch
};

// What each merge would cost, and for each cluster the cheapest partner among those after it.
class Costs {
 public:
  explicit Costs(Clusters& clusters, std::size_t rows)
      : clusters_(clusters), values_(rows * (rows - 1) / 2), best_(rows) {
    alive_.resize(rows);
    std::iota(alive_.begin(), alive_.end(), std::size_t{0});
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < i; ++j) at(i, j) = clusters_.cost_of_merging(j, i);
    }
    for (std::size_t place = 0; place < rows; ++place) find_best(place);
  }

  // Merges the pair that costs least.
  Dendrogram::Merge merge_cheapest() {
    std::size_t place = 0;
    for (std::size_t p = 1; p + 1 < alive_.size(); ++p) {
      if (at(alive_[p], best_[alive_[p]]) < at(alive_[place], best_[alive_[place]])) place = p;
    }
    const std::size_t keep = alive_[place], gone = best_[keep];
    clusters_.merge(keep, gone);
    alive_.erase(std::lower_bound(alive_.begin(), alive_.end(), gone));
    for (const std::size_t other : alive_) {
      if (other != keep) at(keep, other) = clusters_.cost_of_merging(std::min(keep, other), std::max(keep, other));
    }
    for (std::size_t p = 0; p < alive_.size(); ++p) {
      const std::size_t i = alive_[p];
      if (i == keep || best_[i] == keep || best_[i] == gone) {
        find_best(p);
      } else if (i < keep && at(i, keep) < at(i, best_[i])) {
        best_[i] = keep;
      }
    }
    return {keep, gone};
  }

 private:
  double& at(std::size_t i, std::size_t j) { return values_[i > j ? i * (i - 1) / 2 + j : j * (j - 1) / 2 + i]; }

  void find_best(std::size_t place) {
    if (place + 1 >= alive_.size()) return;
    const std::size_t i = alive_[place];
    best_[i] = alive_[place + 1];
    for (std::size_t p = place + 2; p < alive_.size(); ++p) {
      if (at(i, alive_[p]) < at(i, best_[i])) best_[i] = alive_[p];
    }
  }

  Clusters& clusters_;
  std::vector<double> values_;      // [i][j], j < i
  std::vector<std::size_t> best_;   // of the last cluster alive: of no use
  std::vector<std::size_t> alive_;  // in ascending order
};

}  // namespace

Dendrogram model_linkage(const DataView& Z, const std::function<void()>& step) {
  const std::size_t rows = Z.rows();
  std::vector<Dendrogram::Merge> merges;
  if (rows < 2) return {rows, std::move(merges)};
  Clusters clusters(Z);
  Costs costs(clusters, rows);
  while (merges.size() + 1 < rows) {
    if (step) step();
    merges.push_back(costs.merge_cheapest());
  }
  return {rows, std::move(merges)};
}

}  // namespace mixseed
