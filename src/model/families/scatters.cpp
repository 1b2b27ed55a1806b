#include "model/families/scatters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/covariance.h"
#include "model/linear.h"

namespace mixseed {
namespace {

constexpr int kMostRounds = 100;   // of volumes and shape
constexpr double kSettled = 1e-9;  // relative change of every volume that ends them

Scatters scatters_of(const Moments& moments, const Floor* floor, Covariance layout) {
  Scatters scatters{.dim = moments.dim()};
  const bool matrix = layout_of(layout).shape == Layout::Shape::matrix;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    if (without_mass(moments, k)) continue;
    const double mass = moments.mass(k);
    Values own = matrix ? moments.full_scatter(k) : moments.diagonal_scatter(k);
    for (double& number : own) number /= mass;
    if (floor) floor->make_positive(layout, own.data());
    for (double& number : own) number *= mass;
    scatters.mass.push_back(mass);
    scatters.total += mass;
    scatters.sums.push_back(std::move(own));
  }
  return scatters;
}

double geometric_mean(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace

Values estimate_together(const Moments& moments, const Mixture& before, const Floor* floor, Covariance layout,
                         Table (*estimate)(const Scatters&, const Mixture&)) {
  const Table own = estimate(scatters_of(moments, floor, layout), before);
  Values all;
  auto next = own.begin();
  for (std::size_t k = 0; k < moments.size(); ++k) {
    const Values kept = without_mass(moments, k) ? covariance_as(before, layout, k) : *next++;
    all.insert(all.end(), kept.begin(), kept.end());
  }
  return all;
}

Table proportional_variances(const Table& sums, const std::vector<double>& mass) {
  const std::size_t K = sums.size(), D = sums.front().size();
  Values volume(K), shape(D);
  for (std::size_t k = 0; k < K; ++k) volume[k] = geometric_mean(sums[k]) / mass[k];
  double change = 1;
  for (int round = 0; round < kMostRounds && change > kSettled; ++round) {
    change = 0;
    shape.assign(D, 0.0);
    for (std::size_t k = 0; k < K; ++k) {
      for (std::size_t j = 0; j < D; ++j) shape[j] += sums[k][j] / volume[k];
    }
    const double scale = geometric_mean(shape);
    for (double& value : shape) value /= scale;
    for (std::size_t k = 0; k < K; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j < D; ++j) sum += sums[k][j] / shape[j];
      const double next = sum / (mass[k] * static_cast<double>(D));
      change = std::max(change, std::abs(next / volume[k] - 1));
      volume[k] = next;
    }
  }
  Table variances(K, shape);
  for (std::size_t k = 0; k < K; ++k) {
    for (double& value : variances[k]) value *= volume[k];
  }
  return variances;
}

Table equal_volume_variances(const Table& sums, const std::vector<double>& mass) {
  double volume = 0, total = 0;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    volume += geometric_mean(sums[k]);
    total += mass[k];
  }
  Table variances = sums;
  for (Values& own : variances) {
    const double scale = volume / total / geometric_mean(own);
    for (double& value : own) value *= scale;
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
  const Table variances = shape(sums, scatters.mass);
  Table covariances;
  for (std::size_t k = 0; k < axes.size(); ++k) covariances.push_back(composed(axes[k], variances[k]));
  return covariances;
}

}  // namespace mixseed
