// VEI: variances for the columns in proportions that all components share, times a volume of each component.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate_vei(const Scatters& scatters, const Mixture&) { return proportional_variances(scatters.sums, scatters); }

}  // namespace

Family vei_family() {
  return {.name = "VEI",
          .letters = "VEI",
          .synonyms = {},
          .summary = "columns in the same proportions, a volume for each component",
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .floor_method = Family::FloorMethod::volume,
          .monotone = true,
          .estimate = together<Letters{"VEI"}, Covariance::diagonal, estimate_vei>};
}

}  // namespace mixseed
