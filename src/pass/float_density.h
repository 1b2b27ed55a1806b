// The density of a mixture as floats, in the units of some FloatRows; only float_rows.cpp includes this.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "model/density.h"
#include "pass/float_rows.h"

namespace mixseed {

// Spherical components become diagonal, because every column has its own unit.
class FloatRows::FloatDensity {
 public:
  FloatDensity(const Mixture& theta, const FloatRows& rows) {
    const Density density(theta, rows.center_);
    const kernel::Components wide = density.components();
    const std::size_t D = wide.dim, K = wide.count, parts = wide.factor_stride == 0 ? 1 : K;
    const bool is_triangular = wide.shape == kernel::Shape::triangular;
    const std::size_t length = is_triangular ? D * (D + 1) / 2 : D;
    numbers_.resize(parts * length + (is_triangular ? 2 : 1) * K * D + K);
    float* to = numbers_.data();
    const auto add = [&](double value) { *to++ = static_cast<float>(value); };
    components_ = {.shape = is_triangular ? wide.shape : kernel::Shape::diagonal,
                   .dim = D,
                   .count = K,
                   .center = nullptr,
                   .means = to,
                   .factors = to + K * D,
                   .factor_stride = wide.factor_stride == 0 ? 0 : length,
                   .shifts = nullptr,
                   .offsets = nullptr};
    std::vector<double> pivots(K * D);
    for (std::size_t at = 0; at < K * D; ++at) {
      add(wide.means[at] / rows.units_[at % D]);
      pivots[at] = rows.center_[at % D] + rows.units_[at % D] * static_cast<double>(to[-1]);
    }
    pivots_ = std::make_shared<const std::vector<double>>(std::move(pivots));
    for (std::size_t part = 0; part < parts; ++part) {
      const double* factor = wide.factors + part * wide.factor_stride;
      for (std::size_t j = 0; j < D; ++j) {
        for (std::size_t l = 0; is_triangular && l <= j; ++l) add(*factor++ * rows.units_[l]);
        if (wide.shape == kernel::Shape::diagonal) add(factor[j] * rows.units_[j]);
        if (wide.shape == kernel::Shape::spherical) add(std::sqrt(*factor) * rows.units_[j]);
      }
    }
    components_.shifts = to;
    for (std::size_t at = 0; is_triangular && at < K * D; ++at) add(wide.shifts[at]);
    components_.offsets = to;
    for (std::size_t k = 0; k < K; ++k) add(wide.offsets[k] + rows.log_volume_);
    if (density.noise()) noise_ = static_cast<float>(*density.noise() + rows.log_volume_);
  }
  FloatDensity(const FloatDensity&) = delete;

  const kernel::ComponentsIn<float>& components() const { return components_; }
  const std::optional<float>& noise() const { return noise_; }
  // The means as the floats represent them.
  const Moments::Pivots& pivots() const { return pivots_; }

 private:
  std::vector<float> numbers_;  // means, factors, shifts and offsets
  Moments::Pivots pivots_;
  std::optional<float> noise_;
  kernel::ComponentsIn<float> components_;
};

}  // namespace mixseed
