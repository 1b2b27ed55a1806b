#include "mixseed/precision.h"

#include <cmath>

#include "mixseed/error.h"
#include "model/covariance.h"
#include "model/linear.h"

namespace mixseed {
namespace {

using Values = std::vector<double>;

bool is_matrix(const Mixture& mixture) {
  return mixture.covariance == Covariance::full || mixture.covariance == Covariance::tied;
}

// write(U, out) for every matrix, where U is upper triangular with Sigma^-1 = U U'.
template <typename Write>
Values from_factors(const Mixture& mixture, const Write& write) {
  const std::size_t dim = mixture.dim, square = dim * dim;
  Values out(mixture.covariances.size());
  for (std::size_t at = 0; at < out.size(); at += square) {
    const Eigen::LLT<Matrix> llt(as_matrix(mixture.covariances.data() + at, dim));
    if (!succeeded(llt)) {
      throw Error(ErrorCode::input,
                  "the covariance of component " + std::to_string(at / square) + " is not positive definite");
    }
    const auto n = static_cast<Eigen::Index>(dim);
    const Matrix inverse = llt.matrixL().solve(Matrix::Identity(n, n));
    write(Matrix(inverse.transpose()), as_matrix(out.data() + at, dim));
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
  if (!is_matrix(mixture)) return from_variances(mixture, [](double variance) { return 1 / variance; });
  return from_factors(mixture, [](const Matrix& U, Eigen::Map<Matrix> out) { out = U * U.transpose(); });
}

std::vector<double> precision_factors(const Mixture& mixture) {
  if (!is_matrix(mixture)) return from_variances(mixture, [](double variance) { return 1 / std::sqrt(variance); });
  return from_factors(mixture, [](const Matrix& U, Eigen::Map<Matrix> out) { out = U; });
}

Mixture with_covariance(const Mixture& mixture, Covariance covariance) {
  if (mixture.covariance == covariance) return mixture;
  Mixture changed{covariance, mixture.dim, mixture.weights, mixture.means, {}};
  const bool tied = covariance == Covariance::tied;
  if (tied) changed.covariances.assign(mixture.dim * mixture.dim, 0.0);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const Values own = covariance_as(mixture, covariance, k);
    if (!tied) changed.covariances.insert(changed.covariances.end(), own.begin(), own.end());
    for (std::size_t i = 0; tied && i < own.size(); ++i) changed.covariances[i] += mixture.weights[k] * own[i];
  }
  return changed;
}

}  // namespace mixseed
