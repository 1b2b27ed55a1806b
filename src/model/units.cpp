#include "model/units.h"

#include <algorithm>
#include <cmath>

#include "model/covariance.h"

namespace mixseed {
namespace {

void scale_rows(std::vector<double>& values, const std::vector<double>& units) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] *= units[i % units.size()];
}

// Edges of any kind stay edges.
void scale(Noise& noise, const std::vector<double>& units) {
  scale_rows(noise.corner, units);
  scale_rows(noise.edges, units);
  for (const double unit : units) noise.log_volume += std::log(std::abs(unit));
}

Mixture as_diagonal(const Mixture& mixture) {
  Mixture diagonal{Covariance::diagonal, mixture.dim, mixture.weights, mixture.means, {}};
  diagonal.noise = mixture.noise;
  for (const double variance : mixture.covariances) {
    diagonal.covariances.insert(diagonal.covariances.end(), mixture.dim, variance);
  }
  return diagonal;
}

}  // namespace

Centers in_units(Centers centers, const std::vector<double>& units) {
  scale_rows(centers.points, units);
  return centers;
}

// Each number of a covariance is multiplied by one unit after the other: their product could leave the range of a
// double.
Mixture in_units(Mixture mixture, const std::vector<double>& units) {
  const bool equal = std::all_of(units.begin(), units.end(), [&](double unit) { return unit == units[0]; });
  if (mixture.covariance == Covariance::spherical && !equal) mixture = as_diagonal(mixture);
  if (!equal) mixture.family.clear();
  scale_rows(mixture.means, units);
  if (mixture.noise) scale(*mixture.noise, units);
  auto& values = mixture.covariances;
  const std::size_t dim = mixture.dim;
  const bool matrix = mixture.covariance == Covariance::full || mixture.covariance == Covariance::tied;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t column = mixture.covariance == Covariance::spherical ? 0 : i % dim;
    const std::size_t row = matrix ? i / dim % dim : column;
    values[i] = values[i] * units[row] * units[column];
  }
  return mixture;
}

}  // namespace mixseed
