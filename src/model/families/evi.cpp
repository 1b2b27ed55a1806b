// EVI: a variance for each column of each component; all components have the same volume.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate_evi(const Scatters& scatters, const Mixture&) { return equal_volume_variances(scatters.sums, scatters); }

}  // namespace

Family evi_family() {
  return {.name = "EVI",
          .letters = "EVI",
          .synonyms = {},
          .summary = "a variance for each column of each component, equal volumes",
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .floor_method = Family::FloorMethod::shared_volume,
          .monotone = true,
          .estimate = together<Letters{"EVI"}, Covariance::diagonal, estimate_evi>};
}

}  // namespace mixseed
