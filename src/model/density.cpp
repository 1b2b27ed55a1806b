#include "model/density.h"

#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "mixseed/error.h"
#include "model/factors.h"
#include "model/layout.h"

namespace mixseed {
namespace {

constexpr double kWeightRounding = 1e-13;  // by which a sum of weights may differ from 1

[[noreturn]] void refuse(std::size_t k) {
  throw Error(ErrorCode::input, "the covariance of component " + std::to_string(k) + " is not positive definite");
}

double append_inverse_deviations(const double* variances, std::size_t count, std::size_t k,
                                 std::vector<double>& factors) {
  double log_determinant = 0;
  for (std::size_t j = 0; j < count; ++j) {
    if (!(variances[j] > 0)) refuse(k);
    factors.push_back(1 / std::sqrt(variances[j]));
    log_determinant += std::log(variances[j]);
  }
  return log_determinant;
}

}  // namespace

Density::Density(const Mixture& mixture, std::vector<double> center)
    : dim_(mixture.dim), weights_(mixture.weights), means_(mixture.means), center_(std::move(center)) {
  const Layout layout = layout_of(mixture.covariance);
  const std::size_t parts = layout.parts(mixture.size());
  const PlainCovariances plain(mixture);
  std::vector<double> log_determinants;
  offsets_.reserve(mixture.size());
  if (layout.shape == Layout::Shape::matrix) log_determinants = take_factors(plain.values(), parts);
  for (std::size_t k = log_determinants.size(); k < parts; ++k) {
    const double* covariance = plain[k];
    if (layout.shape == Layout::Shape::diagonal) {
      log_determinants.push_back(append_inverse_deviations(covariance, dim_, k, factors_));
    } else {
      if (!(*covariance > 0)) refuse(k);
      factors_.push_back(1 / *covariance);
      log_determinants.push_back(static_cast<double>(dim_) * std::log(*covariance));
    }
  }
  shape_ = layout.shape == Layout::Shape::spherical  ? kernel::Shape::spherical
           : layout.shape == Layout::Shape::diagonal ? kernel::Shape::diagonal
                                                     : kernel::Shape::triangular;
  if (shape_ == kernel::Shape::triangular) covariances_.assign(plain.values().begin(), plain.values().end());
  factor_stride_ = parts == 1 ? 0 : factors_.size() / parts;
  const double constant = static_cast<double>(dim_) * std::log(2 * std::numbers::pi);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const double log_determinant = log_determinants[parts == 1 ? 0 : k];
    offsets_.push_back(std::log(weights_[k]) - 0.5 * (constant + log_determinant));
  }
  if (mixture.noise) noise_ = std::log(mixture.noise->weight) - mixture.noise->log_volume;
  take_center();
}

std::vector<double> Density::take_factors(std::span<const double> covariances, std::size_t count) {
  const Factors lower(covariances, dim_);
  std::vector<double> log_determinants;
  log_determinants.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    if (!lower.exists(k)) refuse(k);
    log_determinants.push_back(lower.log_determinant(k));
  }
  factors_ = lower.inverses(count);
  return log_determinants;
}

Density::Density(const Centers& centers)
    : shape_(kernel::Shape::spherical),
      dim_(centers.dim),
      means_(centers.points),
      offsets_(centers.size(), 0.0),
      factors_{1.0},
      factor_stride_(0) {
  take_center();
}

Density::Density(const State& state) : Density(std::visit([](const auto& model) { return Density(model); }, state)) {}

// The mixture's mean, unless it is given. Only the triangular shape needs one; the others subtract means from rows.
void Density::take_center() {
  const bool is_triangular = shape_ == kernel::Shape::triangular;
  if (center_.empty()) {
    center_.assign(dim_, 0.0);
    for (std::size_t at = 0; is_triangular && at < means_.size(); ++at) {
      center_[at % dim_] += weights_[at / dim_] * means_[at];
    }
    // With noise, and in a part of a mixture, weights do not add up to 1. Where they do, up to rounding, the division
    // must change no bit.
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    for (double& value : center_) value /= sum > 0 && std::abs(sum - 1) > kWeightRounding ? sum : 1;
  }
  centered_ = means_;
  for (std::size_t at = 0; at < means_.size(); ++at) centered_[at] -= center_[at % dim_];
  if (!is_triangular) return;
  shifts_.assign(means_.size(), 0.0);
  for (std::size_t k = 0; k < size(); ++k) {
    const double* factor = factors_.data() + k * factor_stride_;
    for (std::size_t j = 0; j < dim_; factor += ++j) {
      for (std::size_t l = 0; l <= j; ++l) shifts_[k * dim_ + j] += factor[l] * centered_[k * dim_ + l];
    }
  }
}

kernel::Components Density::components() const {
  return {.shape = shape_,
          .dim = dim_,
          .count = size(),
          .center = center_.data(),
          .means = centered_.data(),
          .factors = factors_.data(),
          .factor_stride = factor_stride_,
          .shifts = shifts_.data(),
          .offsets = offsets_.data()};
}

}  // namespace mixseed
