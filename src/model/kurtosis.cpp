#include "model/kurtosis.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "kernel/kernel.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr std::size_t kMostStarts = 16;  // fewer where there are few directions to start in
constexpr int kFirstSteps = 8, kSteps = 30;
constexpr double kStill = 1e-3;  // a gradient or a step that is shorter leads nowhere

double along_each_other(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void make_unit(Values& w, const std::vector<Direction>& before) {
  for (const Direction& other : before) {
    const double along = along_each_other(w, other.w);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= along * other.w[i];
  }
  const double length = std::sqrt(along_each_other(w, w));
  for (double& number : w) number /= length > 0 ? length : 1;
}

// On the way to less kurtosis. A fixed-point step would run into greatest kurtosis as often as not, so this descends: a
// step that leads down makes the next one longer, one that does not is taken back and halved.
class Descent {
 public:
  Descent(const WhiteRows& Z, const std::vector<Direction>& before, Values w)
      : Z_(Z), before_(before), w_(std::move(w)) {
    make_unit(w_, before_);
    here_ = Z_.fourth(w_);
  }

  void go(int steps) {
    while (steps-- > 0 && length_ > kStill) step();
  }
  double kurtosis() const { return here_.moment - 3; }
  Direction found() const { return {w_, kurtosis()}; }

 private:
  void step() {
    Values slope = here_.gradient, next = w_;
    for (std::size_t i = 0; i < slope.size(); ++i) slope[i] -= here_.moment * w_[i];
    const double steepness = std::sqrt(along_each_other(slope, slope));
    if (steepness < kStill) length_ = 0;
    for (std::size_t i = 0; i < slope.size(); ++i) next[i] -= length_ * slope[i] / std::max(1.0, steepness);
    make_unit(next, before_);
    WhiteRows::Fourth there = Z_.fourth(next);
    const bool is_lower = there.moment < here_.moment - 1e-10;
    length_ *= is_lower ? 1.5 : 0.5;
    if (!is_lower) return;
    w_ = std::move(next);
    here_ = std::move(there);
  }

  const WhiteRows& Z_;
  const std::vector<Direction>& before_;
  Values w_;
  WhiteRows::Fourth here_;
  double length_ = 0.5;
};

}  // namespace

WhiteRows::WhiteRows(const DataView& rows, const Whitening& white)
    : size_(rows.rows()),
      dim_(white.size),
      length_(kernel::rounded_up(size_, 2 * kernel::kTile)),
      values_(dim_ * length_, 0.0),
      weights_(length_, 0.0) {
  const std::size_t n = rows.rows(), D = rows.columns();
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += rows.weight(i);
  Values x(D);
  for (std::size_t i = 0; i < n; ++i) {
    weights_[i] = rows.weight(i) / total;
    for (std::size_t j = 0; j < D; ++j) x[j] = rows.at(i, j) - white.mean[j];
    for (std::size_t a = 0; a < dim_; ++a) {
      const double* axis = white.axes.data() + a * D;
      double sum = 0;
      for (std::size_t j = 0; j < D; ++j) sum += axis[j] * x[j];
      values_[a * length_ + i] = sum;
    }
  }
}

Values WhiteRows::along(const Values& w) const {
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
  fourth.moment = along_each_other(w, fourth.gradient);
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
  // Descents that end in the same direction differ in last digits, which must not decide between a direction and its
  // opposite.
  const auto rank = [&](std::size_t i) { return std::round(1e6 * tried[i].kurtosis()); };
  const auto lower = [&](std::size_t a, std::size_t b) { return std::pair(rank(a), a) < std::pair(rank(b), b); };
  std::sort(order.begin(), order.end(), lower);
  order.resize((starts + 3) / 4);
  for (const std::size_t i : order) tried[i].go(kSteps);
  return tried[*std::min_element(order.begin(), order.end(), lower)].found();
}

}  // namespace mixseed
