#include "model/linear.h"

#define EIGEN_NO_IO
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace mixseed {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Dense>;
using Solver = Eigen::SelfAdjointEigenSolver<Dense>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

View view(const Matrix& matrix) { return {matrix.values().data(), index(matrix.rows()), index(matrix.columns())}; }

Matrix matrix_of(const Dense& dense) {
  return {static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()),
          std::vector<double>(dense.data(), dense.data() + dense.size())};
}

}  // namespace

void add(Matrix& to, const Matrix& matrix, double factor) {
  for (std::size_t i = 0; i < to.rows(); ++i) {
    for (std::size_t j = 0; j < to.columns(); ++j) to(i, j) += factor * matrix(i, j);
  }
}

double inner_product(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.values().size(); ++i) sum += a.values()[i] * b.values()[i];
  return sum;
}

Matrix transposed(const Matrix& matrix) {
  Matrix turned(matrix.columns(), matrix.rows());
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) turned(j, i) = matrix(i, j);
  }
  return turned;
}

Matrix product(const Matrix& a, const Matrix& b) { return matrix_of(view(a) * view(b)); }

Matrix product_with_transpose(const Matrix& a, const Matrix& b) { return product(a, transposed(b)); }

Matrix scaled(std::span<const double> left, const Matrix& matrix, std::span<const double> right) {
  Matrix result = matrix;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) result(i, j) = left[i] * matrix(i, j) * right[j];
  }
  return result;
}

Matrix symmetric(const Matrix& matrix) {
  Matrix even = matrix;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) even(i, j) = 0.5 * (matrix(i, j) + matrix(j, i));
  }
  return even;
}

Matrix part_of(const Matrix& matrix, std::span<const std::size_t> rows, std::span<const std::size_t> columns) {
  Matrix part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) part(i, j) = matrix(rows[i], columns[j]);
  }
  return part;
}

std::optional<Matrix> lower_root(const Matrix& matrix) {
  const Eigen::LLT<Dense> llt(view(matrix));
  // Eigen alone takes NaN for success.
  if (llt.info() != Eigen::Success || !llt.matrixLLT().diagonal().allFinite()) return std::nullopt;
  return matrix_of(llt.matrixL());
}

Matrix solved(const Matrix& matrix, const Matrix& right) {
  return matrix_of(Eigen::LLT<Dense>(view(matrix)).solve(view(right)));
}

Matrix inverse_of(const Matrix& matrix) {
  Matrix identity(matrix.rows(), matrix.rows());
  for (std::size_t i = 0; i < matrix.rows(); ++i) identity(i, i) = 1;
  return solved(matrix, identity);
}

Matrix inverse_of_lower(const Matrix& lower) {
  Matrix inverse(lower.rows(), lower.rows());
  for (std::size_t i = 0; i < lower.rows(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = i == j ? 1 : 0;
      for (std::size_t l = j; l < i; ++l) sum -= lower(i, l) * inverse(l, j);
      inverse(i, j) = sum / lower(i, i);
    }
  }
  return inverse;
}

double mean_scale(const Matrix& matrix) {
  const Dense lower = Eigen::LLT<Dense>(view(matrix)).matrixLLT();
  double sum = 0;
  for (Eigen::Index j = 0; j < lower.rows(); ++j) sum += std::log(lower(j, j));
  return std::exp(2 * sum / static_cast<double>(matrix.rows()));
}

double log_determinant(const Matrix& matrix) {
  const Dense factors = Eigen::PartialPivLU<Dense>(view(matrix)).matrixLU();
  double sum = 0;
  for (Eigen::Index j = 0; j < factors.rows(); ++j) sum += std::log(std::abs(factors(j, j)));
  return sum;
}

Spectrum spectrum_of(const Matrix& symmetric) {
  const Solver solver(view(symmetric));
  const auto& values = solver.eigenvalues();
  return {{values.data(), values.data() + values.size()}, matrix_of(solver.eigenvectors())};
}

double smallest_eigenvalue(const Matrix& symmetric) {
  return Solver(view(symmetric), Eigen::EigenvaluesOnly).eigenvalues()[0];
}

std::vector<double> composed(const Matrix& axes, const std::vector<double>& variances) {
  const std::vector<double> ones(axes.rows(), 1.0);
  return symmetric(product_with_transpose(scaled(ones, axes, variances), axes)).values();
}

}  // namespace mixseed
