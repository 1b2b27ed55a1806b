// VEV: axes and a volume for each component, and along the axes the same proportions for all.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate_vev(const Scatters& scatters, const Mixture&) { return in_own_axes(scatters, proportional_variances); }

}  // namespace

Family vev_family() {
  return {.name = "VEV",
          .letters = "VEV",
          .synonyms = {},
          .summary = "the same proportions along axes of each component, a volume for each",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .floor_method = Family::FloorMethod::volume,
          .monotone = true,
          .estimate = together<Letters{"VEV"}, Covariance::full, estimate_vev>};
}

}  // namespace mixseed
