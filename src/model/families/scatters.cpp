#include "model/families/scatters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/covariance.h"
#include "model/linear.h"

namespace mixseed {
namespace {

double geometric_mean(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

double volume_of(const double* covariance, std::size_t dim, bool matrix) {
  if (matrix) return mean_scale(as_matrix(covariance, dim));
  return geometric_mean(Values(covariance, covariance + dim));
}

Scatters scatters_of(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout) {
  Scatters scatters{.dim = moments.dim(), .before = &before};
  const bool matrix = layout_of(layout).shape == Layout::Shape::matrix;
  const std::size_t length = layout_of(layout).numbers(scatters.dim);
  Values all;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    if (without_mass(moments, k)) continue;
    const double mass = moments.mass(k);
    for (const double number : matrix ? moments.full_scatter(k) : moments.diagonal_scatter(k)) {
      all.push_back(number / mass);
    }
    scatters.mass.push_back(mass);
    scatters.total += mass;
    scatters.numbers.push_back(k);
  }
  if (floor) floor->make_positive(layout, all);
  for (std::size_t at = 0; at < scatters.size(); ++at) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at * length);
    Values& own = scatters.sums.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(length));
    for (double& number : own) number *= scatters.mass[at];
  }
  return scatters;
}

}  // namespace

Values estimate_together(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout,
                         Table (*estimate)(const Scatters&, const Mixture&)) {
  const Table own = estimate(scatters_of(moments, before, floor, layout), before);
  Values all;
  auto next = own.begin();
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const Values kept = without_mass(moments, k) ? covariance_as(before, layout, k) : *next++;
    all.insert(all.end(), kept.begin(), kept.end());
  }
  return all;
}

Values first_volumes(const Scatters& scatters) {
  const Mixture& before = *scatters.before;
  const Layout layout = layout_of(before.covariance);
  const bool matrix = scatters.sums.front().size() != scatters.dim;
  const bool alike = !layout.shared && layout.numbers(scatters.dim) == scatters.sums.front().size();
  Values volumes;
  for (std::size_t at = 0; at < scatters.size(); ++at) {
    const double* own = before.covariances.data() + scatters.numbers[at] * layout.numbers(scatters.dim);
    const double volume = alike ? volume_of(own, scatters.dim, matrix) : 0;
    const bool there = volume > 0 && std::isfinite(volume);
    volumes.push_back(there ? volume : volume_of(scatters.sums[at].data(), scatters.dim, matrix) / scatters.mass[at]);
  }
  return volumes;
}

Table pooled(const Table& sums, const Scatters& scatters) {
  Values all(sums.front().size(), 0.0);
  for (const Values& own : sums) {
    for (std::size_t j = 0; j < all.size(); ++j) all[j] += own[j] / scatters.total;
  }
  return Table(sums.size(), all);
}

Table proportional_variances(const Table& sums, const Scatters& scatters) {
  const std::size_t D = sums.front().size();
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
  for (const Values& own : sums) {
    scales.push_back(geometric_mean(own));
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
  Table sums;
  for (const Values& scatter : scatters.sums) {
    Spectrum eigen = spectrum_of(as_matrix(scatter.data(), scatters.dim));
    axes.push_back(std::move(eigen.axes));
    Values& own = sums.emplace_back(std::move(eigen.values));
    // What rounding leaves of a variance that is tiny beside the largest.
    for (double& value : own) value = std::max(value, std::numeric_limits<double>::epsilon() * 1e-2 * own.back());
  }
  const Table variances = shape(sums, scatters);
  Table covariances;
  for (std::size_t k = 0; k < axes.size(); ++k) covariances.push_back(composed(axes[k], variances[k]));
  return covariances;
}

}  // namespace mixseed
