#include "model/density.h"

#include <cmath>
#include <numbers>
#include <string>

#include "mixseed/error.h"
#include "model/linear.h"

namespace mixseed {
namespace {

[[noreturn]] void refuse(std::size_t k) {
  throw Error(ErrorCode::input, "the covariance of component " + std::to_string(k) + " is not positive definite");
}

// Appends the rows of L^-1 (Sigma = L L') and returns log |Sigma|.
double append_inverse_factor(const double* covariance, std::size_t dim, std::size_t k, std::vector<double>& factors) {
  const Eigen::LLT<Matrix> llt(as_matrix(covariance, dim));
  if (!succeeded(llt)) refuse(k);
  const auto n = static_cast<Eigen::Index>(dim);
  const Matrix lower = llt.matrixL();
  const Matrix inverse = lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
  double log_determinant = 0;
  for (Eigen::Index j = 0; j < n; ++j) {
    factors.insert(factors.end(), &inverse(j, 0), &inverse(j, 0) + j + 1);
    log_determinant += 2 * std::log(lower(j, j));
  }
  return log_determinant;
}

double append_inverse_deviations(const double* variances, std::size_t count, std::size_t k,
                                 std::vector<double>& factors) {
  double log_determinant = 0;
  for (std::size_t j = 0; j < count; ++j) {
    if (!(variances[j] > 0)) refuse(k);
    factors.push_back(1 / std::sqrt(variances[j]));
    log_determinant += std::log(variances[j]);
  }
  return log_determinant;
}

}  // namespace

Density::Density(const Mixture& mixture)
    : type_(mixture.covariance), dim_(mixture.dim), weights_(mixture.weights), means_(mixture.means) {
  const std::size_t parts = type_ == Covariance::tied ? 1 : mixture.size();
  const std::size_t length = mixture.covariances.size() / parts;
  std::vector<double> log_determinants;
  for (std::size_t k = 0; k < parts; ++k) {
    const double* covariance = mixture.covariances.data() + k * length;
    if (type_ == Covariance::full || type_ == Covariance::tied) {
      log_determinants.push_back(append_inverse_factor(covariance, dim_, k, factors_));
    } else if (type_ == Covariance::diagonal) {
      log_determinants.push_back(append_inverse_deviations(covariance, dim_, k, factors_));
    } else {
      const std::vector<double> variances(dim_, *covariance);
      precisions_.push_back(1 / *covariance);
      log_determinants.push_back(append_inverse_deviations(variances.data(), dim_, k, factors_));
    }
  }
  factor_stride_ = parts == 1 ? 0 : factors_.size() / parts;
  const double constant = static_cast<double>(dim_) * std::log(2 * std::numbers::pi);
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const double log_determinant = log_determinants[parts == 1 ? 0 : k];
    log_scale_.push_back(std::log(weights_[k]) - 0.5 * (constant + log_determinant));
  }
}

void Density::mahalanobis(const Block& block, std::size_t k, double* out, double* scratch) const {
  const double* mean = means_.data() + k * dim_;
  const double* factor = factors_.data() + k * factor_stride_;
  if (type_ == Covariance::full || type_ == Covariance::tied) {
    kernel::active().squared_norms_triangular(block.x, block.rows, dim_, mean, factor, out, scratch);
  } else {
    kernel::active().squared_norms_diagonal(block.x, block.rows, dim_, mean, factor, out);
  }
}

void Density::log_terms(const Block& block, double* terms, double* scratch) const {
  for (std::size_t k = 0; k < size(); ++k) {
    double* out = terms + k * kernel::kBlock;
    mahalanobis(block, k, out, scratch);
    for (std::size_t i = 0; i < block.rows; ++i) out[i] = log_scale_[k] - 0.5 * out[i];
  }
}

}  // namespace mixseed
