// Checks the constraints of a family on its covariances: docs/families.md.
#include <algorithm>
#include <cmath>
#include <map>

#include "saved/claims.h"

namespace mixseed::saved {
namespace {

constexpr Real kEqual = 1e-9L;  // of volumes, shapes and axes, relative, beside what conditions explain

const std::map<std::string, std::string>& letters_of_names() {
  static const std::map<std::string, std::string> all{
      {"full", "VVV"}, {"tied", "EEE"}, {"diagonal", "VVI"}, {"spherical", "VII"}};
  return all;
}

std::string letters_of(const std::string& family) {
  const auto found = letters_of_names().find(family);
  return found == letters_of_names().end() ? family : found->second;
}

Reals scaled(Reals matrix, Real factor) {
  for (Real& number : matrix) number *= factor;
  return matrix;
}

Real norm(const Reals& matrix) {
  Real sum = 0;
  for (const Real number : matrix) sum = std::hypot(sum, number);
  return sum;
}

// The largest difference of two matrices that should be multiples of each other, in units of the columns' deviations.
// The first variance gives the multiple: unlike a determinant it has all its digits.
Real apart(const Reals& a, const Reals& b, std::size_t dim) {
  Real largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Real unit = std::sqrt(a[i / dim * (dim + 1)]) * std::sqrt(a[i % dim * (dim + 1)]);
    largest = std::max(largest, std::abs(a[i] - b[i] * (a[0] / b[0])) / unit);
  }
  return largest;
}

// The largest difference of two lists of eigenvalues, relative.
Real difference(const Reals& a, const Reals& b) {
  Real largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]) / a[i]);
  return largest;
}

// Two symmetric matrices have common axes if their product is symmetric.
Real turned_apart(const Reals& a, const Reals& b, std::size_t dim) {
  Reals product(dim * dim, 0);
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < dim; ++j) {
      for (std::size_t l = 0; l < dim; ++l) product[i * dim + j] += a[i * dim + l] * b[l * dim + j];
    }
  }
  Real largest = 0;
  for (std::size_t i = 0; i < dim; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      largest = std::max(largest, std::abs(product[i * dim + j] - product[j * dim + i]));
    }
  }
  return largest / norm(a) / norm(b);
}

// A covariance, its volume and its shape.
struct Decomposed {
  Real log_volume;    // log of the determinant, over D
  Reals shape;        // the matrix with volume 1
  Reals proportions;  // its eigenvalues

  Decomposed(const Reals& matrix, std::size_t dim)
      : log_volume(log_determinant(cholesky(matrix, dim), dim) / static_cast<Real>(dim)),
        shape(scaled(matrix, std::exp(-log_volume))),
        proportions(eigenvalues(shape, dim)) {}
};

}  // namespace

Broken check_family(const SavedModel& model) {
  Broken broken;
  const std::string letters = letters_of(model.family);
  const std::size_t D = model.dim;
  const auto expect = [&](const char* what, std::size_t k, Real found, Real allowed) {
    if (found <= allowed) return;
    broken.push_back("family: " + letters + ": components 0 and " + std::to_string(k) + " differ in " + what + " by " +
                     std::to_string(static_cast<double>(found / allowed)) + " times what is allowed, " +
                     std::to_string(static_cast<double>(std::log10(found))));
  };
  const bool is_diagonal = letters[2] == 'I', one_axes = letters[2] == 'E';
  const Decomposed first(model.covariances[0], D);
  for (std::size_t k = 0; k < model.weights.size(); ++k) {
    const Decomposed other(model.covariances[k], D);
    // The condition bounds the relative rounding of a determinant.
    const Real rounding = 0x1p-46L * static_cast<Real>(D) *
                          std::max(condition(model.covariances[0], D), condition(model.covariances[k], D));
    const Real spread = std::max(first.proportions.back() / first.proportions.front(),
                                 other.proportions.back() / other.proportions.front());
    if (letters[0] == 'E') expect("volume", k, std::abs(first.log_volume - other.log_volume), kEqual + rounding);
    if (letters[1] == 'E' && letters[2] != 'V')
      expect("shape", k, apart(model.covariances[0], model.covariances[k], D), kEqual);
    // The rounding of an eigenvalue is relative to the largest one.
    if (letters[1] == 'E' && letters[2] == 'V') {
      expect("proportions", k, difference(first.proportions, other.proportions), kEqual + spread * 0x1p-48L);
    }
    if (letters[1] == 'V' && one_axes) {
      expect("axes", k, turned_apart(first.shape, other.shape, D), kEqual);
    }
    if (is_diagonal && D > 1) {
      Reals off = other.shape;
      for (std::size_t j = 0; j < D; ++j) off[j * (D + 1)] = 0;
      expect("axes that are not the columns'", k, norm(off), 0);
    }
  }
  return broken;
}

}  // namespace mixseed::saved
