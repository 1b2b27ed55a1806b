// EEI: a variance for each column, the same for all components.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate_eei(const Scatters& scatters, const Mixture&) { return pooled(scatters.sums, scatters); }

}  // namespace

Family eei_family() {
  return {.name = "EEI",
          .letters = "EEI",
          .synonyms = {},
          .summary = "a variance for each column, the same for all components",
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .floor_method = Family::FloorMethod::eigenvalues,
          .monotone = true,
          .estimate = together<Letters{"EEI"}, Covariance::diagonal, estimate_eei>};
}

}  // namespace mixseed
