// Eigenvalues and eigenvectors of symmetric matrices: few columns by plane rotations, more by way of a tridiagonal
// matrix (Golub & Van Loan, Matrix Computations, 8.3: Householder's reflections, then QR steps with Wilkinson's shift).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "model/linear.h"

namespace mixseed {
namespace {

// Beyond so many columns it takes less time to make the matrix tridiagonal first.
constexpr std::size_t kFewColumns = 3;
constexpr int kMostSweeps = 50;

// Turns the plane of columns p and q of a symmetric matrix so that nothing is left between them. Rutishauser, "The
// Jacobi method for real symmetric matrices", Numerische Mathematik 9, 1966.
void turn(Matrix& matrix, Matrix& axes, std::size_t p, std::size_t q) {
  const double between = matrix(p, q), ratio = (matrix(q, q) - matrix(p, p)) / (2 * between);
  const double t = std::copysign(1.0, ratio) / (std::abs(ratio) + std::sqrt(1 + ratio * ratio));
  const double c = 1 / std::sqrt(1 + t * t), s = t * c;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const double a = matrix(i, p), b = matrix(i, q), x = axes(i, p), y = axes(i, q);
    matrix(i, p) = c * a - s * b;
    matrix(i, q) = c * b + s * a;
    axes(i, p) = c * x - s * y;
    axes(i, q) = c * y + s * x;
  }
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    const double a = matrix(p, i), b = matrix(q, i);
    matrix(p, i) = c * a - s * b;
    matrix(q, i) = c * b + s * a;
  }
  matrix(p, q) = matrix(q, p) = 0;
}

// Whether something is between two columns that is more than rounding beside both of them.
bool is_linked(const Matrix& matrix, std::size_t p, std::size_t q) {
  constexpr double kNegligible = std::numeric_limits<double>::epsilon() / 4;
  const double between = std::abs(matrix(p, q));
  return between > kNegligible * std::sqrt(std::abs(matrix(p, p))) * std::sqrt(std::abs(matrix(q, q))) &&
         between > std::numeric_limits<double>::min();
}

Spectrum ascending(const std::vector<double>& values, const Matrix& axes) {
  const std::size_t D = axes.rows();
  std::vector<std::size_t> order(D);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] < values[b]; });
  Spectrum spectrum{{}, Matrix(D, D)};
  for (std::size_t j = 0; j < D; ++j) {
    spectrum.values.push_back(values[order[j]]);
    for (std::size_t i = 0; i < D; ++i) spectrum.axes(i, j) = axes(i, order[j]);
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
  std::vector<double> values(D);
  for (std::size_t j = 0; j < D; ++j) values[j] = matrix(j, j);
  return ascending(values, axes);
}

// to += factor * line, over the numbers from `first` to `last`.
void add_line(double* __restrict to, const double* __restrict line, double factor, std::size_t first,
              std::size_t last) {
  for (std::size_t j = first; j < last; ++j) to[j] += factor * line[j];
}

// 1 - factor v v', which leaves what is before the first number of v alone.
struct Reflection {
  std::vector<double> v;
  double factor = 0;
};

// What makes zeros of column k below the number under the diagonal, which it leaves in `off`.
Reflection reflection_of(const Matrix& matrix, std::size_t k, double& off) {
  const std::size_t D = matrix.rows();
  Reflection reflection{std::vector<double>(D)};
  double below = 0;
  for (std::size_t i = k + 1; i < D; ++i) reflection.v[i] = matrix(i, k);
  for (std::size_t i = k + 2; i < D; ++i) below += matrix(i, k) * matrix(i, k);
  off = matrix(k + 1, k);
  if (below == 0) return reflection;
  const double length = -std::copysign(std::sqrt(off * off + below), off), first = off - length;
  reflection.v[k + 1] = first;
  reflection.factor = 2 / (first * first + below);
  off = length;
  return reflection;
}

// H A H, in the rows and columns beyond k.
void reflect(Matrix& matrix, const Reflection& reflection, std::size_t k) {
  const std::size_t D = matrix.rows();
  const std::vector<double>& v = reflection.v;
  std::vector<double> w(D);
  for (std::size_t i = k + 1; i < D; ++i) add_line(w.data(), &matrix(i, 0), reflection.factor * v[i], k + 1, D);
  const double along = std::inner_product(v.begin(), v.end(), w.begin(), 0.0);
  add_line(w.data(), v.data(), -0.5 * reflection.factor * along, k + 1, D);
  for (std::size_t i = k + 1; i < D; ++i) {
    add_line(&matrix(i, 0), w.data(), -v[i], k + 1, D);
    add_line(&matrix(i, 0), v.data(), -w[i], k + 1, D);
  }
}

// A matrix with nothing beside its diagonal and the one next to it, and the axes that it is seen in, as lines.
struct Tridiagonal {
  std::vector<double> on, off;
  Matrix axes;
};

