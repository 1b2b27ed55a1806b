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

constexpr int kMostSweeps = 4;    // EM goes on from the axes that were found
constexpr double kStill = 1e-10;  // the largest angle of a sweep that ends them

// The axes of a mixture that has common ones are those of any sum of its covariances.
Matrix first_axes(const Scatters& scatters, const Mixture& before, std::string_view family) {
  const auto D = static_cast<Eigen::Index>(scatters.dim);
  Matrix sum = Matrix::Zero(D, D);
  if (before.family == family) {
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Values own = before.covariance_of(k);
      const auto matrix = as_matrix(own.data(), before.dim);
      if (before.weights[k] > 0) sum += matrix / matrix.trace();
    }
  } else {
    for (const Values& scatter : scatters.sums) sum += as_matrix(scatter.data(), scatters.dim);
  }
  return spectrum_of(sum).eigenvectors();
}

// Turns axes p and q; seen holds every scatter in the axes.
void rotate(std::vector<Matrix>& seen, Matrix& axes, Eigen::Index p, Eigen::Index q, double c, double s) {
  const auto turn_columns = [&](Matrix& matrix) {
    for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
      const double a = matrix(i, p), b = matrix(i, q);
      matrix(i, p) = c * a + s * b;
      matrix(i, q) = c * b - s * a;
    }
  };
  for (Matrix& scatter : seen) {
    turn_columns(scatter);
    for (Eigen::Index i = 0; i < scatter.cols(); ++i) {
      const double a = scatter(p, i), b = scatter(q, i);
      scatter(p, i) = c * a + s * b;
      scatter(q, i) = c * b - s * a;
    }
  }
  turn_columns(axes);
}

// The angle in the plane of two axes at which sum_k w_pp / a_kp + w_qq / a_kq is smallest: as a function of it the sum
// is a constant plus x cos 2t + y sin 2t.
double best_angle(const std::vector<Matrix>& seen, const Table& variances, Eigen::Index p, Eigen::Index q) {
  double x = 0, y = 0;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const Values& own = variances[k];
    const double gap = 1 / own[static_cast<std::size_t>(p)] - 1 / own[static_cast<std::size_t>(q)];
    x += gap * (seen[k](p, p) - seen[k](q, q)) / 2;
    y += gap * seen[k](p, q);
  }
  return x == 0 && y == 0 ? 0.0 : 0.5 * std::atan2(-y, -x);
}

double sweep(std::vector<Matrix>& seen, Matrix& axes, const Table& variances) {
  double largest = 0;
  for (Eigen::Index p = 0; p < axes.cols(); ++p) {
    for (Eigen::Index q = p + 1; q < axes.cols(); ++q) {
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
    const Vector diagonal =
        scatter.diagonal().cwiseMax(std::numeric_limits<double>::epsilon() * 1e-2 * scatter.trace());
    sums.emplace_back(diagonal.begin(), diagonal.end());
  }
  return sums;
}

}  // namespace

Table in_common_axes(const Scatters& scatters, const Mixture& before, std::string_view family, Shaping shape) {
  Matrix axes = first_axes(scatters, before, family);
  std::vector<Matrix> seen;
  for (const Values& scatter : scatters.sums) {
    seen.push_back(product(product(Matrix(axes.transpose()), as_matrix(scatter.data(), scatters.dim)), axes));
  }
  Table variances = shape(diagonals_of(seen), scatters.mass);
  for (int round = 0; round < kMostSweeps && sweep(seen, axes, variances) > kStill; ++round) {
    variances = shape(diagonals_of(seen), scatters.mass);
  }
  variances = shape(diagonals_of(seen), scatters.mass);
  Table covariances;
  for (const Values& own : variances) covariances.push_back(composed(axes, own));
  return covariances;
}

}  // namespace mixseed
