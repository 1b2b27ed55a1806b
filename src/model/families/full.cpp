// full, VVV: one matrix for each component.
#include "model/family.h"

namespace mixseed {

Family full_family() {
  return {.name = "full",
          .letters = "VVV",
          .synonyms = {},
          .summary = "every component has a matrix of its own",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor*) {
            return estimate_each(moments, before, Covariance::full,
                                 [](const Moments& m, std::size_t k, double* to) { m.full_scatter(k, to); });
          }};
}

}  // namespace mixseed
