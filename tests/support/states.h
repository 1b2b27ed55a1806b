// States compared and changed, for the contract suites.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "mixseed/mixseed.h"
#include "model/density.h"
#include "model/layout.h"

namespace mixseed::testing {

inline const std::vector<double>& means_of(const State& state) {
  if (const auto* centers = std::get_if<Centers>(&state)) return centers->points;
  return std::get<Mixture>(state).means;
}

// Throws if the state is invalid.
inline void check_state(const State& state) {
  if (const auto* mixture = std::get_if<Mixture>(&state)) return check(*mixture);
  for (const double number : std::get<Centers>(state).points) {
    if (!std::isfinite(number)) throw Error(ErrorCode::failed, "a centre is not finite");
  }
}

// The largest difference of means, weights and covariances, each relative to its own size.
inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return HUGE_VAL;
  double largest = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    size = std::max({size, std::abs(a[i]), std::abs(b[i])});
  }
  return size > 0 ? largest / size : 0;
}

inline double distance(const State& a, const State& b) {
  if (a.index() != b.index()) return HUGE_VAL;
  const double means = distance(means_of(a), means_of(b));
  if (std::holds_alternative<Centers>(a)) return means;
  const Mixture &x = std::get<Mixture>(a), &y = std::get<Mixture>(b);
  if (x.covariance != y.covariance) return HUGE_VAL;
  return std::max({means, distance(x.weights, y.weights), distance(x.covariances, y.covariances)});
}

// The rounded means as text: a key for histograms.
inline std::string key_of(const State& state) {
  std::string key;
  char buffer[32];
  for (const double number : means_of(state)) {
    std::snprintf(buffer, sizeof buffer, "%.6f ", number);
    key += buffer;
  }
  return key;
}

// The same rows through x -> f(row), a function from row to row.
template <typename Map>
Data mapped(const Data& data, const Map& map) {
  std::vector<double> values;
  for (std::size_t i = 0; i < data.view.rows(); ++i) {
    std::vector<double> row;
    for (std::size_t j = 0; j < data.view.columns(); ++j) row.push_back(data.view.at(i, j));
    for (const double number : map(row)) values.push_back(number);
  }
  return Data::from(std::move(values), data.view.rows(), data.view.columns());
}

// The model after mapping x to A x + b. One function applies A to vectors, the other maps covariances.
template <typename Map>
State mapped_means(State state, const Map& map) {
  auto& means =
      std::holds_alternative<Centers>(state) ? std::get<Centers>(state).points : std::get<Mixture>(state).means;
  const std::size_t dim = std::visit([](const auto& s) { return s.dim; }, state);
  for (std::size_t k = 0; k * dim < means.size(); ++k) {
    const std::vector<double> row(means.begin() + static_cast<std::ptrdiff_t>(k * dim),
                                  means.begin() + static_cast<std::ptrdiff_t>((k + 1) * dim));
    const auto image = map(row);
    std::copy(image.begin(), image.end(), means.begin() + static_cast<std::ptrdiff_t>(k * dim));
  }
  return state;
}

}  // namespace mixseed::testing
