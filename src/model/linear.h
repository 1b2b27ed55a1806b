// Small dense matrices, row-major. Only linear.cpp includes Eigen, which takes seconds to compile. Eigenvalues of
// matrices with few columns are computed without Eigen, whose set-up would take most of the time.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace mixseed {

class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns), values_(rows * columns) {}
  Matrix(std::size_t rows, std::size_t columns, std::vector<double> values)
      : rows_(rows), columns_(columns), values_(std::move(values)) {}

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  const std::vector<double>& values() const { return values_; }
  double& operator()(std::size_t i, std::size_t j) { return values_[i * columns_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return values_[i * columns_ + j]; }
  double* line(std::size_t i) { return values_.data() + i * columns_; }
  const double* line(std::size_t i) const { return values_.data() + i * columns_; }

 private:
  std::size_t rows_ = 0, columns_ = 0;
  std::vector<double> values_;
};

// A copy of dim x dim numbers.
inline Matrix as_matrix(const double* values, std::size_t dim) {
  return {dim, dim, std::vector<double>(values, values + dim * dim)};
}

double dot(std::span<const double> a, std::span<const double> b);
// to += factor * matrix
void add(Matrix& to, const Matrix& matrix, double factor);
// sum_ij a_ij b_ij
double inner_product(const Matrix& a, const Matrix& b);
Matrix transposed(const Matrix& matrix);
Matrix product(const Matrix& a, const Matrix& b);
// a b'
Matrix product_with_transpose(const Matrix& a, const Matrix& b);
// diag(left) matrix diag(right)
Matrix scaled(std::span<const double> left, const Matrix& matrix, std::span<const double> right);
// (matrix + matrix') / 2
Matrix symmetric(const Matrix& matrix);
// The submatrix of these rows and columns.
Matrix part_of(const Matrix& matrix, std::span<const std::size_t> rows, std::span<const std::size_t> columns);

// L with L L' = matrix, by Cholesky; no value unless every pivot is positive.
std::optional<Matrix> lower_root(const Matrix& matrix);
inline bool positive_definite(const Matrix& matrix) { return lower_root(matrix).has_value(); }
// matrix^-1 right. The inverse and this are NaN unless the matrix is positive definite.
Matrix solved(const Matrix& matrix, const Matrix& right);
Matrix inverse_of(const Matrix& matrix);
// L^-1 of a result of lower_root.
Matrix inverse_of_lower(const Matrix& lower);
// The determinant to the power of 1 / D; NaN unless the matrix is positive definite.
double mean_scale(const Matrix& matrix);

// mass log det(sigma) + tr(sigma^-1 scatter): infinite unless sigma is positive definite.
double cost_of(const Matrix& sigma, const Matrix& scatter, double mass);

// log |determinant| of any matrix.
double log_determinant(const Matrix& matrix);

// Eigenvalues in ascending order, and eigenvectors as columns.
struct Spectrum {
  std::vector<double> values;
  Matrix axes;
};
Spectrum spectrum_of(const Matrix& symmetric);
double smallest_eigenvalue(const Matrix& symmetric);
// V diag(variances) V'
void compose(const Matrix& axes, std::span<const double> variances, double* to);
std::vector<double> composed(const Matrix& axes, std::span<const double> variances);

}  // namespace mixseed
