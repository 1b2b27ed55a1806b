// A Mixture prepared for evaluation: inverse Cholesky factors and log normalisers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "kernel/kernel.h"
#include "mixseed/mixture.h"

namespace mixseed {

class Density {
 public:
  // For rows about the mixture's mean, or about `center`. Throws Error(input) if a covariance is not positive definite.
  explicit Density(const Mixture& mixture, std::vector<double> center = {});
  // For centers a term is minus half the squared distance.
  explicit Density(const Centers& centers);
  explicit Density(const State& state);

  std::size_t size() const { return offsets_.size(); }
  std::size_t dim() const { return dim_; }
  const std::vector<double>& means() const { return means_; }
  const std::vector<double>& weights() const { return weights_; }
  // The log of weight / volume, the same for every row.
  const std::optional<double>& noise() const { return noise_; }
  // Refers to this object.
  kernel::Components components() const;
  // D x D, of all components or the shared one, and of component k. Only for the triangular shape.
  const std::vector<double>& covariances() const { return covariances_; }
  const double* covariance(std::size_t k) const {
    return covariances_.data() + (factor_stride_ == 0 ? 0 : k * dim_ * dim_);
  }

 private:
  // Returns the log determinants.
  std::vector<double> take_factors(std::span<const double> covariances, std::size_t count);
  void take_center();

  kernel::Shape shape_;
  std::size_t dim_;
  std::vector<double> weights_, means_;
  std::vector<double> center_, centered_, shifts_;  // see kernel::Components
  std::vector<double> offsets_;                     // log w_k - (D log 2 pi + log |Sigma_k|) / 2
  std::vector<double> factors_;                     // see kernel::Shape
  std::vector<double> covariances_;
  std::optional<double> noise_;
  std::size_t factor_stride_;  // 0 when all components share one
};

// The number of centres or components.
inline std::size_t size_of(const State& state) {
  return std::visit([](const auto& model) { return model.size(); }, state);
}

}  // namespace mixseed
