// Axes that all components share, by plane rotations: in the plane of two axes the best angle has a closed form, so no
// rotation raises sum_k tr(A_k^-1 D' W_k D), which the majorise-minimise steps of Browne & McNicholas ("Estimating
// common principal components in high dimensions", ADAC 8, 2014) lower too.
// Flury & Gautschi, "An algorithm for simultaneous orthogonal transformation ...", SIAM J. Sci. Stat. Comput. 7, 1986.
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/families/scatters.h"
#include "model/linear.h"

namespace mixseed {
namespace {

constexpr int kMostSweeps = 4;        // EM goes on from the axes that were found
constexpr double kStillAngle = 1e-7;  // the largest angle of a sweep that ends them; what it costs is the square of it

double trace_of(const Matrix& matrix) {
  double sum = 0;
  for (std::size_t j = 0; j < matrix.rows(); ++j) sum += matrix(j, j);
  return sum;
}

// The axes of a mixture that has common ones are those of any sum of its covariances.
Matrix first_axes(const Scatters& scatters, const Mixture& before, std::string_view family) {
  Matrix sum(scatters.dim, scatters.dim);
  if (before.family == family) {
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Values own = before.covariance_of(k);
      const Matrix matrix = as_matrix(own.data(), before.dim);
      if (before.weights[k] > 0) add(sum, matrix, 1 / trace_of(matrix));
    }
  } else {
    for (const Values& scatter : scatters.sums) add(sum, as_matrix(scatter.data(), scatters.dim), 1);
  }
  return spectrum_of(sum).axes;
}

// Turns axes p and q; seen holds every scatter in the axes.
void rotate(std::vector<Matrix>& seen, Matrix& axes, std::size_t p, std::size_t q, double c, double s) {
  const auto turn_columns = [&](Matrix& matrix) {
    for (std::size_t i = 0; i < matrix.rows(); ++i) {
      const double a = matrix(i, p), b = matrix(i, q);
      matrix(i, p) = c * a + s * b;
      matrix(i, q) = c * b - s * a;
    }
  };
  for (Matrix& scatter : seen) {
    turn_columns(scatter);
    for (std::size_t i = 0; i < scatter.columns(); ++i) {
      const double a = scatter(p, i), b = scatter(q, i);
      scatter(p, i) = c * a + s * b;
      scatter(q, i) = c * b - s * a;
    }
  }
  turn_columns(axes);
}

// The angle in the plane of two axes at which sum_k w_pp / a_kp + w_qq / a_kq is smallest: as a function of it the sum
// is a constant plus x cos 2t + y sin 2t.
double best_angle(const std::vector<Matrix>& seen, const Table& variances, std::size_t p, std::size_t q) {
  double x = 0, y = 0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const Values& own = variances[k];
    const double gap = 1 / own[p] - 1 / own[q];
    x += gap * (seen[k](p, p) - seen[k](q, q)) / 2;
    y += gap * seen[k](p, q);
  }
  return x == 0 && y == 0 ? 0.0 : 0.5 * std::atan2(-y, -x);
}

double sweep(std::vector<Matrix>& seen, Matrix& axes, const Table& variances) {
  double largest = 0;
  for (std::size_t p = 0; p < axes.columns(); ++p) {
    for (std::size_t q = p + 1; q < axes.columns(); ++q) {
      const double angle = best_angle(seen, variances, p, q);
      largest = std::max(largest, std::abs(angle));
      if (angle != 0) rotate(seen, axes, p, q, std::cos(angle), std::sin(angle));
    }
  }
  return largest;
}

Table diagonals_of(const std::vector<Matrix>& seen) {
  Table sums;
  for (const Matrix& scatter : seen) {
    const double least = std::numeric_limits<double>::epsilon() * 1e-2 * trace_of(scatter);
    Values& own = sums.emplace_back();
    for (std::size_t j = 0; j < scatter.rows(); ++j) own.push_back(std::max(scatter(j, j), least));
  }
  return sums;
}

}  // namespace

Table in_common_axes(const Scatters& scatters, const Mixture& before, std::string_view family, Shaping shape) {
  Matrix axes = first_axes(scatters, before, family);
  std::vector<Matrix> seen;
  for (const Values& scatter : scatters.sums) {
    seen.push_back(product(product(transposed(axes), as_matrix(scatter.data(), scatters.dim)), axes));
  }
  Table variances = shape(diagonals_of(seen), scatters);
  for (int round = 0; round < kMostSweeps && sweep(seen, axes, variances) > kStillAngle; ++round) {
    variances = shape(diagonals_of(seen), scatters);
  }
  variances = shape(diagonals_of(seen), scatters);
  Table covariances;
  for (const Values& own : variances) covariances.push_back(composed(axes, own));
  return covariances;
}

}  // namespace mixseed
