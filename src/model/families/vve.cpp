// VVE: axes that all components share, and along them variances of each component.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table variances_of(const Table& sums, const std::vector<double>& mass) {
  Table variances = sums;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    for (double& value : variances[k]) value /= mass[k];
  }
  return variances;
}

Table estimate(const Scatters& scatters, const Mixture& before) {
  return in_common_axes(scatters, before, "VVE", variances_of);
}

}  // namespace

Family vve_family() {
  return {.name = "VVE",
          .letters = "VVE",
          .others = {},
          .summary = "common axes, variances of each component along them",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .raise = Family::Raise::volume,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor* floor) {
            return estimate_together(moments, before, floor, Covariance::full, estimate);
          }};
}

}  // namespace mixseed