Tridiagonal tridiagonal_of(Matrix matrix, bool with_axes) {
  const std::size_t D = matrix.rows();
  Tridiagonal result{std::vector<double>(D), std::vector<double>(D - 1), {}};
  std::vector<Reflection> reflections;
  for (std::size_t k = 0; k + 2 < D; ++k) {
    reflections.push_back(reflection_of(matrix, k, result.off[k]));
    reflect(matrix, reflections.back(), k);
  }
  result.off[D - 2] = matrix(D - 1, D - 2);
  for (std::size_t j = 0; j < D; ++j) result.on[j] = matrix(j, j);
  if (!with_axes) return result;
  Matrix axes(D, D);
  for (std::size_t j = 0; j < D; ++j) axes(j, j) = 1;
  std::vector<double> sums(D);
  for (std::size_t k = D - 2; k-- > 0;) {
    const auto& [v, factor] = reflections[k];
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t i = k + 1; i < D; ++i) add_line(sums.data(), &axes(i, 0), factor * v[i], k + 1, D);
    for (std::size_t i = k + 1; i < D; ++i) add_line(&axes(i, 0), sums.data(), -v[i], k + 1, D);
  }
  result.axes = transposed(axes);
  return result;
}

// c and s with c x + s z = length and c z - s x = 0.
struct Givens {
  Givens(double x, double z) {
    const bool is_flat = std::abs(x) > std::abs(z);
    const double ratio = is_flat ? z / x : x / z, root = std::sqrt(1 + ratio * ratio);
    c = is_flat ? 1 / root : ratio / root;
    s = is_flat ? ratio / root : 1 / root;
    length = (is_flat ? x : z) * root;
  }
  double c, s, length;
};

// One QR step between the lines `first` and `last`, which have numbers between them all the way.
void step(Tridiagonal& matrix, std::size_t first, std::size_t last) {
  auto& [on, off, axes] = matrix;
  const double half = 0.5 * (on[last - 1] - on[last]), corner = off[last - 1];
  const double shift = on[last] - corner / ((half + std::copysign(std::hypot(half, corner), half)) / corner);
  double x = on[first] - shift, bulge = off[first];
  for (std::size_t k = first; k < last && bulge != 0; ++k) {
    const auto [c, s, length] = Givens(x, bulge);
    const double a = on[k], b = off[k], d = on[k + 1];
    const double left = c * a + s * b, right = c * b + s * d;
    if (k > first) off[k - 1] = length;
    on[k] = c * left + s * right;
    on[k + 1] = c * (c * d - s * b) - s * (c * b - s * a);
    off[k] = x = c * right - s * left;
    if (k + 1 < last) {
      bulge = s * off[k + 1];
      off[k + 1] *= c;
    }
    double* __restrict upper = axes.rows() > 0 ? &axes(k, 0) : nullptr;
    double* __restrict lower = axes.rows() > 0 ? &axes(k + 1, 0) : nullptr;
    for (std::size_t j = 0; j < axes.columns(); ++j) {
      const double u = upper[j], l = lower[j];
      upper[j] = c * u + s * l;
      lower[j] = c * l - s * u;
    }
  }
}

// Steps until nothing is left beside the diagonal. Two or three for every number are usual.
void diagonalise(Tridiagonal& matrix) {
  constexpr std::size_t kMostSteps = 30;
  auto& [on, off, axes] = matrix;
  const auto is_linked_to_next = [&](std::size_t j) {
    const double beside = std::numeric_limits<double>::epsilon() * (std::abs(on[j]) + std::abs(on[j + 1]));
    return !(std::abs(off[j]) <= std::max(beside, std::numeric_limits<double>::min()));
  };
  std::size_t last = on.size() - 1;
  for (std::size_t steps = kMostSteps * on.size(); steps > 0; --steps) {
    while (last > 0 && !is_linked_to_next(last - 1)) --last;
    if (last == 0) return;
    std::size_t first = last - 1;
    while (first > 0 && is_linked_to_next(first - 1)) --first;
    step(matrix, first, last);
  }
}

double largest_of(const Matrix& matrix) {
  double largest = 0;
  for (const double value : matrix.values()) largest = std::max(largest, std::abs(value));
  return largest;
}

// In units of a power of two, so that no square leaves the range of a double.
Tridiagonal diagonal_of(Matrix matrix, bool with_axes) {
  const double largest = largest_of(matrix), unit = largest > 0 ? std::exp2(std::ilogb(largest)) : 1;
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) matrix(i, j) /= unit;
  }
  Tridiagonal result = tridiagonal_of(std::move(matrix), with_axes);
  diagonalise(result);
  for (double& value : result.on) value *= unit;
  return result;
}

}  // namespace

Spectrum spectrum_of(const Matrix& symmetric) {
  if (symmetric.rows() <= kFewColumns) return spectrum_by_turns(symmetric);
  const Tridiagonal diagonal = diagonal_of(symmetric, true);
  return ascending(diagonal.on, transposed(diagonal.axes));
}

double smallest_eigenvalue(const Matrix& symmetric) {
  if (symmetric.rows() <= kFewColumns) return spectrum_by_turns(symmetric).values.front();
  const std::vector<double> values = diagonal_of(symmetric, false).on;
  return *std::min_element(values.begin(), values.end());
}

}  // namespace mixseed
