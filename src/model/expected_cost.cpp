#include "model/expected_cost.h"

#include <cmath>
#include <limits>

#include "model/family.h"
#include "model/layout.h"
#include "model/linear.h"

namespace mixseed {
namespace {

double cost_of_matrix(const Moments& moments, std::size_t k, const double* covariance) {
  const std::size_t D = moments.dim();
  return cost_of(as_matrix(covariance, D), Matrix(D, D, moments.full_scatter(k)), moments.mass(k));
}

double cost_of_variances(const Moments& moments, std::size_t k, const double* variances, std::size_t step) {
  const std::vector<double> scatter = moments.diagonal_scatter(k);
  double sum = 0;
  for (std::size_t j = 0; j < scatter.size(); ++j) {
    const double variance = variances[j * step];
    if (!(variance > 0)) return std::numeric_limits<double>::infinity();
    sum += moments.mass(k) * std::log(variance) + scatter[j] / variance;
  }
  return sum;
}

}  // namespace

double expected_cost(const Moments& moments, const Mixture& theta) {
  const Layout::Shape shape = layout_of(theta.covariance).shape;
  const PlainCovariances plain(theta);
  double sum = 0;
  for (std::size_t k = 0; k < moments.size(); ++k) {
    if (without_mass(moments, k)) continue;
    sum += shape == Layout::Shape::matrix
               ? cost_of_matrix(moments, k, plain[k])
               : cost_of_variances(moments, k, plain[k], shape == Layout::Shape::diagonal ? 1 : 0);
  }
  return sum;
}

}  // namespace mixseed
