#include "model/floor.h"

#include <algorithm>
#include <cmath>

#include "model/factors.h"
#include "model/layout.h"

namespace mixseed {
namespace {

// In units of the columns' variances: far above rounding (1e-16), far below a meaningful variance.
constexpr double kFlat = 1e-12;
// A direction is flat if this share of its variance is below kFlat, however small the share of the floor is.
constexpr double kShareOfFlat = 1e-6;

using Values = std::vector<double>;
using Shape = Layout::Shape;

template <typename Map>
Values mapped(const Values& values, const Map& map) {
  Values result(values.size());
  std::transform(values.begin(), values.end(), result.begin(), map);
  return result;
}

Values inverted(const Values& values) {
  return mapped(values, [](double value) { return 1 / value; });
}

// diag(scale) V diag(max(lambda, least))^1/2
Matrix raised_root(const Values& scale, const Spectrum& eigen, double least) {
  return scaled(scale, eigen.axes,
                mapped(eigen.values, [=](double value) { return std::sqrt(std::max(value, least)); }));
}

std::size_t count_below(const Values& values, double least) {
  return static_cast<std::size_t>(
      std::count_if(values.begin(), values.end(), [=](double value) { return value < least; }));
}

void assign_square(double* to, const Matrix& root) {
  const Matrix square = product_with_transpose(root, root);
  std::copy(square.values().begin(), square.values().end(), to);
}

// Raises the eigenvalues of a matrix without a sound factor to kFlat, in units of its variances. Returns their number.
std::size_t make_definite(double* matrix, std::size_t dim) {
  if (has_sound_factor(matrix, dim)) return 0;
  Values deviations;
  for (std::size_t j = 0; j < dim; ++j) deviations.push_back(std::sqrt(matrix[j * dim + j]));
  const Values unscale = inverted(deviations);
  const Spectrum eigen = spectrum_of(scaled(unscale, as_matrix(matrix, dim), unscale));
  assign_square(matrix, raised_root(deviations, eigen, kFlat));
  return count_below(eigen.values, kFlat);
}

// The variance of one column that rounding alone gives.
double rounding_variance(const DataSummary& summary, std::size_t column) {
  if (summary.rounding_root.empty()) return 0;
  const std::span<const double> line(summary.rounding_root.data() + column * summary.dim(), summary.dim());
  return dot(line, line);
}

// The variance of the data along every axis, with columns of deviation 1.
Values variances_along(const DataSummary& summary, const Matrix& axes, const Values& unscale) {
  const std::size_t dim = summary.dim();
  const Matrix own = scaled(unscale, as_matrix(summary.covariance.data(), dim), unscale);
  Values variances(dim, 0.0);
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      for (std::size_t l = 0; l < dim; ++l) variances[i] += axes(j, i) * own(j, l) * axes(l, i);
    }
  }
  return variances;
}

// The floor's eigenvalues and axes, with columns of deviation 1.
Spectrum least_in_units_of_columns(const DataSummary& summary, double share, const Values& unscale) {
  const std::size_t dim = summary.dim();
  Matrix own = scaled(unscale, as_matrix(summary.covariance.data(), dim), unscale);
  if (summary.rounding_root.empty()) {
    Spectrum eigen = spectrum_of(own);
    for (double& value : eigen.values) value *= share;
    return eigen;
  }
  Values root = summary.rounding_root;
  for (std::size_t at = 0; at < root.size(); ++at) root[at] *= unscale[at / dim];
  Matrix least = product_with_transpose(as_matrix(root.data(), dim), as_matrix(root.data(), dim));
  add(least, own, share);
  return spectrum_of(least);
}

}  // namespace

