// Random mixtures and rows for them.
#pragma once

#include <numeric>
#include <vector>

#include "base/rng.h"
#include "mixseed/mixseed.h"
#include "model/random_matrix.h"

namespace mixseed::testing {

inline constexpr Covariance kCovariances[] = {Covariance::full, Covariance::tied, Covariance::diagonal,
                                              Covariance::spherical};

// Means spread over `width` and variances between 0.1 and 5.1, turned at random where the type allows it.
inline Mixture random_mixture(Covariance type, std::size_t dim, std::size_t components, double width,
                              std::uint64_t seed = 1) {
  Rng rng(seed);
  Mixture theta{type, dim, {}, {}, {}};
  for (std::size_t k = 0; k < components; ++k) {
    theta.weights.push_back(0.2 + rng.uniform());
    std::vector<double> spread;
    for (std::size_t j = 0; j < dim; ++j) {
      theta.means.push_back(width * rng.normal());
      spread.push_back(0.1 + 5 * rng.uniform());
    }
    if (type == Covariance::tied && k > 0) continue;
    if (type == Covariance::full || type == Covariance::tied) spread = randomly_rotated(spread, rng);
    if (type == Covariance::spherical) spread.resize(1);
    theta.covariances.insert(theta.covariances.end(), spread.begin(), spread.end());
  }
  const double total = std::accumulate(theta.weights.begin(), theta.weights.end(), 0.0);
  for (double& weight : theta.weights) weight /= total;
  return theta;
}

// Row i is a draw around the mean of component i % K, with deviations of `spread`.
inline Data around_means(const Mixture& theta, std::size_t n, double spread = 1.5, std::uint64_t seed = 2) {
  Rng rng(seed);
  std::vector<double> values;
  for (std::size_t i = 0; i < n; ++i) {
    for (const double mean : theta.mean(i % theta.size())) values.push_back(mean + spread * rng.normal());
  }
  return Data::from(std::move(values), n, theta.dim);
}

// Changes a component to a copy of another one, or removes its weight; the other weights still make a sum of 1.
inline void copy_component(Mixture& theta, std::size_t from, std::size_t to) {
  const std::size_t length = theta.covariances.size() / theta.size();
  for (std::size_t j = 0; j < theta.dim; ++j) theta.means[to * theta.dim + j] = theta.means[from * theta.dim + j];
  theta.weights[from] = theta.weights[to] = (theta.weights[from] + theta.weights[to]) / 2;
  if (theta.covariance == Covariance::tied) return;
  for (std::size_t at = 0; at < length; ++at) {
    theta.covariances[to * length + at] = theta.covariances[from * length + at];
  }
}
inline void take_weight(Mixture& theta, std::size_t k) {
  const double rest = 1 - theta.weights[k];
  theta.weights[k] = 0;
  for (double& weight : theta.weights) weight /= rest;
}

}  // namespace mixseed::testing
