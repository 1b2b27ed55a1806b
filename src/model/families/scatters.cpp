#include "model/families/scatters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/layout.h"
#include "model/linear.h"

namespace mixseed {
namespace {

double geometric_mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double volume_of(const double* covariance, std::size_t dim, bool matrix) {
  if (matrix) return mean_scale(as_matrix(covariance, dim));
  return geometric_mean({covariance, dim});
}

Scatters scatters_of(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout) {
  Scatters scatters{.dim = moments.dim(), .before = &before};
  const bool matrix = layout_of(layout).shape == Layout::Shape::matrix;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    if (without_mass(moments, k)) continue;
    scatters.mass.push_back(moments.mass(k));
    scatters.total += moments.mass(k);
    scatters.numbers.push_back(k);
  }
  scatters.sums = Table(scatters.size(), layout_of(layout).numbers(scatters.dim));
  for (std::size_t at = 0; at < scatters.size(); ++at) {
    const std::size_t k = scatters.numbers[at];
    const auto own = scatters.sums[at];
    matrix ? moments.full_scatter(k, own.data()) : moments.diagonal_scatter(k, own.data());
    for (double& number : own) number /= scatters.mass[at];
  }
  if (floor) floor->make_positive(layout, scatters.sums.values());
  for (std::size_t at = 0; at < scatters.size(); ++at) {
    for (double& number : scatters.sums[at]) number *= scatters.mass[at];
  }
  return scatters;
}

}  // namespace

Values estimate_together(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout,
                         std::string_view family, Table (*estimate)(const Scatters&, const Mixture&)) {
  Scatters scatters = scatters_of(moments, before, floor, layout);
  scatters.continued = before.family == family;
  Table own = estimate(scatters, before);
  if (scatters.size() == moments.size()) return std::move(own.values());
  Values all;
  for (std::size_t k = 0, next = 0; k < moments.size(); ++k) {
    const bool gone = without_mass(moments, k);
    const Values kept = gone ? covariance_as(before, layout, k) : Values(own[next].begin(), own[next].end());
    all.insert(all.end(), kept.begin(), kept.end());
    next += !gone;
  }
  return all;
}

Values first_volumes(const Scatters& scatters) {
  const Mixture& before = *scatters.before;
  const PlainCovariances plain(before);
  const bool matrix = scatters.sums.columns() != scatters.dim;
  const bool alike = !layout_of(before.covariance).shared && plain.length() == scatters.sums.columns();
  Values volumes;
  for (std::size_t at = 0; at < scatters.size(); ++at) {
    const double volume = alike ? volume_of(plain[scatters.numbers[at]], scatters.dim, matrix) : 0;
    const bool there = volume > 0 && std::isfinite(volume);
    volumes.push_back(there ? volume : volume_of(scatters.sums[at].data(), scatters.dim, matrix) / scatters.mass[at]);
  }
  return volumes;
}

Table pooled(const Table& sums, const Scatters& scatters) {
  Values all(sums.columns(), 0.0);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (std::size_t j = 0; j < all.size(); ++j) all[j] += sums[k][j] / scatters.total;
  }
  return Table(sums.size(), all);
}

Table proportional_variances(const Table& sums, const Scatters& scatters) {
  const std::size_t D = sums.columns();
  Values shape;
  const Values volumes = alternated(scatters, [&](const Values& given) {
    shape.assign(D, 0.0);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      for (std::size_t j = 0; j < D; ++j) shape[j] += sums[k][j] / given[k];
    }
    const double scale = geometric_mean(shape);
    for (double& value : shape) value /= scale;
    Values traces(sums.size(), 0.0);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      for (std::size_t j = 0; j < D; ++j) traces[k] += sums[k][j] / shape[j];
    }
    return traces;
  });
  Table variances(sums.size(), shape);
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (double& value : variances[k]) value *= volumes[k];
  }
  return variances;
}

Table equal_volume_variances(const Table& sums, const Scatters& scatters) {
  Values scales;
  double volume = 0;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    scales.push_back(geometric_mean(sums[k]));
    volume += scales.back() / scatters.total;
  }
  Table variances = sums;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (double& value : variances[k]) value *= volume / scales[k];
  }
  return variances;
}

Table in_own_axes(const Scatters& scatters, Shaping shape) {
  std::vector<Matrix> axes;
  Table sums(scatters.size(), scatters.dim);
  for (std::size_t k = 0; k < scatters.size(); ++k) {
    Spectrum eigen = spectrum_of(as_matrix(scatters.sums[k].data(), scatters.dim));
    axes.push_back(std::move(eigen.axes));
    // The rounding error of a variance that is tiny compared with the largest.
    const double least = std::numeric_limits<double>::epsilon() * 1e-2 * eigen.values.back();
    for (std::size_t j = 0; j < scatters.dim; ++j) sums[k][j] = std::max(eigen.values[j], least);
  }
  const Table variances = shape(sums, scatters);
  Table covariances(axes.size(), scatters.dim * scatters.dim);
  for (std::size_t k = 0; k < axes.size(); ++k) compose(axes[k], variances[k], covariances[k].data());
  return covariances;
}

}  // namespace mixseed
