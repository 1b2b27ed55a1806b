// EVE: axes that all components share, and along them variances of each component; equal volumes.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate_eve(const Scatters& scatters, const Mixture& before) {
  return in_common_axes(scatters, before, equal_volume_variances);
}

}  // namespace

Family eve_family() {
  return {.name = "EVE",
          .letters = "EVE",
          .synonyms = {},
          .summary = "common axes, variances of each component along them, equal volumes",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .floor_method = Family::FloorMethod::shared_volume,
          .monotone = true,
          .estimate = together<Letters{"EVE"}, Covariance::full, estimate_eve>};
}

}  // namespace mixseed
