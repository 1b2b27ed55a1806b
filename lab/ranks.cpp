#include "lab/ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "mixseed/evaluate.h"

namespace mixseed::lab {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool is_before(double a, double b) { return a > b || (std::isnan(b) && !std::isnan(a)); }

double correlation(std::span<const double> a, std::span<const double> b) {
  const double mean_a = mean_and_deviation(a).mean, mean_b = mean_and_deviation(b).mean;
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
    ab += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : kNaN;
}

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// P(range of k standard normals <= q), by Simpson's rule over the smallest of them.
double range_below(double q, std::size_t k) {
  constexpr int kSteps = 2000;
  constexpr double kFrom = -9, kTo = 9, kWidth = (kTo - kFrom) / kSteps;
  const auto density = [&](double z) {
    const double phi = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    return phi * std::pow(normal_below(z + q) - normal_below(z), static_cast<double>(k - 1));
  };
  double sum = density(kFrom) + density(kTo);
  for (int i = 1; i < kSteps; ++i) sum += density(kFrom + i * kWidth) * (i % 2 == 1 ? 4 : 2);
  return static_cast<double>(k) * sum * kWidth / 3;
}

}  // namespace

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto i, auto j) { return is_before(values[i], values[j]); });
  std::vector<double> ranks(values.size());
  for (std::size_t from = 0; from < order.size();) {
    std::size_t to = from + 1;
    while (to < order.size() && !is_before(values[order[from]], values[order[to]])) ++to;
    const double shared = static_cast<double>(from + 1 + to) / 2;
    for (; from < to; ++from) ranks[order[from]] = shared;
  }
  return ranks;
}

MeanAndDeviation mean_and_deviation(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, values.size() > 1 ? std::sqrt(squares / (n - 1)) : 0};
}

double spearman(std::span<const double> a, std::span<const double> b) { return correlation(ranks_of(a), ranks_of(b)); }

Friedman friedman(const RankMatrix& ranks) {
  if (ranks.empty() || ranks.front().size() < 2) return {};
  const auto n = static_cast<double>(ranks.size());
  const std::size_t k = ranks.front().size();
  const double middle = (static_cast<double>(k) + 1) / 2;
  double between = 0, within = 0;
  for (std::size_t j = 0; j < k; ++j) {
    double sum = 0;
    for (const auto& row : ranks) {
      sum += row[j] - middle;
      within += (row[j] - middle) * (row[j] - middle);
    }
    between += sum * sum / n;
  }
  if (within == 0) return {};
  const double freedom = static_cast<double>(k) - 1;
  const double statistic = freedom * n * between / within;
  return {statistic, chi_squared_tail(statistic, freedom)};
}

double critical_difference(std::size_t methods, std::size_t data_sets, double alpha) {
  if (methods < 2 || data_sets == 0) return kNaN;
  double below = 0, above = 50;
  for (int i = 0; i < 100; ++i) {
    const double middle = (below + above) / 2;
    (range_below(middle, methods) < 1 - alpha ? below : above) = middle;
  }
  const auto k = static_cast<double>(methods);
  return below / std::numbers::sqrt2 * std::sqrt(k * (k + 1) / (6 * static_cast<double>(data_sets)));
}

std::vector<std::vector<double>> win_rates(const RankMatrix& ranks) {
  const std::size_t k = ranks.empty() ? 0 : ranks.front().size();
  std::vector<std::vector<double>> rates(k, std::vector<double>(k, 0.0));
  for (const auto& row : ranks) {
    for (std::size_t i = 0; i < k; ++i) {
      for (std::size_t j = 0; j < k; ++j) rates[i][j] += row[i] < row[j] ? 1 : row[i] == row[j] ? 0.5 : 0;
    }
  }
  for (auto& row : rates) {
    for (double& rate : row) rate /= static_cast<double>(ranks.size());
  }
  return rates;
}

}  // namespace mixseed::lab
