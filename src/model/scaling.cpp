#include "model/scaling.h"

#include <algorithm>
#include <cmath>

#include "mixseed/precision.h"
#include "model/layout.h"
#include "model/linear.h"
#include "model/noise.h"
#include "model/whitening.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

// Maps consecutive rows of D numbers.
void map_rows(Values& rows, const AffineMap& units, std::size_t dim) {
  const Values before = rows;
  for (std::size_t at = 0; at < rows.size(); at += dim) units.apply(before.data() + at, dim, rows.data() + at);
}

// The map without its translation.
AffineMap linear(const AffineMap& units) {
  AffineMap same = units;
  std::fill(same.from.begin(), same.from.end(), 0.0);
  std::fill(same.to.begin(), same.to.end(), 0.0);
  return same;
}

Values diagonal_matrix(const Values& numbers) {
  const std::size_t dim = numbers.size();
  Values matrix(dim * dim, 0.0);
  for (std::size_t j = 0; j < dim; ++j) matrix[j * dim + j] = numbers[j];
  return matrix;
}

// Edges along the columns become vectors if the map mixes columns.
void map_noise(Noise& noise, const AffineMap& units, std::size_t dim) {
  map_rows(noise.corner, units, dim);
  if (units.mixes() && noise.edges.size() == dim) noise.edges = diagonal_matrix(noise.edges);
  map_rows(noise.edges, linear(units), dim);
  noise.log_volume += log_volume_of(units.mixes() ? units.axes : units.factors, dim);
}

void map_covariances(Mixture& mixture, const AffineMap& units) {
  const std::size_t dim = mixture.dim;
  const Layout layout = layout_of(mixture.covariance);
  const Matrix turn = units.mixes() ? as_matrix(units.axes.data(), dim) : Matrix();
  for (std::size_t part = 0; part < layout.parts(mixture.size()); ++part) {
    double* own = stored_covariance(mixture, part);
    if (!units.mixes()) {
      scale_covariance(layout, dim, units.factors, own);
      continue;
    }
    const Values seen = symmetric(product_with_transpose(product(turn, as_matrix(own, dim)), turn)).values();
    std::copy(seen.begin(), seen.end(), own);
  }
}

// The same map with matrices.
AffineMap mixing(const AffineMap& units) {
  if (units.mixes()) return units;
  AffineMap mixed;
  mixed.axes = diagonal_matrix(units.factors);
  mixed.back = diagonal_matrix(inverse(units).factors);
  mixed.from = mixed.to = Values(units.factors.size(), 0.0);
  return mixed;
}

}  // namespace

Centers in_units(Centers centers, const AffineMap& units) {
  map_rows(centers.points, units, centers.dim);
  return centers;
}

Mixture in_units(Mixture mixture, const AffineMap& units) {
  if (units.empty()) return mixture;
  const auto is_first = [&](double factor) { return factor == units.factors[0]; };
  const bool equal = !units.mixes() && std::all_of(units.factors.begin(), units.factors.end(), is_first);
  const Layout layout = layout_of(mixture.covariance);
  const bool stays = units.mixes() ? layout.shape == Layout::Shape::matrix && !layout.storage
                                   : equal || layout.shape != Layout::Shape::spherical;
  if (!stays) mixture = with_covariance(mixture, units.mixes() ? Covariance::full : Covariance::diagonal);
  if (!equal) mixture.family.clear();
  map_rows(mixture.means, units, mixture.dim);
  if (mixture.noise) map_noise(*mixture.noise, units, mixture.dim);
  map_covariances(mixture, units);
  return mixture;
}

Values in_units(const Values& matrix, std::size_t dim, const AffineMap& units) {
  if (units.empty()) return matrix;
  const Matrix seen = as_matrix(matrix.data(), dim);
  if (units.mixes()) return product(as_matrix(units.axes.data(), dim), seen).values();
  Values scaled = matrix;
  for (std::size_t at = 0; at < scaled.size(); ++at) scaled[at] *= units.factors[at / dim];
  return scaled;
}

AffineMap inverse(const AffineMap& units) {
  AffineMap other = units;
  for (double& factor : other.factors) factor = 1 / factor;
  other.axes.swap(other.back);
  other.from.swap(other.to);
  return other;
}

AffineMap composed(const AffineMap& first, const AffineMap& second) {
  if (first.empty() || second.empty()) return first.empty() ? second : first;
  if (!first.mixes() && !second.mixes()) {
    AffineMap both = second;
    for (std::size_t j = 0; j < both.factors.size(); ++j) both.factors[j] *= first.factors[j];
    return both;
  }
  AffineMap both = mixing(first);
  const AffineMap then = mixing(second);
  const std::size_t dim = both.from.size();
  const auto matrix = [&](const Values& numbers) { return as_matrix(numbers.data(), dim); };
  both.axes = product(matrix(then.axes), matrix(both.axes)).values();
  both.back = product(matrix(both.back), matrix(then.back)).values();
  map_rows(both.to, then, dim);
  return both;
}

AffineMap standardising(const DataSummary& summary) { return inverse(AffineMap(summary.scale)); }

AffineMap whitening(const DataSummary& summary) {
  const std::size_t dim = summary.dim();
  const Spectrum spectrum = correlations_of(summary);
  AffineMap white;
  white.axes.resize(dim * dim);
  white.back.resize(dim * dim);
  white.from = summary.mean;
  white.to.assign(dim, 1.0);  // if all rows are equal, their size sets the least variance
  for (std::size_t a = 0; a < dim; ++a) {
    const double deviation = std::sqrt(std::max(spectrum.values[a], kFlatDirection));
    for (std::size_t j = 0; j < dim; ++j) {
      white.axes[a * dim + j] = spectrum.axes(j, a) / (deviation * summary.scale[j]);
      white.back[j * dim + a] = spectrum.axes(j, a) * (deviation * summary.scale[j]);
    }
  }
  return white;
}

}  // namespace mixseed
