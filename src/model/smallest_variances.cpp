#include <cmath>
#include <string>

#include "mixseed/error.h"
#include "mixseed/evaluate.h"
#include "model/linear.h"

namespace mixseed {
namespace {

// W with W reference W' = 1.
Matrix whitening(std::span<const double> reference, std::size_t dim) {
  if (reference.size() != dim * dim || !positive_definite(as_matrix(reference.data(), dim))) {
    throw Error(ErrorCode::input,
                "the reference must be a positive definite matrix of " + std::to_string(dim) + " rows and columns");
  }
  const Spectrum spectrum = spectrum_of(as_matrix(reference.data(), dim));
  std::vector<double> shrink(dim), ones(dim, 1.0);
  for (std::size_t j = 0; j < dim; ++j) shrink[j] = 1 / std::sqrt(spectrum.values[j]);
  return scaled(shrink, transposed(spectrum.axes), ones);
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
