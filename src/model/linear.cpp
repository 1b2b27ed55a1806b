#include "model/linear.h"

#define EIGEN_NO_IO
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mixseed {
namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<const Dense>;
// By columns: the solver rotates columns of the eigenvectors. A symmetric matrix is the same in both orders.
using Solver = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

View view(const Matrix& matrix) { return {matrix.values().data(), index(matrix.rows()), index(matrix.columns())}; }

Matrix matrix_of(const Dense& dense) {
  return {static_cast<std::size_t>(dense.rows()), static_cast<std::size_t>(dense.cols()),
          std::vector<double>(dense.data(), dense.data() + dense.size())};
}

// log det L L'
double log_of_square(const Matrix& lower) {
  double sum = 0;
  for (std::size_t j = 0; j < lower.rows(); ++j) sum += std::log(lower(j, j));
  return 2 * sum;
}

// L^-1, or NaN if there is no L.
Matrix inverse_root(const Matrix& matrix) {
  const std::size_t D = matrix.rows();
  const std::optional<Matrix> lower = lower_root(matrix);
  return lower ? inverse_of_lower(*lower) : Matrix(D, D, std::vector<double>(D * D, std::nan("")));
}

// With more columns Eigen's tridiagonal method is faster than plane rotations.
constexpr std::size_t kFewColumns = 6;
constexpr int kMostSweeps = 50;

// Rotates the plane of columns p and q of a symmetric matrix so that element (p, q) vanishes; axes are rows.
// Rutishauser, "The Jacobi method for real symmetric matrices", Numerische Mathematik 9, 1966.
void turn(Matrix& matrix, Matrix& axes, std::size_t p, std::size_t q) {
  const std::size_t D = matrix.rows();
  const double pp = matrix(p, p), qq = matrix(q, q), between = matrix(p, q), ratio = (qq - pp) / (2 * between);
  const double t = std::copysign(1.0, ratio) / (std::abs(ratio) + std::sqrt(1 + ratio * ratio));
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  for (std::size_t i = 0; i < D; ++i) {
    const double a = matrix(p, i), b = matrix(q, i), x = axes(p, i), y = axes(q, i);
    matrix(p, i) = matrix(i, p) = c * a - s * b;
    matrix(q, i) = matrix(i, q) = c * b + s * a;
    axes(p, i) = c * x - s * y;
    axes(q, i) = c * y + s * x;
  }
  matrix(p, p) = pp - t * between;
  matrix(q, q) = qq + t * between;
  matrix(p, q) = matrix(q, p) = 0;
}

// Whether the element between two columns is more than rounding, compared with both diagonal elements.
bool is_linked(const Matrix& matrix, std::size_t p, std::size_t q) {
  constexpr double kRounding = std::numeric_limits<double>::epsilon() / 4;
  const double between = std::abs(matrix(p, q));
  return between > kRounding * std::sqrt(std::abs(matrix(p, p))) * std::sqrt(std::abs(matrix(q, q))) &&
         between > std::numeric_limits<double>::min();
}

Spectrum ascending(const Matrix& diagonal, const Matrix& axes) {
  const std::size_t D = axes.rows();
  std::vector<std::size_t> order(D);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return diagonal(a, a) < diagonal(b, b); });
  Spectrum spectrum{{}, Matrix(D, D)};
  for (std::size_t j = 0; j < D; ++j) {
    spectrum.values.push_back(diagonal(order[j], order[j]));
    for (std::size_t i = 0; i < D; ++i) spectrum.axes(i, j) = axes(order[j], i);
  }
  return spectrum;
}

Spectrum spectrum_by_turns(Matrix matrix) {
  const std::size_t D = matrix.rows();
  Matrix axes(D, D);
  for (std::size_t i = 0; i < D; ++i) axes(i, i) = 1;
  bool turned = true;
  for (int sweep = 0; sweep < kMostSweeps && turned; ++sweep) {
    turned = false;
    for (std::size_t p = 0; p < D; ++p) {
      for (std::size_t q = p + 1; q < D; ++q) {
        if (!is_linked(matrix, p, q)) continue;
        turn(matrix, axes, p, q);
        turned = true;
      }
    }
  }
  return ascending(matrix, axes);
}

}  // namespace

