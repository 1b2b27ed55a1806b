#include "model/main_axis.h"

#include <cmath>

#include "model/linear.h"

namespace mixseed {

std::vector<double> main_axis(const Mixture& mixture, std::size_t k, const Facts& facts) {
  const std::vector<double> own = mixture.covariance_of(k);
  const bool sphere = layout_of(mixture.covariance).shape == Layout::Shape::spherical;
  const Spectrum eigen = spectrum_of(as_matrix(sphere ? facts.covariance.data() : own.data(), mixture.dim));
  const Eigen::Index last = eigen.eigenvalues().size() - 1;
  Vector axis = eigen.eigenvectors().col(last) * std::sqrt(sphere ? own[0] : eigen.eigenvalues()[last]);
  // Its sign is nobody's choice but the solver's; the largest part shall be positive.
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  if (axis[largest] < 0) axis = -axis;
  return {axis.begin(), axis.end()};
}

}  // namespace mixseed
