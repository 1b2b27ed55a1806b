#include "model/layout.h"

#include <cmath>
#include <functional>
#include <numeric>

#include "model/factors.h"

namespace mixseed {

using Shape = Layout::Shape;

namespace {

// In the order of Covariance.
constexpr Layout kLayouts[] = {{Shape::matrix, false, nullptr},
                               {Shape::matrix, true, nullptr},
                               {Shape::diagonal, false, nullptr},
                               {Shape::spherical, false, nullptr}};

}  // namespace

Layout layout_of(Covariance covariance) { return kLayouts[static_cast<std::size_t>(covariance)]; }

std::vector<std::size_t> Layout::extents(std::size_t components, std::size_t dim) const {
  std::vector<std::size_t> all(shared ? 0U : 1U, components);
  const auto own = storage ? storage->extents(dim) : std::vector<std::size_t>(static_cast<std::size_t>(shape), dim);
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

std::size_t covariance_length(Covariance covariance, std::size_t components, std::size_t dim) {
  return layout_of(covariance).parts(components) * layout_of(covariance).numbers(dim);
}

std::size_t Layout::numbers(std::size_t dim) const {
  const std::vector<std::size_t> own = extents(1, dim);
  return std::accumulate(own.begin(), own.end(), std::size_t{1}, std::multiplies<>());
}

Covariance widest(Shape shape) {
  return *std::find_if(std::begin(kCovariances), std::end(kCovariances),
                       [&](Covariance type) { return layout_of(type).shape == shape; });
}

PlainCovariances::PlainCovariances(const Layout& layout, std::size_t dim, std::span<const double> stored)
    : shared_(layout.shared), length_(layout.plain().numbers(dim)), values_(stored) {
  if (!layout.storage) return;
  const std::size_t own = layout.numbers(dim), parts = stored.size() / own;
  copy_.resize(parts * length_);
  for (std::size_t at = 0; at < parts; ++at) {
    layout.storage->expand(dim, stored.data() + at * own, copy_.data() + at * length_);
  }
  values_ = copy_;
}

const double* stored_covariance(const Mixture& mixture, std::size_t k) {
  const Layout layout = layout_of(mixture.covariance);
  return mixture.covariances.data() + (layout.shared ? 0 : k * layout.numbers(mixture.dim));
}

std::vector<double> Mixture::covariance_of(std::size_t k) const {
  return matrix_of(layout_of(covariance), dim, stored_covariance(*this, k));
}

std::vector<double> matrix_of(const Layout& layout, std::size_t dim, const double* covariance) {
  const PlainCovariances plain = plain_covariance(layout, dim, covariance);
  if (layout.shape == Shape::matrix) return {plain[0], plain[0] + dim * dim};
  std::vector<double> matrix(dim * dim, 0.0);
  for (std::size_t j = 0; j < dim; ++j) matrix[j * dim + j] = plain[0][j % plain.length()];
  return matrix;
}

bool positive(Covariance type, std::size_t dim, const double* covariance) {
  const std::vector<double> matrix = matrix_of(layout_of(type), dim, covariance);
  for (std::size_t j = 0; j < dim; ++j) {
    const double variance = matrix[j * dim + j];
    if (!(variance > 0 && std::isfinite(1 / variance))) return false;
  }
  return has_factor(matrix.data(), dim);
}

void write_spherical(Covariance type, std::size_t dim, double variance, double* covariance) {
  const Layout layout = layout_of(type);
  const bool matrix = layout.shape == Shape::matrix;
  change_plain(layout, dim, covariance, [&](double* plain) {
    std::fill_n(plain, layout.plain().numbers(dim), matrix ? 0.0 : variance);
    for (std::size_t j = 0; matrix && j < dim; ++j) plain[j * dim + j] = variance;
  });
}

void multiply_covariance(const Layout& layout, std::size_t dim, double factor, double* covariance) {
  if (layout.storage) return layout.storage->scale(dim, std::vector<double>(dim, std::sqrt(factor)), covariance);
  for (std::size_t at = 0; at < layout.numbers(dim); ++at) covariance[at] *= factor;
}

// Each number of a covariance is multiplied by one factor after the other: their product could leave the range of a
// double. Both numbers of a pair are multiplied in the same order, so that matrices stay symmetric to the last bit.
void scale_covariance(const Layout& layout, std::size_t dim, std::span<const double> factors, double* covariance) {
  if (layout.storage) return layout.storage->scale(dim, factors, covariance);
  for (std::size_t at = 0; at < layout.numbers(dim); ++at) {
    const std::size_t column = at % dim, row = layout.shape == Shape::matrix ? at / dim : column;
    covariance[at] = covariance[at] * factors[std::max(row, column)] * factors[std::min(row, column)];
  }
}

std::vector<double> stored_as(const Layout& layout, std::size_t dim, std::vector<double> matrix) {
  if (layout.shape != Shape::matrix) {
    for (std::size_t j = 0; j < dim; ++j) matrix[j] = matrix[j * dim + j];
    matrix.resize(dim);
  }
  if (layout.shape == Shape::spherical) {
    matrix = {std::accumulate(matrix.begin(), matrix.end(), 0.0) / static_cast<double>(dim)};
  }
  if (!layout.storage) return matrix;
  std::vector<double> stored(layout.numbers(dim));
  layout.storage->compress(dim, matrix.data(), stored.data());
  return stored;
}

std::vector<double> covariance_as(const Mixture& mixture, Covariance type, std::size_t k) {
  const Layout layout = layout_of(type);
  if (!layout.storage || mixture.covariance != type) return stored_as(layout, mixture.dim, mixture.covariance_of(k));
  const double* own = stored_covariance(mixture, k);
  return {own, own + layout.numbers(mixture.dim)};
}

}  // namespace mixseed
