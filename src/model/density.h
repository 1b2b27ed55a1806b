// A Mixture prepared for evaluation: inverse Cholesky factors and log normalisers.
#pragma once

#include <cstdint>
#include <vector>

#include "mixseed/mixture.h"
#include "model/points.h"

namespace mixseed {

class Density {
 public:
  // Throws Error(input) when a covariance is not positive definite.
  explicit Density(const Mixture& mixture);

  std::size_t size() const { return log_scale_.size(); }
  std::size_t dim() const { return dim_; }
  const std::vector<double>& means() const { return means_; }
  const std::vector<double>& weights() const { return weights_; }
  // 1 / variance of every component of a spherical mixture; empty for the other types.
  const std::vector<double>& precisions() const { return precisions_; }

  // out[i] = squared Mahalanobis distance of row i to component k. `scratch` holds dim * kBlock doubles.
  void mahalanobis(const Block& block, std::size_t k, double* out, double* scratch) const;
  // terms[k][i] = log(w_k N(x_i | component k)), -inf where w_k = 0.
  void log_terms(const Block& block, double* terms, double* scratch) const;

 private:
  Covariance type_;
  std::size_t dim_;
  std::vector<double> weights_, means_;
  std::vector<double> log_scale_;  // log w_k - (D log 2 pi + log |Sigma_k|) / 2
  std::vector<double> factors_;    // full, tied: packed lower triangles; otherwise 1 / standard deviation
  std::size_t factor_stride_;      // 0 when all components share one
  std::vector<double> precisions_;
};

}  // namespace mixseed
