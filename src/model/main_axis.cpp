#include "model/main_axis.h"

#include <algorithm>
#include <cmath>

#include "model/linear.h"

namespace mixseed {

std::vector<double> main_axis(const Mixture& mixture, std::size_t k, const DataSummary& summary) {
  const std::vector<double> own = mixture.covariance_of(k);
  const bool sphere = layout_of(mixture.covariance).shape == Layout::Shape::spherical;
  const Spectrum eigen = spectrum_of(as_matrix(sphere ? summary.covariance.data() : own.data(), mixture.dim));
  const std::size_t last = mixture.dim - 1;
  const double deviation = std::sqrt(sphere ? own[0] : eigen.values[last]);
  std::vector<double> axis;
  for (std::size_t j = 0; j < mixture.dim; ++j) axis.push_back(eigen.axes(j, last) * deviation);
  // The sign is arbitrary: the largest element is made positive.
  const double largest =
      *std::max_element(axis.begin(), axis.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
  for (double& part : axis) part = std::copysign(1.0, largest) * part;
  return axis;
}

}  // namespace mixseed
