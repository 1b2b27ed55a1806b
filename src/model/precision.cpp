#include "mixseed/precision.h"

#include <cmath>
#include <utility>

#include "mixseed/error.h"
#include "model/factors.h"
#include "model/layout.h"
#include "model/linear.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

void check_shape(const Mixture& mixture) {
  const std::size_t expected = covariance_length(mixture.covariance, mixture.size(), mixture.dim);
  if (mixture.dim > 0 && mixture.covariances.size() == expected) return;
  throw Error(ErrorCode::input, "covariances: expected " + std::to_string(expected) + " numbers for " +
                                    std::to_string(mixture.size()) + " components of " + std::to_string(mixture.dim) +
                                    " columns, got " + std::to_string(mixture.covariances.size()));
}

bool is_matrix(const Mixture& mixture) { return layout_of(mixture.covariance).shape == Layout::Shape::matrix; }

// map(U) for every matrix, where U is upper triangular with Sigma^-1 = U U'. The factors are those of Density, so every
// mixture that can be evaluated has precisions.
template <typename Map>
Values from_factors(const Mixture& mixture, const Map& map) {
  const PlainCovariances plain(mixture);
  const std::size_t dim = mixture.dim, count = plain.values().size() / plain.length();
  const Factors lower(plain.values(), dim);
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
  const PlainCovariances plain(mixture);
  for (const double variance : plain.values()) {
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
  const Layout layout = layout_of(covariance);
  // With noise the weights of the components add up to less than 1.
  const double all = mixture.noise ? 1 - mixture.noise->weight : 1.0;
  Values mean(mixture.dim * mixture.dim, 0.0);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const Values own = layout.shared ? mixture.covariance_of(k) : covariance_as(mixture, covariance, k);
    if (!layout.shared) changed.covariances.insert(changed.covariances.end(), own.begin(), own.end());
    for (std::size_t i = 0; layout.shared && i < own.size(); ++i) mean[i] += mixture.weights[k] / all * own[i];
  }
  if (layout.shared) changed.covariances = stored_as(layout, mixture.dim, std::move(mean));
  return changed;
}

Mixture with_plain_covariances(const Mixture& mixture) {
  const Layout layout = layout_of(mixture.covariance);
  return layout.storage ? with_covariance(mixture, widest(layout.shape)) : mixture;
}

}  // namespace mixseed
