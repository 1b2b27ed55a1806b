#include "model/covariance.h"

#include <algorithm>
#include <cmath>

#include "model/factors.h"

namespace mixseed {

using Shape = Layout::Shape;

bool positive(Covariance type, std::size_t dim, const double* covariance) {
  const auto is_variance = [](double number) { return number > 0 && std::isfinite(1 / number); };
  const Layout layout = layout_of(type);
  if (layout.shape != Shape::matrix) return std::all_of(covariance, covariance + layout.numbers(dim), is_variance);
  for (std::size_t j = 0; j < dim; ++j) {
    if (!is_variance(covariance[j * dim + j])) return false;
  }
  return has_factor(covariance, dim);
}

double mean_variance(Covariance type, std::size_t dim, const double* covariance) {
  const Shape shape = layout_of(type).shape;
  if (shape == Shape::spherical) return *covariance;
  const std::size_t step = shape == Shape::matrix ? dim + 1 : 1;
  double sum = 0;
  for (std::size_t j = 0; j < dim; ++j) sum += covariance[j * step];
  return sum / static_cast<double>(dim);
}

void write_spherical(Covariance type, std::size_t dim, double variance, double* covariance) {
  const Layout layout = layout_of(type);
  const bool matrix = layout.shape == Shape::matrix;
  std::fill_n(covariance, layout.numbers(dim), matrix ? 0.0 : variance);
  for (std::size_t j = 0; matrix && j < dim; ++j) covariance[j * dim + j] = variance;
}

std::vector<double> covariance_as(const Mixture& mixture, Covariance type, std::size_t k) {
  std::vector<double> full = mixture.covariance_of(k);
  const Shape shape = layout_of(type).shape;
  if (shape == Shape::matrix) return full;
  if (shape == Shape::spherical) return {mean_variance(Covariance::full, mixture.dim, full.data())};
  for (std::size_t j = 0; j < mixture.dim; ++j) full[j] = full[j * mixture.dim + j];
  full.resize(mixture.dim);
  return full;
}

}  // namespace mixseed
