// VVE: axes that all components share, and along them variances of each component.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table variances_of(const Table& sums, const Scatters& scatters) {
  Table variances = sums;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (double& value : variances[k]) value /= scatters.mass[k];
  }
  return variances;
}

Table estimate_vve(const Scatters& scatters, const Mixture& before) {
  return in_common_axes(scatters, before, variances_of);
}

}  // namespace

Family vve_family() {
  return {.name = "VVE",
          .letters = "VVE",
          .synonyms = {},
          .summary = "common axes, variances of each component along them",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .floor_method = Family::FloorMethod::volume,
          .monotone = true,
          .estimate = together<Letters{"VVE"}, Covariance::full, estimate_vve>};
}

}  // namespace mixseed
