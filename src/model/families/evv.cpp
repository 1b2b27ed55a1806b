// EVV: a matrix for each component; all have the same volume.
#include "model/families/scatters.h"
#include "model/linear.h"

namespace mixseed {
namespace {

Table estimate_evv(const Scatters& scatters, const Mixture&) {
  Values scales;
  double volume = 0;
  for (std::size_t k = 0; k < scatters.size(); ++k) {
    scales.push_back(mean_scale(as_matrix(scatters.sums[k].data(), scatters.dim)));
    volume += scales.back() / scatters.total;
  }
  Table covariances = scatters.sums;
  for (std::size_t k = 0; k < covariances.size(); ++k) {
    for (double& number : covariances[k]) number *= volume / scales[k];
  }
  return covariances;
}

}  // namespace

Family evv_family() {
  return {.name = "EVV",
          .letters = "EVV",
          .synonyms = {},
          .summary = "a matrix for each component, equal volumes",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .floor_method = Family::FloorMethod::shared_volume,
          .monotone = true,
          .estimate = together<Letters{"EVV"}, Covariance::full, estimate_evv>};
}

}  // namespace mixseed
