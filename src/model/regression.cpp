#include "model/regression.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "mixseed/error.h"
#include "model/linear.h"

namespace mixseed {

Regression::Regression(const Mixture& mixture, std::size_t k, const std::vector<std::size_t>& seen)
    : dim_(mixture.dim), seen_(seen), mean_(mixture.mean(k).begin(), mixture.mean(k).end()) {
  for (std::size_t j = 0; j < dim_; ++j) {
    if (!std::binary_search(seen.begin(), seen.end(), j)) unseen_.push_back(j);
  }
  const std::vector<double> own = mixture.covariance_of(k);
  const Matrix covariance = as_matrix(own.data(), dim_);
  const std::optional<Matrix> lower = lower_root(part_of(covariance, seen_, seen_));
  if (!lower) {
    throw Error(ErrorCode::input, "the covariance of component " + std::to_string(k) + " is not positive definite");
  }
  const Matrix inverse = inverse_of_lower(*lower);
  inverse_ = inverse.values();
  offset_ = std::log(mixture.weights[k]) - 0.5 * static_cast<double>(seen_.size()) * std::log(2 * std::numbers::pi);
  for (std::size_t j = 0; j < seen_.size(); ++j) offset_ -= std::log((*lower)(j, j));
  // across L^-T, so that slopes = (across L^-T) L^-1 and rest = own - (across L^-T) (across L^-T)'.
  const Matrix half = product_with_transpose(part_of(covariance, unseen_, seen_), inverse);
  slopes_ = product(half, inverse).values();
  Matrix rest = part_of(covariance, unseen_, unseen_);
  add(rest, product_with_transpose(half, half), -1);
  rest_ = rest.values();
}

// A negative conditional variance is rounding and counts as 0.
std::vector<double> Regression::root_of_rest() const {
  const std::size_t size = unseen_.size();
  std::vector<double> root(size * size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = rest_[i * size + j];
      for (std::size_t l = 0; l < j; ++l) sum -= root[i * size + l] * root[j * size + l];
      if (i == j) root[i * size + i] = std::sqrt(std::max(sum, 0.0));
      if (i != j && root[j * size + j] > 0) root[i * size + j] = sum / root[j * size + j];
    }
  }
  return root;
}

double Regression::squared_distance(const double* row) const {
  double sum = 0;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    double z = 0;
    for (std::size_t j = 0; j <= i; ++j) z += inverse_[i * seen_.size() + j] * (row[seen_[j]] - mean_[seen_[j]]);
    sum += z * z;
  }
  return sum;
}

void Regression::fill(const double* row, double* out) const {
  std::copy_n(row, dim_, out);
  for (std::size_t i = 0; i < unseen_.size(); ++i) {
    double value = mean_[unseen_[i]];
    for (std::size_t j = 0; j < seen_.size(); ++j) {
      value += slopes_[i * seen_.size() + j] * (row[seen_[j]] - mean_[seen_[j]]);
    }
    out[unseen_[i]] = value;
  }
}

}  // namespace mixseed
