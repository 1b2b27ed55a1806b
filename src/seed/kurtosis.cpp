#include "seed/kurtosis.h"

#include <algorithm>
#include <cmath>

namespace mixseed {
namespace {

using Values = std::vector<double>;

constexpr int kStarts = 10, kFirstSteps = 20, kKept = 3, kSteps = 100;

double dot(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void make_unit(Values& w, const std::vector<Direction>& before) {
  for (const Direction& other : before) {
    const double along = dot(w, other.w);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] -= along * other.w[i];
  }
  const double length = std::sqrt(dot(w, w));
  for (double& number : w) number /= length > 0 ? length : 1;
}

// A fixed-point step would run into greatest kurtosis as often as not, so this one descends. Whether it still moves.
bool descend(const WhiteRows& Z, const std::vector<Direction>& before, Direction& d) {
  const WhiteRows::Fourth fourth = Z.fourth(d.w);
  d.kurtosis = fourth.moment - 3;
  Values step = fourth.gradient;
  for (std::size_t i = 0; i < step.size(); ++i) step[i] -= fourth.moment * d.w[i];
  const double length = std::sqrt(dot(step, step));
  for (std::size_t i = 0; i < step.size(); ++i) d.w[i] -= 0.5 * step[i] / std::max(1.0, length);
  make_unit(d.w, before);
  return length > 1e-3;
}

}  // namespace

WhiteRows::WhiteRows(const DataView& rows, const Whitening& white)
    : dim_(white.size), values_(white.size * rows.rows()) {
  const std::size_t n = rows.rows(), D = rows.columns();
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) total += rows.weight(i);
  Values x(D);
  for (std::size_t i = 0; i < n; ++i) {
    weights_.push_back(rows.weight(i) / total);
    for (std::size_t j = 0; j < D; ++j) x[j] = rows.at(i, j) - white.mean[j];
    for (std::size_t a = 0; a < dim_; ++a) {
      const double* axis = white.axes.data() + a * D;
      double sum = 0;
      for (std::size_t j = 0; j < D; ++j) sum += axis[j] * x[j];
      values_[a * n + i] = sum;
    }
  }
}

Values WhiteRows::along(const Values& w) const {
  Values y(size(), 0.0);
  for (std::size_t a = 0; a < dim_; ++a) {
    const double* column = values_.data() + a * size();
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += w[a] * column[i];
  }
  return y;
}

WhiteRows::Fourth WhiteRows::fourth(const Values& w) const {
  Values y = along(w);
  Fourth fourth{0, Values(dim_, 0.0)};
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double cube = weights_[i] * y[i] * y[i] * y[i];
    fourth.moment += cube * y[i];
    y[i] = cube;
  }
  for (std::size_t a = 0; a < dim_; ++a) {
    const double* column = values_.data() + a * size();
    double sums[4] = {};  // independent sums can be taken side by side
    std::size_t i = 0;
    for (; i + 4 <= y.size(); i += 4) {
      for (std::size_t s = 0; s < 4; ++s) sums[s] += column[i + s] * y[i + s];
    }
    for (; i < y.size(); ++i) sums[0] += column[i] * y[i];
    fourth.gradient[a] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  return fourth;
}

Direction least_kurtosis(const WhiteRows& Z, const std::vector<Direction>& before, Rng& rng) {
  std::vector<Direction> tried(kStarts);
  for (Direction& d : tried) {
    for (std::size_t a = 0; a < Z.dim(); ++a) d.w.push_back(rng.normal());
    make_unit(d.w, before);
    for (int step = 0; step < kFirstSteps && descend(Z, before, d); ++step) {
    }
  }
  const auto lower = [](const Direction& a, const Direction& b) { return a.kurtosis < b.kurtosis; };
  std::stable_sort(tried.begin(), tried.end(), lower);
  tried.resize(kKept);
  for (Direction& d : tried) {
    for (int step = 0; step < kSteps && descend(Z, before, d); ++step) {
    }
    d.kurtosis = Z.fourth(d.w).moment - 3;
  }
  return *std::min_element(tried.begin(), tried.end(), lower);
}

}  // namespace mixseed