void add(Matrix& to, const Matrix& matrix, double factor) {
  for (std::size_t i = 0; i < to.rows(); ++i) {
    for (std::size_t j = 0; j < to.columns(); ++j) to(i, j) += factor * matrix(i, j);
  }
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double inner_product(const Matrix& a, const Matrix& b) { return dot(a.values(), b.values()); }

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
  const std::size_t D = matrix.rows();
  Matrix rest = transposed(matrix);  // its upper triangle turns into the transposed root, line by line
  Matrix lower(D, D);
  for (std::size_t l = 0; l < D; ++l) {
    double* __restrict own = rest.line(l);
    if (!(own[l] > 0 && std::isfinite(own[l]))) return std::nullopt;
    const double pivot = std::sqrt(own[l]);
    for (std::size_t j = l; j < D; ++j) lower(j, l) = own[j] = j == l ? pivot : own[j] / pivot;
    for (std::size_t i = l + 1; i < D; ++i) {
      double* __restrict line = rest.line(i);
      const double factor = own[i];
      for (std::size_t j = i; j < D; ++j) line[j] -= factor * own[j];
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
  const std::size_t D = lower.rows();
  Matrix inverse(D, D);
  for (std::size_t i = 0; i < D; ++i) {
    double* __restrict own = inverse.line(i);
    own[i] = 1;
    for (std::size_t l = 0; l < i; ++l) {
      const double* __restrict line = inverse.line(l);
      const double factor = lower(i, l);
      for (std::size_t j = 0; j <= l; ++j) own[j] -= factor * line[j];
    }
    const double pivot = lower(i, i);
    for (std::size_t j = 0; j <= i; ++j) own[j] /= pivot;
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
  double distances = 0;
  std::vector<double> values(sigma.rows());
  double* __restrict image = values.data();
  for (std::size_t i = 0; i < sigma.rows(); ++i) {
    const double* own = inverse.line(i);
    std::fill_n(image, i + 1, 0.0);
    for (std::size_t l = 0; l <= i; ++l) {
      const double* __restrict line = scatter.line(l);
      const double factor = own[l];
      for (std::size_t j = 0; j <= i; ++j) image[j] += factor * line[j];
    }
    for (std::size_t j = 0; j <= i; ++j) distances += image[j] * own[j];
  }
  return mass * log_of_square(*lower) + distances;
}

double log_determinant(const Matrix& matrix) {
  const Dense factors = Eigen::PartialPivLU<Dense>(view(matrix)).matrixLU();
  double sum = 0;
  for (Eigen::Index j = 0; j < factors.rows(); ++j) sum += std::log(std::abs(factors(j, j)));
  return sum;
}

Spectrum spectrum_of(const Matrix& symmetric) {
  if (symmetric.rows() <= kFewColumns) return spectrum_by_turns(symmetric);
  const Solver solver(view(symmetric));
  const auto& values = solver.eigenvalues();
  return {{values.data(), values.data() + values.size()}, matrix_of(Dense(solver.eigenvectors()))};
}

double smallest_eigenvalue(const Matrix& symmetric) {
  if (symmetric.rows() <= kFewColumns) return spectrum_by_turns(symmetric).values.front();
  return Solver(view(symmetric), Eigen::EigenvaluesOnly).eigenvalues()[0];
}

void compose(const Matrix& axes, std::span<const double> variances, double* to) {
  const std::size_t D = axes.rows();
  std::vector<double> line(D);
  for (std::size_t i = 0; i < D; ++i) {
    for (std::size_t l = 0; l < D; ++l) line[l] = axes(i, l) * variances[l];
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l < D; ++l) sum += line[l] * axes(j, l);
      to[i * D + j] = to[j * D + i] = sum;
    }
  }
}

std::vector<double> composed(const Matrix& axes, std::span<const double> variances) {
  std::vector<double> all(axes.rows() * axes.rows());
  compose(axes, variances, all.data());
  return all;
}

}  // namespace mixseed
