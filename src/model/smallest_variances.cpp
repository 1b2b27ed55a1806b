#include <algorithm>
#include <string>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/linear.h"

namespace mixseed {
namespace {

// L^-1 where L L' is the reference.
Matrix whitening(std::span<const double> reference, std::size_t dim) {
  const auto n = static_cast<Eigen::Index>(dim);
  if (reference.empty()) return Matrix::Identity(n, n);
  if (reference.size() != dim * dim || !positive_definite(as_matrix(reference.data(), dim))) {
    throw Error(ErrorCode::input,
                "the reference must be a positive definite matrix of " + std::to_string(dim) + " rows and columns");
  }
  const Matrix lower = Eigen::LLT<Matrix>(as_matrix(reference.data(), dim)).matrixL();
  return lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
}

}  // namespace

std::vector<double> smallest_variances(const Mixture& mixture, std::span<const double> reference) {
  const Matrix whiten = whitening(reference, mixture.dim);
  const bool is_plain = reference.empty();
  std::vector<double> smallest;
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const std::vector<double> sigma = mixture.covariance_of(k);
    const auto matrix = as_matrix(sigma.data(), mixture.dim);
    smallest.push_back(
        smallest_eigenvalue(is_plain ? Matrix(matrix) : product_with_transpose(product(whiten, matrix), whiten)));
  }
  return smallest;
}

}  // namespace mixseed
