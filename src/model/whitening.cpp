#include "model/whitening.h"

#include <cmath>

namespace mixseed {

Spectrum correlations_of(const Facts& facts) {
  const std::size_t D = facts.dim();
  std::vector<double> correlation = facts.covariance;
  for (std::size_t i = 0; i < D * D; ++i) correlation[i] /= facts.scale[i / D] * facts.scale[i % D];
  return spectrum_of(as_matrix(correlation.data(), D));
}

Whitening whitening_of(const Facts& facts) {
  const std::size_t D = facts.dim();
  const Spectrum eigen = correlations_of(facts);
  Whitening white{facts.mean, {}, 0};
  for (std::size_t a = 0; a < D; ++a) {
    const double variance = eigen.values[a];
    if (!(variance > kFlatDirection)) continue;
    ++white.size;
    for (std::size_t j = 0; j < D; ++j) {
      white.axes.push_back(eigen.axes(j, a) / (std::sqrt(variance) * facts.scale[j]));
    }
  }
  return white;
}

}  // namespace mixseed
