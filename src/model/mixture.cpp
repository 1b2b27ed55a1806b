#include "mixseed/mixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "base/text.h"
#include "mixseed/error.h"
#include "model/factors.h"
#include "model/layout.h"
#include "model/noise.h"

namespace mixseed {

Covariance covariance_named(std::string_view name) { return parse_name<Covariance>(name, "covariance: expected"); }

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

void check_weights(const Mixture& mixture) {
  const std::vector<double>& weights = mixture.weights;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] < 0) invalid("weights: component " + std::to_string(k) + " has a negative weight");
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), mixture.noise ? mixture.noise->weight : 0.0);
  if (std::abs(sum - 1) > 1e-6) invalid("weights: expected a sum of 1, got " + std::to_string(sum));
  const bool none = std::all_of(weights.begin(), weights.end(), [](double weight) { return weight == 0; });
  if (none)
    invalid("weights: expected a component with a weight above 0, got " + std::to_string(weights.size()) + " of 0");
}

void check_matrix(const double* values, std::size_t dim, const std::string& name) {
  const auto at = [&](std::size_t j, std::size_t l) { return values[j * dim + l]; };
  for (std::size_t j = 0; j < dim; ++j) {
    for (std::size_t l = 0; l < j; ++l) {
      const double unit = std::sqrt(std::abs(at(j, j))) * std::sqrt(std::abs(at(l, l)));
      if (std::abs(at(j, l) - at(l, j)) > 1e-8 * unit) invalid(name + " is not symmetric");
    }
  }
  if (!has_factor(values, dim)) invalid(name + " is not positive definite");
}

void check_covariances(const Mixture& mixture) {
  const Layout layout = layout_of(mixture.covariance);
  const PlainCovariances plain(mixture);
  for (std::size_t k = 0; k < layout.parts(mixture.size()); ++k) {
    const std::string name = layout.shared ? "the " + std::string(name_of(mixture.covariance)) + " covariance"
                                           : "the covariance of component " + std::to_string(k);
    if (layout.shape == Layout::Shape::matrix) check_matrix(plain[k], mixture.dim, name);
    for (std::size_t j = 0; layout.shape != Layout::Shape::matrix && j < plain.length(); ++j) {
      if (!(plain[k][j] > 0)) invalid(name + " is not positive");
    }
  }
}

void check_noise(const Noise& noise, std::size_t dim) {
  if (!(noise.weight >= 0 && noise.weight < 1)) {
    invalid("noise.weight: expected a number from 0 to below 1, got " + std::to_string(noise.weight));
  }
  check_length(noise.corner, dim, "noise.corner");
  if (noise.edges.size() != dim) check_length(noise.edges, dim * dim, "noise.edges");
  check_finite(noise.corner, "noise.corner");
  check_finite(noise.edges, "noise.edges");
  const double volume = log_volume_of(noise.edges, dim);
  if (!(std::abs(volume - noise.log_volume) <= 1e-6 * (1 + std::abs(volume)))) {
    invalid("noise.log_volume: expected that of the box, " + number_text(volume) + ", got " +
            number_text(noise.log_volume));
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
  if (mixture.noise) check_noise(*mixture.noise, mixture.dim);
  check_weights(mixture);
  check_covariances(mixture);
}

}  // namespace mixseed
