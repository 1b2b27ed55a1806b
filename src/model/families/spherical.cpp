// spherical, VII: every component has one variance for all columns.
#include "model/family.h"

namespace mixseed {

Family spherical_family() {
  return {.name = "spherical",
          .letters = "VII",
          .synonyms = {"V"},
          .summary = "every component has one variance for all columns",
          .covariance = Covariance::spherical,
          .second = Moments::Second::diagonal,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor*) {
            return estimate_each(
                moments, before, Covariance::spherical,
                [](const Moments& m, std::size_t k, double* to) { *to = m.scatter(k) / static_cast<double>(m.dim()); });
          }};
}

}  // namespace mixseed