Floor::Floor(const DataSummary& summary, double share) : dim_(summary.mean.size()), diagonal_(dim_), tiny_(dim_) {
  const Values unscale = inverted(summary.scale);
  Spectrum eigen = least_in_units_of_columns(summary, share, unscale);
  Values seen(dim_, 0.0);
  if (share < kShareOfFlat) seen = variances_along(summary, eigen.axes, unscale);
  for (std::size_t i = 0; i < dim_; ++i) {
    flat_axes_.push_back(!(eigen.values[i] + std::max(kShareOfFlat - share, 0.0) * seen[i] > kFlat));
    eigen.values[i] = std::max(eigen.values[i], kFlat);
  }
  factor_ = raised_root(summary.scale, eigen, kFlat);
  const Values shrink = mapped(eigen.values, [](double value) { return 1 / std::sqrt(value); });
  inverse_ = scaled(shrink, transposed(eigen.axes), unscale);
  floor_ = product_with_transpose(factor_, factor_);
  double widest = 0;
  for (std::size_t j = 0; j < dim_; ++j) {
    const bool varies = summary.covariance[j * dim_ + j] > 0;
    flat_columns_.push_back(!varies);
    tiny_[j] = kFlat * summary.scale[j] * summary.scale[j];
    const double rounding = rounding_variance(summary, j);
    diagonal_[j] = (varies ? std::max(share, kFlat) : kFlat) * summary.scale[j] * summary.scale[j] + rounding;
    widest = std::max(widest, rounding);
    rounding_of_columns_.push_back(rounding / diagonal_[j]);
    flat_columns_[j] = flat_columns_[j] && rounding == 0;
  }
  spherical_ = std::max(share, kFlat) * summary.mean_variance + widest;
  rounding_of_columns_.push_back(widest / spherical_);
  if (!summary.rounding_root.empty()) {
    const Matrix root = product(inverse_, as_matrix(summary.rounding_root.data(), dim_));
    rounding_ = product_with_transpose(root, root);
  }
}

// Of a layout without matrices.
std::span<const double> Floor::least_variances(Layout::Shape shape) const {
  return shape == Shape::diagonal ? std::span(diagonal_) : std::span(&spherical_, 1);
}

std::vector<bool> Floor::matrices_above(const Mixture& mixture, double slack) const {
  const Layout layout = layout_of(mixture.covariance);
  std::vector<bool> above(layout.parts(mixture.size()), false);
  if (layout.shape != Shape::matrix) return above;
  const PlainCovariances plain(mixture);
  const Factors factors = factors_above(floor_, {plain.values().begin(), plain.values().end()}, slack);
  for (std::size_t part = 0; part < above.size(); ++part) above[part] = factors.is_sound(part);
  return above;
}

bool Floor::allows(Covariance type, const double* covariance, double slack) const {
  const Layout layout = layout_of(type);
  const PlainCovariances plain = plain_covariance(layout, dim_, covariance);
  if (layout.shape == Shape::matrix) {
    Matrix above = as_matrix(plain[0], dim_);
    add(above, floor_, -slack);
    return positive_definite(above);
  }
  const std::span<const double> least = least_variances(layout.shape);
  for (std::size_t j = 0; j < least.size(); ++j) {
    if (!(plain[0][j] >= slack * least[j])) return false;
  }
  return true;
}

std::size_t Floor::raise(Covariance type, double* covariance) const {
  const Layout layout = layout_of(type);
  std::size_t raised = 0;
  change_plain(layout, dim_, covariance, [&](double* plain) {
    if (layout.shape == Shape::matrix) {
      if (!allows(Covariance::full, plain)) raised = raise_matrix(plain);
      raised = std::max(raised, make_definite(plain, dim_));
      return;
    }
    for (const double least : least_variances(layout.shape)) {
      raised += *plain < least;
      *plain = std::max(*plain, least);
      ++plain;
    }
  });
  return raised;
}

std::size_t Floor::raise(Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  const std::vector<bool> above = matrices_above(mixture);
  std::size_t raised = 0;
  for (std::size_t part = 0; part < above.size(); ++part) {
    const bool weightless = !layout.shared && mixture.weights[part] == 0;
    if (!weightless && !above[part]) raised += raise(mixture.covariance, stored_covariance(mixture, part));
  }
  return raised;
}

void Floor::raise_roughly(Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  if (layout.shape != Shape::matrix) {
    raise(mixture);
    return;
  }
  const std::vector<bool> above = matrices_above(mixture);
  for (std::size_t part = 0; part < above.size(); ++part) {
    if (above[part]) continue;
    change_plain(layout, dim_, stored_covariance(mixture, part), [&](double* own) {
      for (std::size_t at = 0; at < dim_ * dim_; ++at) own[at] += floor_.values()[at];
      if (!has_sound_factor(own, dim_)) raise(Covariance::full, own);
    });
  }
}

