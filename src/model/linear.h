// Small dense matrices, row-major as everywhere in mixseed. The only door to Eigen.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace mixseed {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::VectorXd;

inline Eigen::Map<Matrix> as_matrix(double* values, std::size_t dim) {
  const auto n = static_cast<Eigen::Index>(dim);
  return {values, n, n};
}
inline Eigen::Map<const Matrix> as_matrix(const double* values, std::size_t dim) {
  const auto n = static_cast<Eigen::Index>(dim);
  return {values, n, n};
}

// What follows is compiled once, in linear.cpp: Eigen's products and decompositions take seconds in every file that
// writes them out.

// Plain Cholesky: every pivot has to be positive. Eigen alone takes NaN for success.
bool succeeded(const Eigen::LLT<Matrix>& llt);
bool positive_definite(const Eigen::Ref<const Matrix>& matrix);

// Eigenvalues in ascending order, and eigenvectors as columns.
using Spectrum = Eigen::SelfAdjointEigenSolver<Matrix>;
Spectrum spectrum_of(const Matrix& symmetric);
double smallest_eigenvalue(const Matrix& symmetric);

// Of a positive definite matrix: its inverse, and its determinant to the power of 1 / D.
Matrix inverse_of(const Matrix& matrix);
double mean_scale(const Matrix& matrix);

// V diag(variances) V'
std::vector<double> composed(const Matrix& axes, const std::vector<double>& variances);

Matrix product(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b);
// a b'
Matrix product_with_transpose(const Eigen::Ref<const Matrix>& a, const Eigen::Ref<const Matrix>& b);

}  // namespace mixseed
