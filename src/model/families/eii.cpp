// EII: one variance for all columns and all components.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Values estimate_eii(const Moments& moments, const Mixture&, const Floor*) {
  double sum = 0;
  for (std::size_t k = 0; k < moments.size(); ++k) sum += without_mass(moments, k) ? 0.0 : moments.scatter(k);
  return Values(moments.size(), sum / (moments.total_mass() * static_cast<double>(moments.dim())));
}

}  // namespace

Family eii_family() {
  return {.name = "EII",
          .letters = "EII",
          .synonyms = {"E"},
          .summary = "one variance for all columns of all components",
          .covariance = Covariance::spherical,
          .second = Moments::Second::diagonal,
          .estimate = estimate_eii};
}

}  // namespace mixseed
