#include "model/floor.h"

#include <algorithm>
#include <cmath>

#include "model/factors.h"

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
  double sum = 0;
  for (std::size_t at = column * summary.dim(); at < (column + 1) * summary.dim() && !summary.rounding_root.empty();
       ++at) {
    sum += summary.rounding_root[at] * summary.rounding_root[at];
  }
  return sum;
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

bool Floor::allows(Covariance type, const double* covariance, double slack) const {
  const Shape shape = layout_of(type).shape;
  if (shape == Shape::matrix) {
    Matrix above = as_matrix(covariance, dim_);
    add(above, floor_, -slack);
    return positive_definite(above);
  }
  for (const double least : least_variances(shape)) {
    if (!(*covariance++ >= slack * least)) return false;
  }
  return true;
}

std::size_t Floor::raise(Covariance type, double* covariance) const {
  const Shape shape = layout_of(type).shape;
  if (shape == Shape::matrix) {
    const std::size_t raised = allows(type, covariance) ? 0 : raise_matrix(covariance);
    return std::max(raised, make_definite(covariance, dim_));
  }
  std::size_t raised = 0;
  for (const double least : least_variances(shape)) {
    raised += *covariance < least;
    *covariance = std::max(*covariance, least);
    ++covariance;
  }
  return raised;
}

std::size_t Floor::raise(Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  const bool has_matrices = layout.shape == Shape::matrix;
  const Factors above = factors_above(floor_, has_matrices ? mixture.covariances : Values());
  std::size_t raised = 0;
  for (std::size_t part = 0; part < layout.parts(mixture.size()); ++part) {
    const bool weightless = !layout.shared && mixture.weights[part] == 0;
    if (weightless || (has_matrices && above.is_sound(part))) continue;
    raised += raise(mixture.covariance, mixture.covariances.data() + part * layout.numbers(dim_));
  }
  return raised;
}

void Floor::raise_roughly(Mixture& mixture) const {
  if (layout_of(mixture.covariance).shape != Shape::matrix) {
    raise(mixture);
    return;
  }
  const std::size_t length = dim_ * dim_;
  const Factors above = factors_above(floor_, mixture.covariances);
  for (std::size_t part = 0; part * length < mixture.covariances.size(); ++part) {
    if (above.is_sound(part)) continue;
    double* own = mixture.covariances.data() + part * length;
    for (std::size_t at = 0; at < length; ++at) own[at] += floor_.values()[at];
    if (!has_sound_factor(own, dim_)) raise(mixture.covariance, own);
  }
}

bool Floor::is_well_above(const Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  const std::size_t length = layout.numbers(dim_), parts = layout.parts(mixture.size());
  if (layout.shape == Shape::matrix) {
    const Factors above = factors_above(floor_, mixture.covariances);
    for (std::size_t part = 0; part < parts; ++part) {
      if (!above.is_sound(part)) return false;
    }
    return true;
  }
  for (std::size_t part = 0; part < parts; ++part) {
    if (!allows(mixture.covariance, mixture.covariances.data() + part * length)) return false;
  }
  return true;
}

double Floor::factor_to(Covariance type, const double* covariance) const {
  if (allows(type, covariance)) return 1;
  const Shape shape = layout_of(type).shape;
  double share = 1;  // the smallest variance, as a share of the floor's
  if (shape == Shape::matrix) {
    std::vector<std::size_t> axes;
    for (std::size_t j = 0; j < dim_; ++j) {
      if (!flat_axes_[j]) axes.push_back(j);
    }
    if (!axes.empty()) share = smallest_eigenvalue(part_of(in_units_of_the_floor(covariance), axes, axes));
  }
  for (std::size_t j = 0; j < dim_ && shape == Shape::diagonal; ++j) {
    if (!flat_columns_[j]) share = std::min(share, covariance[j] / diagonal_[j]);
  }
  if (shape == Shape::spherical) share = *covariance / spherical_;
  return 1 / std::clamp(share, kFlat, 1.0);
}

std::vector<double> Floor::factors_to(const Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  const bool has_matrices = layout.shape == Shape::matrix;
  const Factors above = factors_above(floor_, has_matrices ? mixture.covariances : Values());
  std::vector<double> factors(mixture.size(), 1.0);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const std::size_t part = layout.shared ? 0 : k;
    if (mixture.weights[k] == 0 || (has_matrices && above.is_sound(part))) continue;
    factors[k] = factor_to(mixture.covariance, mixture.covariances.data() + part * layout.numbers(dim_));
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
