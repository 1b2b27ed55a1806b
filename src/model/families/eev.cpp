// EEV: axes for each component, and along these the same variances for all.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate_eev(const Scatters& scatters, const Mixture&) { return in_own_axes(scatters, pooled); }

}  // namespace

Family eev_family() {
  return {.name = "EEV",
          .letters = "EEV",
          .synonyms = {},
          .summary = "the same variances along axes of each component",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .floor_method = Family::FloorMethod::shared_volume,
          .monotone = true,
          .estimate = together<Letters{"EEV"}, Covariance::full, estimate_eev>};
}

}  // namespace mixseed
