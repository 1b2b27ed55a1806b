#include "model/floor.h"

#include <algorithm>
#include <cmath>

#include "model/factors.h"
#include "model/linear.h"

namespace mixseed {
namespace {

// In units of the columns' own variances. Far above what rounding leaves in a covariance (1e-16), far below any
// variance that means something.
constexpr double kFlat = 1e-12;
// What counts as lying on the floor.
constexpr double kTouch = 1 + 1e-6;

std::vector<double> values_of(const Matrix& matrix) { return {matrix.data(), matrix.data() + matrix.size()}; }

// Gives a matrix whose smallest directions were lost to rounding kFlat in units of its own variances. Returns how many
// eigenvalues were raised: none when it has a factor.
std::size_t make_definite(double* matrix, std::size_t dim) {
  if (has_sound_factor(matrix, dim)) return 0;
  auto sigma = as_matrix(matrix, dim);
  const Vector deviations = sigma.diagonal().cwiseSqrt();
  const Matrix unscale = deviations.cwiseInverse().asDiagonal();
  const Spectrum eigen = spectrum_of(product(product(unscale, sigma), unscale));
  const Matrix root =
      deviations.asDiagonal() * eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(kFlat).cwiseSqrt().asDiagonal();
  sigma = product_with_transpose(root, root);
  return static_cast<std::size_t>((eigen.eigenvalues().array() < kFlat).count());
}

}  // namespace

Floor::Floor(const Facts& facts, double share) : dim_(facts.mean.size()), diagonal_(dim_), tiny_(dim_) {
  const auto n = static_cast<Eigen::Index>(dim_);
  const Eigen::Map<const Vector> scale(facts.scale.data(), n);
  const Matrix unscale = scale.cwiseInverse().asDiagonal();
  const Spectrum eigen = spectrum_of(product(product(unscale, as_matrix(facts.covariance.data(), dim_)), unscale));
  for (const double eigenvalue : eigen.eigenvalues()) flat_axes_.push_back(!(share * eigenvalue > kFlat));
  const Vector deviations = (share * eigen.eigenvalues()).cwiseMax(kFlat).cwiseSqrt();
  const Matrix factor = scale.asDiagonal() * eigen.eigenvectors() * deviations.asDiagonal();
  factor_ = values_of(factor);
  const Matrix unturn = deviations.cwiseInverse().asDiagonal() * eigen.eigenvectors().transpose();
  inverse_ = values_of(product(unturn, unscale));
  floor_ = values_of(product_with_transpose(factor, factor));
  for (std::size_t j = 0; j < dim_; ++j) {
    const bool varies = facts.covariance[j * dim_ + j] > 0;
    flat_columns_.push_back(!varies || !(share > kFlat));
    tiny_[j] = kFlat * facts.scale[j] * facts.scale[j];
    diagonal_[j] = (varies ? std::max(share, kFlat) : kFlat) * facts.scale[j] * facts.scale[j];
  }
  spherical_ = std::max(share, kFlat) * facts.mean_variance;
}

bool Floor::holds(Covariance type, const double* covariance, double slack) const {
  if (type == Covariance::spherical) return *covariance >= slack * spherical_;
  if (type != Covariance::diagonal)
    return positive_definite(as_matrix(covariance, dim_) - slack * as_matrix(floor_.data(), dim_));
  for (std::size_t j = 0; j < dim_; ++j) {
    if (covariance[j] < slack * diagonal_[j]) return false;
  }
  return true;
}

std::size_t Floor::raise(Covariance type, double* covariance) const {
  const bool above = holds(type, covariance);
  if (type == Covariance::full || type == Covariance::tied) {
    const std::size_t raised = above ? 0 : raise_matrix(covariance);
    return std::max(raised, make_definite(covariance, dim_));
  }
  if (above) return 0;
  const std::size_t count = type == Covariance::diagonal ? dim_ : 1;
  const double* least = type == Covariance::diagonal ? diagonal_.data() : &spherical_;
  std::size_t raised = 0;
  for (std::size_t j = 0; j < count; ++j) {
    raised += covariance[j] < least[j];
    covariance[j] = std::max(covariance[j], least[j]);
  }
  return raised;
}

std::size_t Floor::raise(Mixture& mixture) const {
  const Covariance type = mixture.covariance;
  if (type == Covariance::tied) return raise(type, mixture.covariances.data());
  const std::size_t length = mixture.covariances.size() / mixture.size();
  std::vector<double> above;  // what is left of matrices without the floor
  if (type == Covariance::full) above = mixture.covariances;
  for (std::size_t at = 0; at < above.size(); ++at) above[at] -= floor_[at % length];
  const Factors factors(above, dim_);
  std::size_t raised = 0;
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    double* covariance = mixture.covariances.data() + k * length;
    if (mixture.weights[k] == 0 || (type == Covariance::full && factors.is_sound(k))) continue;
    raised += raise(type, covariance);
  }
  return raised;
}

