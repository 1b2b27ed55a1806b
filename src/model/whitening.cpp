#include "model/whitening.h"

#include <cmath>

#include "model/linear.h"

namespace mixseed {

Whitening whitening_of(const Facts& facts) {
  constexpr double kFlat = 1e-10;  // in units of the columns' own variances
  const std::size_t D = facts.dim();
  std::vector<double> correlation = facts.covariance;
  for (std::size_t i = 0; i < D * D; ++i) correlation[i] /= facts.scale[i / D] * facts.scale[i % D];
  const Spectrum eigen = spectrum_of(as_matrix(correlation.data(), D));
  Whitening white{facts.mean, {}, 0};
  for (std::size_t a = 0; a < D; ++a) {
    const double variance = eigen.values[a];
    if (!(variance > kFlat)) continue;
    ++white.size;
    for (std::size_t j = 0; j < D; ++j) {
      white.axes.push_back(eigen.axes(j, a) / (std::sqrt(variance) * facts.scale[j]));
    }
  }
  return white;
}

}  // namespace mixseed
