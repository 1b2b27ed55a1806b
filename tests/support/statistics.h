// Chi-square tests with a fixed, small chance of a false alarm (about 5e-5 each; seeds are fixed, so it is decided
// once).
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace mixseed::testing {

// Wilson and Hilferty's approximation of the quantile.
inline double chi_square_limit(double degrees_of_freedom, double z = 3.9) {
  const double a = 2 / (9 * degrees_of_freedom);
  return degrees_of_freedom * std::pow(1 - a + z * std::sqrt(a), 3);
}

// Counts against probabilities; outcomes of probability zero must not occur.
inline bool fits(const std::vector<double>& counts, const std::vector<double>& probabilities) {
  double total = 0, sum = 0, statistic = 0, cells = 0;
  for (const double count : counts) total += count;
  for (const double p : probabilities) sum += p;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i] / sum;
    if (expected == 0) {
      if (counts[i] > 0) return false;
      continue;
    }
    statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
    cells += 1;
  }
  return cells < 2 || statistic < chi_square_limit(cells - 1);
}

using Histogram = std::map<std::string, double>;

// Whether two histograms of equally many trials can come from the same distribution; rare outcomes are pooled.
inline bool same_distribution(const Histogram& a, const Histogram& b) {
  Histogram keys = a;
  keys.insert(b.begin(), b.end());
  double statistic = 0, cells = 0, rest_a = 0, rest_b = 0;
  const auto at = [](const Histogram& h, const std::string& key) { return h.count(key) ? h.at(key) : 0.0; };
  const auto add = [&](double x, double y) {
    if (x + y == 0) return;
    statistic += (x - y) * (x - y) / (x + y);
    cells += 1;
  };
  for (const auto& [key, ignored] : keys) {
    const double x = at(a, key), y = at(b, key);
    if (x + y < 20) {
      rest_a += x;
      rest_b += y;
    } else {
      add(x, y);
    }
  }
  add(rest_a, rest_b);
  return cells < 2 || statistic < chi_square_limit(cells - 1);
}

}  // namespace mixseed::testing
