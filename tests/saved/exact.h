// A saved model and its densities in long double. Shares no code with src, only the file format.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mixseed::saved {

using Real = long double;
using Reals = std::vector<Real>;

// Row-major D x D, or [rows][D].
struct SavedModel {
  std::string layout, family;
  std::size_t dim = 0;
  Reals weights;
  std::vector<Reals> means, covariances;  // of every component; every covariance as a D x D matrix
  bool has_noise = false;
  Real noise_weight = 0, log_volume = 0;
  Reals corner, edges;      // edges: D lengths, or D vectors
  Real log_likelihood = 0;  // of the provenance, mean per observation
  std::size_t rows = 0;     // of the provenance
};
// Throws std::exception for a file without these entries.
SavedModel read_saved(const std::string& path);

// Lower triangular L with L L' = the D x D matrix. Empty unless the matrix is positive definite.
Reals cholesky(const Reals& matrix, std::size_t dim);
Real log_determinant(const Reals& factor, std::size_t dim);
// Frobenius norms of the correlation matrix and of its inverse, multiplied: at least its condition.
Real condition(const Reals& matrix, std::size_t dim);
// Ascending.
Reals eigenvalues(Reals matrix, std::size_t dim);

// The rows of a fit; NaN is a missing value.
struct GivenRows {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values, weights;  // no weights: every row counts once

  Real weight(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  double at(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

struct Exact {
  Reals log_densities;    // of every row, by its observed numbers
  Real observations = 0;  // the sum of the weights of rows with a number
  Real total = 0;         // log-likelihood, weights count
  Real certainty = 0;     // sum of the logarithms of the largest responsibility, weights count
  Real condition = 1;     // the largest of the components
};
Exact evaluate(const SavedModel& model, const GivenRows& rows);

// The free parameters of weights, means, covariances and noise.
std::size_t count_parameters(const SavedModel& model);

}  // namespace mixseed::saved
