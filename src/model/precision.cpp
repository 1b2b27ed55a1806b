#include "mixseed/precision.h"

#include <cmath>

#include "mixseed/error.h"
#include "model/covariance.h"
#include "model/factors.h"
#include "model/linear.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

bool is_matrix(const Mixture& mixture) {
  return mixture.covariance == Covariance::full || mixture.covariance == Covariance::tied;
}

void check_shape(const Mixture& mixture) {
  const std::size_t expected = covariance_length(mixture.covariance, mixture.size(), mixture.dim);
  if (mixture.dim > 0 && mixture.covariances.size() == expected) return;
  throw Error(ErrorCode::input, "covariances: expected " + std::to_string(expected) + " numbers for " +
                                    std::to_string(mixture.size()) + " components of " + std::to_string(mixture.dim) +
                                    " columns, got " + std::to_string(mixture.covariances.size()));
}

// map(U) for every matrix, where U is upper triangular with Sigma^-1 = U U'. The factors are those of Density, so every
// mixture that can be evaluated has precisions.
template <typename Map>
Values from_factors(const Mixture& mixture, const Map& map) {
  const std::size_t dim = mixture.dim, square = dim * dim, count = mixture.covariances.size() / square;
  const Factors lower(mixture.covariances, dim);
  for (std::size_t k = 0; k < count; ++k) {
    if (lower.exists(k)) continue;
    throw Error(ErrorCode::input, "the covariance of component " + std::to_string(k) + " is not positive definite");
  }
  const Values inverses = lower.inverses(count);
  const double* packed = inverses.data();
  Values out;
  for (std::size_t k = 0; k < count; ++k) {
    Matrix U(dim, dim);
    for (std::size_t j = 0; j < dim; ++j) {
      for (std::size_t l = 0; l <= j; ++l) U(l, j) = *packed++;
    }
    const Matrix mapped = map(U);
    out.insert(out.end(), mapped.values().begin(), mapped.values().end());
  }
  return out;
}

template <typename Map>
Values from_variances(const Mixture& mixture, const Map& map) {
  Values out;
  for (const double variance : mixture.covariances) {
    if (!(variance > 0)) throw Error(ErrorCode::input, "expected variances above 0, got " + std::to_string(variance));
    out.push_back(map(variance));
  }
  return out;
}

}  // namespace

std::vector<double> precisions(const Mixture& mixture) {
  check_shape(mixture);
  if (!is_matrix(mixture)) return from_variances(mixture, [](double variance) { return 1 / variance; });
  return from_factors(mixture, [](const Matrix& U) { return product_with_transpose(U, U); });
}

std::vector<double> precision_factors(const Mixture& mixture) {
  check_shape(mixture);
  if (!is_matrix(mixture)) return from_variances(mixture, [](double variance) { return 1 / std::sqrt(variance); });
  return from_factors(mixture, [](const Matrix& U) { return U; });
}

Mixture with_covariance(const Mixture& mixture, Covariance covariance) {
  check_shape(mixture);
  if (mixture.covariance == covariance) return mixture;
  Mixture changed{covariance, mixture.dim, mixture.weights, mixture.means, {}};
  changed.noise = mixture.noise;
  const bool tied = covariance == Covariance::tied;
  // With noise the weights of the components add up to less than 1.
  const double all = mixture.noise ? 1 - mixture.noise->weight : 1.0;
  if (tied) changed.covariances.assign(mixture.dim * mixture.dim, 0.0);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const Values own = covariance_as(mixture, covariance, k);
    if (!tied) changed.covariances.insert(changed.covariances.end(), own.begin(), own.end());
    for (std::size_t i = 0; tied && i < own.size(); ++i) changed.covariances[i] += mixture.weights[k] / all * own[i];
  }
  return changed;
}

}  // namespace mixseed
