#include "mixseed/mixture.h"

#include <cmath>
#include <numeric>
#include <string>

#include "mixseed/error.h"
#include "model/factors.h"
#include "model/linear.h"

namespace mixseed {

std::string_view name_of(Covariance covariance) {
  switch (covariance) {
    case Covariance::full: return "full";
    case Covariance::tied: return "tied";
    case Covariance::diagonal: return "diagonal";
    case Covariance::spherical: break;
  }
  return "spherical";
}

std::size_t covariance_length(Covariance covariance, std::size_t components, std::size_t dim) {
  switch (covariance) {
    case Covariance::full: return components * dim * dim;
    case Covariance::tied: return dim * dim;
    case Covariance::diagonal: return components * dim;
    case Covariance::spherical: break;
  }
  return components;
}

std::vector<double> Mixture::covariance_of(std::size_t k) const {
  const auto square = static_cast<std::ptrdiff_t>(dim * dim);
  if (covariance == Covariance::tied) return covariances;
  if (covariance == Covariance::full) {
    const auto begin = covariances.begin() + static_cast<std::ptrdiff_t>(k) * square;
    return {begin, begin + square};
  }
  std::vector<double> matrix(dim * dim, 0.0);
  for (std::size_t j = 0; j < dim; ++j) {
    matrix[j * dim + j] = covariance == Covariance::diagonal ? covariances[k * dim + j] : covariances[k];
  }
  return matrix;
}

namespace {

[[noreturn]] void invalid(const std::string& what) { throw Error(ErrorCode::input, "not a valid mixture: " + what); }

void check_finite(const std::vector<double>& values, const char* name) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) {
      invalid(std::string(name) + ": number " + std::to_string(i + 1) + " is not finite");
    }
  }
}

void check_length(const std::vector<double>& values, std::size_t expected, const char* name) {
  if (values.size() == expected) return;
  invalid(std::string(name) + ": expected " + std::to_string(expected) + " numbers, got " +
          std::to_string(values.size()));
}

void check_weights(const std::vector<double>& weights) {
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] < 0) invalid("weights: component " + std::to_string(k) + " has a negative weight");
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (std::abs(sum - 1) > 1e-6) invalid("weights: expected a sum of 1, got " + std::to_string(sum));
}

void check_matrix(const double* values, std::size_t dim, const std::string& name) {
  const auto matrix = as_matrix(values, dim);
  for (Eigen::Index j = 0; j < matrix.rows(); ++j) {
    for (Eigen::Index l = 0; l < j; ++l) {
      const double unit = std::sqrt(std::abs(matrix(j, j))) * std::sqrt(std::abs(matrix(l, l)));
      if (std::abs(matrix(j, l) - matrix(l, j)) > 1e-8 * unit) invalid(name + " is not symmetric");
    }
  }
  if (!has_factor(values, dim)) invalid(name + " is not positive definite");
}

void check_covariances(const Mixture& mixture) {
  if (mixture.covariance == Covariance::tied) {
    check_matrix(mixture.covariances.data(), mixture.dim, "the tied covariance");
    return;
  }
  const std::size_t length = mixture.covariances.size() / mixture.size();
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const std::string name = "the covariance of component " + std::to_string(k);
    const double* values = mixture.covariances.data() + k * length;
    if (mixture.covariance == Covariance::full) {
      check_matrix(values, mixture.dim, name);
      continue;
    }
    for (std::size_t j = 0; j < length; ++j) {
      if (!(values[j] > 0)) invalid(name + " is not positive");
    }
  }
}

}  // namespace

void check(const Mixture& mixture) {
  if (mixture.size() == 0) invalid("it has no component");
  if (mixture.dim == 0) invalid("its dimension is 0");
  check_length(mixture.means, mixture.size() * mixture.dim, "means");
  check_length(mixture.covariances, covariance_length(mixture.covariance, mixture.size(), mixture.dim), "covariances");
  check_finite(mixture.weights, "weights");
  check_finite(mixture.means, "means");
  check_finite(mixture.covariances, "covariances");
  check_weights(mixture.weights);
  check_covariances(mixture);
}

}  // namespace mixseed
