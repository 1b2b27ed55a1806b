#include "model/random_matrix.h"

#include <cmath>
#include <utility>

#include "model/linear.h"

namespace mixseed {
namespace {

// The Gram-Schmidt axes of Gaussian vectors, with positive lengths, so that no orientation is preferred
// (Mezzadri, "How to generate random matrices from the classical compact groups", 2007).
std::vector<std::vector<double>> random_axes(std::size_t n, Rng& rng) {
  std::vector<std::vector<double>> axes;
  for (std::size_t a = 0; a < n; ++a) {
    std::vector<double> next(n);
    for (double& number : next) number = rng.normal();
    // The second pass removes the rounding error of the first.
    for (int time = 0; time < 2; ++time) {
      for (const std::vector<double>& axis : axes) {
        const double along = dot(axis, next);
        for (std::size_t i = 0; i < n; ++i) next[i] -= along * axis[i];
      }
    }
    const double length = std::sqrt(dot(next, next));
    for (double& number : next) number /= length;
    axes.push_back(std::move(next));
  }
  return axes;
}

}  // namespace

std::vector<double> randomly_rotated(const std::vector<double>& eigenvalues, Rng& rng) {
  const auto axes = random_axes(eigenvalues.size(), rng);
  Matrix columns(axes.size(), axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 0; j < axes.size(); ++j) columns(i, j) = axes[j][i];
  }
  return composed(columns, eigenvalues);
}

}  // namespace mixseed
