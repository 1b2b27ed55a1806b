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

constexpr int kSweepsOfARound = 2;    // from the axes of the previous round
constexpr int kMostSweeps = 300;      // from other axes
constexpr double kLeastGain = 1e-7;   // nats per observation; from other axes, a sweep that gains less is the last
constexpr double kStillAngle = 1e-7;  // a sweep with smaller angles is the last; the objective loses its square

double trace_of(const Matrix& matrix) {
  double sum = 0;
  for (std::size_t j = 0; j < matrix.rows(); ++j) sum += matrix(j, j);
  return sum;
}

// Common axes of a mixture are the axes of any sum of its covariances.
Matrix first_axes(const Scatters& scatters, const Mixture& before) {
  Matrix sum(scatters.dim, scatters.dim);
  if (scatters.continued) {
    for (std::size_t k = 0; k < before.size(); ++k) {
      const Values own = before.covariance_of(k);
      const Matrix matrix = as_matrix(own.data(), before.dim);
      if (before.weights[k] > 0) add(sum, matrix, 1 / trace_of(matrix));
    }
  } else {
    for (std::size_t k = 0; k < scatters.size(); ++k) add(sum, as_matrix(scatters.sums[k].data(), scatters.dim), 1);
  }
  return spectrum_of(sum).axes;
}

// Every scatter in the coordinates of the axes, one D x D matrix after the other.
struct Seen {
  std::size_t dim, count;
  Values all;

  double* of(std::size_t k) { return all.data() + k * dim * dim; }
  const double* of(std::size_t k) const { return all.data() + k * dim * dim; }
  double at(std::size_t k, std::size_t i, std::size_t j) const { return of(k)[i * dim + j]; }
};

Seen seen_in(const Matrix& axes, const Scatters& scatters) {
  const std::size_t D = scatters.dim;
  Seen seen{D, scatters.size(), Values(scatters.size() * D * D, 0.0)};
  Values half(D * D);
  for (std::size_t k = 0; k < seen.count; ++k) {
    std::fill(half.begin(), half.end(), 0.0);
    const double* scatter = scatters.sums[k].data();
    for (std::size_t i = 0; i < D; ++i) {
      for (std::size_t l = 0; l < D; ++l) {
        for (std::size_t j = 0; j < D; ++j) half[i * D + j] += scatter[i * D + l] * axes(l, j);
      }
    }
    for (std::size_t l = 0; l < D; ++l) {
      for (std::size_t i = 0; i < D; ++i) {
        for (std::size_t j = 0; j < D; ++j) seen.of(k)[i * D + j] += axes(l, i) * half[l * D + j];
      }
    }
  }
  return seen;
}

// Rotates axes p and q.
void rotate(Seen& seen, Matrix& axes, std::size_t p, std::size_t q, double c, double s) {
  const std::size_t D = seen.dim;
  for (std::size_t k = 0; k < seen.count; ++k) {
    double *own = seen.of(k), *at_p = own + p * D, *at_q = own + q * D;
    const double pp = at_p[p], qq = at_q[q], pq = at_p[q];
    for (std::size_t i = 0; i < D; ++i) {
      const double a = at_p[i], b = at_q[i];
      own[i * D + p] = at_p[i] = c * a + s * b;
      own[i * D + q] = at_q[i] = c * b - s * a;
    }
    at_p[p] = c * c * pp + 2 * c * s * pq + s * s * qq;
    at_q[q] = s * s * pp - 2 * c * s * pq + c * c * qq;
    at_p[q] = at_q[p] = (c * c - s * s) * pq + c * s * (qq - pp);
  }
  for (std::size_t i = 0; i < D; ++i) {
    const double a = axes(i, p), b = axes(i, q);
    axes(i, p) = c * a + s * b;
    axes(i, q) = c * b - s * a;
  }
}

// The angle in the plane of two axes at which sum_k w_pp / a_kp + w_qq / a_kq is smallest: as a function of it the sum
// is a constant plus x cos 2t + y sin 2t.
double best_angle(const Seen& seen, const Table& variances, std::size_t p, std::size_t q) {
  double x = 0, y = 0;
  for (std::size_t k = 0; k < seen.count; ++k) {
    const auto own = variances[k];
    const double gap = 1 / own[p] - 1 / own[q];
    x += gap * (seen.at(k, p, p) - seen.at(k, q, q)) / 2;
    y += gap * seen.at(k, p, q);
  }
  return x == 0 && y == 0 ? 0.0 : 0.5 * std::atan2(-y, -x);
}

double sweep(Seen& seen, Matrix& axes, const Table& variances) {
  double largest = 0;
  for (std::size_t p = 0; p < seen.dim; ++p) {
    for (std::size_t q = p + 1; q < seen.dim; ++q) {
      const double angle = best_angle(seen, variances, p, q);
      largest = std::max(largest, std::abs(angle));
      if (angle != 0) rotate(seen, axes, p, q, std::cos(angle), std::sin(angle));
    }
  }
  return largest;
}

Table diagonals_of(const Seen& seen) {
  Table sums(seen.count, seen.dim);
  for (std::size_t k = 0; k < seen.count; ++k) {
    double trace = 0;
    for (std::size_t j = 0; j < seen.dim; ++j) trace += seen.at(k, j, j);
    const double least = std::numeric_limits<double>::epsilon() * 1e-2 * trace;
    for (std::size_t j = 0; j < seen.dim; ++j) sums[k][j] = std::max(seen.at(k, j, j), least);
  }
  return sums;
}

// The expected log-likelihood per observation, but for a constant: shaped variances make all traces sum to N D.
double likelihood_of(const Table& variances, const Scatters& scatters) {
  double sum = 0;
  for (std::size_t k = 0; k < scatters.size(); ++k) {
    for (const double variance : variances[k]) sum -= scatters.mass[k] / scatters.total * std::log(variance) / 2;
  }
  return sum;
}

}  // namespace

Table in_common_axes(const Scatters& scatters, const Mixture& before, Shaping shape) {
  Matrix axes = first_axes(scatters, before);
  Seen seen = seen_in(axes, scatters);
  Table variances = shape(diagonals_of(seen), scatters);
  double likelihood = likelihood_of(variances, scatters);
  const int most = scatters.continued ? kSweepsOfARound : kMostSweeps;
  for (int round = 0; round < most && sweep(seen, axes, variances) > kStillAngle; ++round) {
    variances = shape(diagonals_of(seen), scatters);
    const double gain = likelihood_of(variances, scatters) - likelihood;
    likelihood += gain;
    if (!scatters.continued && gain < kLeastGain) break;
  }
  variances = shape(diagonals_of(seen), scatters);
  Table covariances(scatters.size(), scatters.dim * scatters.dim);
  for (std::size_t k = 0; k < scatters.size(); ++k) compose(axes, variances[k], covariances[k].data());
  return covariances;
}

}  // namespace mixseed
