#include <string>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/linear.h"

namespace mixseed {
namespace {

// L^-1 where L L' is the reference.
Matrix whitening(std::span<const double> reference, std::size_t dim) {
  const auto lower = reference.size() == dim * dim ? lower_root(as_matrix(reference.data(), dim)) : std::nullopt;
  if (!lower) {
    throw Error(ErrorCode::input,
                "the reference must be a positive definite matrix of " + std::to_string(dim) + " rows and columns");
  }
  return inverse_of_lower(*lower);
}

}  // namespace

std::vector<double> smallest_variances(const Mixture& mixture, std::span<const double> reference) {
  const bool is_plain = reference.empty();
  const Matrix whiten = is_plain ? Matrix() : whitening(reference, mixture.dim);
  std::vector<double> smallest;
  for (std::size_t k = 0; k < mixture.size(); ++k) {
    const std::vector<double> sigma = mixture.covariance_of(k);
    const Matrix matrix = as_matrix(sigma.data(), mixture.dim);
    smallest.push_back(
        smallest_eigenvalue(is_plain ? matrix : product_with_transpose(product(whiten, matrix), whiten)));
  }
  return smallest;
}

}  // namespace mixseed
