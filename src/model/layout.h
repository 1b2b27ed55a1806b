// How covariances are stored. Everything outside of the storages works on plain numbers: D x D for a matrix, D
// variances for a diagonal covariance, 1 for a spherical one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "mixseed/mixture.h"

namespace mixseed {

// A storage of other numbers than the plain ones. `stored` and `plain` are one covariance.
struct Storage {
  std::vector<std::size_t> (*extents)(std::size_t dim);  // of the stored array, outermost first
  void (*expand)(std::size_t dim, const double* stored, double* plain);
  // Stores a covariance near `plain`, positive definite if that is.
  void (*compress)(std::size_t dim, const double* plain, double* stored);
  // diag(factors) Sigma diag(factors)
  void (*scale)(std::size_t dim, std::span<const double> factors, double* stored);
};

// The layout of this shape with plain numbers and a covariance for each component.
Covariance widest(Layout::Shape shape);

// Stored covariances as plain numbers: refers to them if they are stored so, and copies them otherwise.
class PlainCovariances {
 public:
  PlainCovariances(const Layout& layout, std::size_t dim, std::span<const double> stored);
  explicit PlainCovariances(const Mixture& mixture)
      : PlainCovariances(layout_of(mixture.covariance), mixture.dim, mixture.covariances) {}
  PlainCovariances(const PlainCovariances&) = delete;

  // One covariance after the other, each with `length` values.
  std::span<const double> values() const { return values_; }
  std::size_t length() const { return length_; }
  // Of component k, also if all share one covariance.
  const double* operator[](std::size_t k) const { return values_.data() + (shared_ ? 0 : k * length_); }

 private:
  bool shared_;
  std::size_t length_;
  std::vector<double> copy_;
  std::span<const double> values_;
};

// The plain numbers of one stored covariance.
inline PlainCovariances plain_covariance(const Layout& layout, std::size_t dim, const double* stored) {
  return {layout, dim, std::span(stored, layout.numbers(dim))};
}

// Where the covariance of component k is stored, also if all share one.
const double* stored_covariance(const Mixture& mixture, std::size_t k);
inline double* stored_covariance(Mixture& mixture, std::size_t k) {
  return const_cast<double*>(stored_covariance(std::as_const(mixture), k));
}

// Calls change(plain) on the plain numbers of one stored covariance, and stores them if they have changed.
template <typename Change>
void change_plain(const Layout& layout, std::size_t dim, double* stored, const Change& change) {
  const PlainCovariances before = plain_covariance(layout, dim, stored);
  if (before.values().data() == stored) return change(stored);
  std::vector<double> plain(before.values().begin(), before.values().end());
  change(plain.data());
  const bool same = std::equal(plain.begin(), plain.end(), before.values().begin());
  if (!same) layout.storage->compress(dim, plain.data(), stored);
}

// One stored covariance as a D x D matrix.
std::vector<double> matrix_of(const Layout& layout, std::size_t dim, const double* covariance);

// Whether every Cholesky pivot is positive and every variance has a finite inverse.
bool positive(Covariance type, std::size_t dim, const double* covariance);

// variance * I
void write_spherical(Covariance type, std::size_t dim, double variance, double* covariance);

// factor * Sigma
void multiply_covariance(const Layout& layout, std::size_t dim, double factor, double* covariance);

// diag(factors) Sigma diag(factors); for a spherical covariance the factors must be equal.
void scale_covariance(const Layout& layout, std::size_t dim, std::span<const double> factors, double* covariance);

// The stored numbers of a D x D covariance: variances are averaged, and correlations dropped, as needed.
std::vector<double> stored_as(const Layout& layout, std::size_t dim, std::vector<double> matrix);

// The covariance of component k as another type.
std::vector<double> covariance_as(const Mixture& mixture, Covariance type, std::size_t k);

}  // namespace mixseed