double Floor::factor_to(Covariance type, const double* covariance) const {
  if (holds(type, covariance)) return 1;
  double share = 1;  // the smallest part of the floor that is there
  if (layout_of(type).shape == Layout::Shape::matrix) {
    const auto inverse = as_matrix(inverse_.data(), dim_);
    const Matrix inner = product_with_transpose(product(inverse, as_matrix(covariance, dim_)), inverse);
    std::vector<Eigen::Index> axes;
    for (std::size_t j = 0; j < dim_; ++j) {
      if (!flat_axes_[j]) axes.push_back(static_cast<Eigen::Index>(j));
    }
    if (!axes.empty()) share = smallest_eigenvalue(Matrix(0.5 * (inner + inner.transpose()))(axes, axes));
  }
  for (std::size_t j = 0; j < dim_ && layout_of(type).shape == Layout::Shape::diagonal; ++j) {
    if (!flat_columns_[j]) share = std::min(share, covariance[j] / diagonal_[j]);
  }
  if (layout_of(type).shape == Layout::Shape::spherical) share = *covariance / spherical_;
  return 1 / std::clamp(share, kFlat, 1.0);
}

void Floor::make_positive(Covariance type, double* covariance) const {
  if (layout_of(type).shape != Layout::Shape::matrix) {
    for (std::size_t j = 0; j < dim_; ++j) covariance[j] = std::max(covariance[j], tiny_[j]);
    return;
  }
  auto matrix = as_matrix(covariance, dim_);
  const Eigen::Map<const Vector> tiny(tiny_.data(), static_cast<Eigen::Index>(dim_));
  if (!positive_definite(Matrix(matrix) - Matrix(tiny.asDiagonal()))) matrix.diagonal() += tiny;
}

std::vector<bool> Floor::flat(const Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  const std::size_t length = layout.numbers(dim_);
  std::vector<bool> flat;
  for (std::size_t k = 0; k < layout.parts(mixture.size()); ++k) {
    const bool weightless = !layout.shared && mixture.weights[k] == 0;
    flat.push_back(!weightless && on_floor(mixture.covariance, mixture.covariances.data() + k * length));
  }
  if (layout.shared) flat.resize(mixture.size(), flat.front());
  return flat;
}

std::vector<bool> Floor::spurious(const Mixture& mixture, double observations) const {
  const double enough = kRowsOfAReal * static_cast<double>(dim_ + 1);
  const bool shared = layout_of(mixture.covariance).shared;
  std::vector<bool> spurious = flat(mixture);
  for (std::size_t k = 0; k < spurious.size(); ++k) {
    if (observations * (shared ? 1 : mixture.weights[k]) >= enough) spurious[k] = false;
  }
  return spurious;
}

std::size_t Floor::collapsed(const Mixture& mixture, double observations) const {
  const std::vector<bool> all = spurious(mixture, observations);
  return static_cast<std::size_t>(std::count(all.begin(), all.end(), true));
}

bool Floor::on_floor(Covariance type, const double* covariance) const {
  if (holds(type, covariance, kTouch)) return false;
  if (type == Covariance::full || type == Covariance::tied) return matrix_on_floor(covariance);
  for (std::size_t j = 0; j < dim_; ++j) {
    const double variance = covariance[type == Covariance::diagonal ? j : 0];
    const double least = type == Covariance::diagonal ? diagonal_[j] : spherical_;
    if (!flat_columns_[j] && variance <= kTouch * least) return true;
  }
  return false;
}

bool Floor::matrix_on_floor(const double* matrix) const {
  const auto inverse = as_matrix(inverse_.data(), dim_);
  const Matrix inner = product_with_transpose(product(inverse, as_matrix(matrix, dim_)), inverse);
  const Spectrum eigen = spectrum_of(0.5 * (inner + inner.transpose()));
  for (Eigen::Index i = 0; i < inner.rows() && eigen.eigenvalues()[i] <= kTouch; ++i) {
    double flat = 0;  // how much of the direction lies where the data do not vary
    for (Eigen::Index j = 0; j < inner.rows(); ++j) {
      if (flat_axes_[static_cast<std::size_t>(j)]) flat += eigen.eigenvectors()(j, i) * eigen.eigenvectors()(j, i);
    }
    if (flat < 0.5) return true;
  }
  return false;
}

std::size_t Floor::raise_matrix(double* matrix) const {
  auto sigma = as_matrix(matrix, dim_);
  const auto inverse = as_matrix(inverse_.data(), dim_);
  const Matrix inner = product_with_transpose(product(inverse, sigma), inverse);
  const Spectrum eigen = spectrum_of(0.5 * (inner + inner.transpose()));
  const auto raised = static_cast<std::size_t>((eigen.eigenvalues().array() < 1).count());
  if (raised == 0) return 0;
  const Matrix root = product(as_matrix(factor_.data(), dim_), Matrix(eigen.eigenvectors())) *
                      eigen.eigenvalues().cwiseMax(1.0).cwiseSqrt().asDiagonal();
  sigma = product_with_transpose(root, root);
  return raised;
}

}  // namespace mixseed
