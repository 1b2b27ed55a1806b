#include "model/covariance.h"

#include <algorithm>

#include "model/factors.h"

namespace mixseed {
namespace {

bool is_matrix(Covariance type) { return type == Covariance::full || type == Covariance::tied; }

}  // namespace

bool positive(Covariance type, std::size_t dim, const double* covariance) {
  if (is_matrix(type)) return has_factor(covariance, dim);
  const std::size_t count = type == Covariance::diagonal ? dim : 1;
  return std::all_of(covariance, covariance + count, [](double variance) { return variance > 0; });
}

double mean_variance(Covariance type, std::size_t dim, const double* covariance) {
  if (type == Covariance::spherical) return *covariance;
  const std::size_t step = is_matrix(type) ? dim + 1 : 1;
  double sum = 0;
  for (std::size_t j = 0; j < dim; ++j) sum += covariance[j * step];
  return sum / static_cast<double>(dim);
}

void write_spherical(Covariance type, std::size_t dim, double variance, double* covariance) {
  if (is_matrix(type)) {
    std::fill_n(covariance, dim * dim, 0.0);
    for (std::size_t j = 0; j < dim; ++j) covariance[j * dim + j] = variance;
  } else {
    std::fill_n(covariance, type == Covariance::diagonal ? dim : 1, variance);
  }
}

std::vector<double> covariance_as(const Mixture& mixture, Covariance type, std::size_t k) {
  std::vector<double> full = mixture.covariance_of(k);
  if (is_matrix(type)) return full;
  if (type == Covariance::spherical) return {mean_variance(Covariance::full, mixture.dim, full.data())};
  for (std::size_t j = 0; j < mixture.dim; ++j) full[j] = full[j * mixture.dim + j];
  full.resize(mixture.dim);
  return full;
}

}  // namespace mixseed
