#include "model/kurtosis.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "kernel/kernel.h"
#include "model/linear.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kMostStarts = 16;  // fewer if there are few directions
constexpr int kFirstSteps = 8, kSteps = 30;
constexpr double kConverged = 1e-3;  // length of a gradient or a step

void make_unit(Values& w, const std::vector<Direction>& before) {
  for (const Direction& other : before) {
    const double along = dot(w, other.w);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= along * other.w[i];
  }
  const double length = std::sqrt(dot(w, w));
  for (double& number : w) number /= length > 0 ? length : 1;
}

// Gradient descent on the kurtosis; a fixed-point step would often converge to a maximum. A step that descends makes
// the next one longer; one that does not is undone and halved.
class Descent {
 public:
  Descent(const WhiteRows& Z, const std::vector<Direction>& before, Values w)
      : Z_(Z), before_(before), w_(std::move(w)) {
    make_unit(w_, before_);
    now_ = Z_.fourth(w_);
  }

  void go(int steps) {
    while (steps-- > 0 && length_ > kConverged) step();
  }
  double kurtosis() const { return now_.moment - 3; }
  Direction direction() const { return {w_, kurtosis()}; }

 private:
  void step() {
    Values slope = now_.gradient, next = w_;
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] -= now_.moment * w_[i];
    const double steepness = std::sqrt(dot(slope, slope));
    if (steepness < kConverged) length_ = 0;
    for (std::size_t i = 0; i < slope.size(); ++i) next[i] -= length_ * slope[i] / std::max(1.0, steepness);
    make_unit(next, before_);
    WhiteRows::Fourth moved = Z_.fourth(next);
    const bool is_lower = moved.moment < now_.moment - 1e-10;
    length_ *= is_lower ? 1.5 : 0.5;
    if (!is_lower) return;
    w_ = std::move(next);
    now_ = std::move(moved);
  }

  const WhiteRows& Z_;
  const std::vector<Direction>& before_;
  Values w_;
  WhiteRows::Fourth now_;
  double length_ = 0.5;
};

}  // namespace

WhiteRows::WhiteRows(const DataView& rows, const Whitening& white)
    : size_(rows.rows()),
      dim_(white.size),
      length_(kernel::rounded_up(size_, 2 * kernel::kTile)),
      values_(dim_ * length_, 0.0),
      weights_(length_, 0.0) {
  const std::size_t n = rows.rows();
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += rows.weight(i);
  Values z(dim_);
  for (std::size_t i = 0; i < n; ++i) {
    weights_[i] = rows.weight(i) / total;
    white.transform(rows, i, z.data());
    for (std::size_t a = 0; a < dim_; ++a) values_[a * length_ + i] = z[a];
  }
}

Values WhiteRows::projections(const Values& w) const {
  Values y(size(), 0.0);
  for (std::size_t a = 0; a < dim_; ++a) {
    const double* column = values_.data() + a * length_;
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += w[a] * column[i];
  }
  return y;
}

WhiteRows::Fourth WhiteRows::fourth(const Values& w) const {
  Values cubes(length_);
  Fourth fourth{0, Values(dim_)};
  kernel::active().fourth(values_.data(), length_, dim_, weights_.data(), w.data(), cubes.data(),
                          fourth.gradient.data());
  fourth.moment = dot(w, fourth.gradient);
  return fourth;
}

Direction least_kurtosis(const WhiteRows& Z, const std::vector<Direction>& before, Rng& rng) {
  std::vector<Descent> tried;
  const std::size_t free = Z.dim() - before.size(), starts = free == 1 ? 1 : std::min(kMostStarts, free + 2);
  while (tried.size() < starts) {
    Values w;
    for (std::size_t a = 0; a < Z.dim(); ++a) w.push_back(rng.normal());
    tried.emplace_back(Z, before, std::move(w)).go(kFirstSteps);
  }
  std::vector<std::size_t> order(tried.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Rounded, so that the last digits do not decide between a direction and its opposite.
  const auto rank = [&](std::size_t i) { return std::round(1e6 * tried[i].kurtosis()); };
  const auto lower = [&](std::size_t a, std::size_t b) { return std::pair(rank(a), a) < std::pair(rank(b), b); };
  std::sort(order.begin(), order.end(), lower);
  order.resize((starts + 3) / 4);
  for (const std::size_t i : order) tried[i].go(kSteps);
  return tried[*std::min_element(order.begin(), order.end(), lower)].direction();
}

}  // namespace mixseed
