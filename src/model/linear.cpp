#include "model/linear.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mixseed {
namespace {

// log det L L'
double log_of_square(const Matrix& lower) {
  double sum = 0;
  for (std::size_t j = 0; j < lower.rows(); ++j) sum += std::log(lower(j, j));
  return 2 * sum;
}

// L^-1, or no numbers where there is no L.
Matrix inverse_root(const Matrix& matrix) {
  const std::size_t D = matrix.rows();
  const std::optional<Matrix> lower = lower_root(matrix);
  return lower ? inverse_of_lower(*lower) : Matrix(D, D, std::vector<double>(D * D, std::nan("")));
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

Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t columns = b.columns();
  std::vector<double> values(a.rows() * columns, 0.0);
  for (std::size_t i = 0; i < a.rows(); ++i) {
    double* __restrict to = values.data() + i * columns;
    for (std::size_t l = 0; l < a.columns(); ++l) {
      const double* __restrict line = b.values().data() + l * columns;
      const double factor = a(i, l);
      for (std::size_t j = 0; j < columns; ++j) to[j] += factor * line[j];
    }
  }
  return {a.rows(), columns, std::move(values)};
}

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
  Matrix lower(matrix.rows(), matrix.rows());
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = matrix(i, j);
      for (std::size_t l = 0; l < j; ++l) rest -= lower(i, l) * lower(j, l);
      if (i == j && !(rest > 0 && std::isfinite(rest))) return std::nullopt;
      lower(i, j) = i == j ? std::sqrt(rest) : rest / lower(j, j);
    }
  }
  return lower;
}

Matrix solved(const Matrix& matrix, const Matrix& right) {
  const Matrix inverse = inverse_root(matrix);
  return product(transposed(inverse), product(inverse, right));
}

Matrix inverse_of(const Matrix& matrix) {
  const Matrix inverse = inverse_root(matrix);
  return product(transposed(inverse), inverse);
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
  const std::optional<Matrix> lower = lower_root(matrix);
  return lower ? std::exp(log_of_square(*lower) / static_cast<double>(matrix.rows())) : std::nan("");
}

double cost_of(const Matrix& sigma, const Matrix& scatter, double mass) {
  const std::optional<Matrix> lower = lower_root(sigma);
  if (!lower) return std::numeric_limits<double>::infinity();
  const Matrix inverse = inverse_of_lower(*lower);
  return mass * log_of_square(*lower) + inner_product(product(inverse, scatter), inverse);
}

double log_determinant(const Matrix& matrix) {
  Matrix rest = matrix;
  double sum = 0;
  for (std::size_t j = 0; j < rest.rows(); ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j + 1; i < rest.rows(); ++i) {
      if (std::abs(rest(i, j)) > std::abs(rest(pivot, j))) pivot = i;
    }
    for (std::size_t l = j; l < rest.columns(); ++l) std::swap(rest(j, l), rest(pivot, l));
    sum += std::log(std::abs(rest(j, j)));
    if (rest(j, j) == 0) break;
    for (std::size_t i = j + 1; i < rest.rows(); ++i) {
      const double factor = rest(i, j) / rest(j, j);
      for (std::size_t l = j + 1; l < rest.columns(); ++l) rest(i, l) -= factor * rest(j, l);
    }
  }
  return sum;
}

std::vector<double> composed(const Matrix& axes, const std::vector<double>& variances) {
  const std::size_t D = axes.rows();
  std::vector<double> all(D * D), line(D);
  for (std::size_t i = 0; i < D; ++i) {
    for (std::size_t l = 0; l < D; ++l) line[l] = axes(i, l) * variances[l];
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l < D; ++l) sum += line[l] * axes(j, l);
      all[i * D + j] = all[j * D + i] = sum;
    }
  }
  return all;
}

}  // namespace mixseed