bool Floor::is_well_above(const Mixture& mixture) const {
  const std::vector<bool> above = matrices_above(mixture);
  const bool matrix = layout_of(mixture.covariance).shape == Shape::matrix;
  for (std::size_t part = 0; part < above.size(); ++part) {
    if (matrix ? !above[part] : !allows(mixture.covariance, stored_covariance(mixture, part))) return false;
  }
  return true;
}

double Floor::factor_to(Covariance type, const double* covariance) const {
  if (allows(type, covariance)) return 1;
  const Layout layout = layout_of(type);
  const PlainCovariances plain = plain_covariance(layout, dim_, covariance);
  double share = 1;  // the smallest variance, as a share of the floor's
  if (layout.shape == Shape::matrix) {
    std::vector<std::size_t> axes;
    for (std::size_t j = 0; j < dim_; ++j) {
      if (!flat_axes_[j]) axes.push_back(j);
    }
    if (!axes.empty()) share = smallest_eigenvalue(part_of(in_units_of_the_floor(plain[0]), axes, axes));
  }
  for (std::size_t j = 0; j < dim_ && layout.shape == Shape::diagonal; ++j) {
    if (!flat_columns_[j]) share = std::min(share, plain[0][j] / diagonal_[j]);
  }
  if (layout.shape == Shape::spherical) share = *plain[0] / spherical_;
  return 1 / std::clamp(share, kFlat, 1.0);
}

std::vector<double> Floor::factors_to(const Mixture& mixture) const {
  const bool shared = layout_of(mixture.covariance).shared;
  const std::vector<bool> above = matrices_above(mixture);
  std::vector<double> factors(mixture.size(), 1.0);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    if (mixture.weights[k] == 0 || above[shared ? 0 : k]) continue;
    factors[k] = factor_to(mixture.covariance, stored_covariance(mixture, k));
  }
  return factors;
}

void Floor::make_positive(Covariance type, std::vector<double>& covariances) const {
  if (layout_of(type).shape != Shape::matrix) {
    for (std::size_t at = 0; at < covariances.size(); ++at) {
      covariances[at] = std::max(covariances[at], tiny_[at % dim_]);
    }
    return;
  }
  Matrix least(dim_, dim_);
  for (std::size_t j = 0; j < dim_; ++j) least(j, j) = tiny_[j];
  const Factors above = factors_above(least, covariances);
  for (std::size_t k = 0; k * dim_ * dim_ < covariances.size(); ++k) {
    if (above.is_sound(k)) continue;
    double* own = covariances.data() + k * dim_ * dim_;
    for (std::size_t j = 0; !above.exists(k) && j < dim_; ++j) own[j * dim_ + j] += tiny_[j];
    make_definite(own, dim_);
  }
}

Matrix Floor::in_units_of_the_floor(const double* matrix) const {
  return symmetric(product_with_transpose(product(inverse_, as_matrix(matrix, dim_)), inverse_));
}

// Adds what the eigenvalues lack, so that everything above the floor keeps its digits.
std::size_t Floor::raise_matrix(double* matrix) const {
  const Spectrum eigen = spectrum_of(in_units_of_the_floor(matrix));
  const std::size_t raised = count_below(eigen.values, 1);
  for (std::size_t low = 0; low < raised; ++low) {
    const double lacking = std::sqrt(1 - eigen.values[low]);
    Values axis(dim_, 0.0);
    for (std::size_t i = 0; i < dim_; ++i) {
      for (std::size_t j = 0; j < dim_; ++j) axis[i] += lacking * factor_(i, j) * eigen.axes(j, low);
    }
    for (std::size_t i = 0; i < dim_; ++i) {
      for (std::size_t j = 0; j < dim_; ++j) matrix[i * dim_ + j] += axis[i] * axis[j];
    }
  }
  return raised;
}

}  // namespace mixseed
