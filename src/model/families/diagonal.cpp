// diagonal, VVI: every component has a variance for each column.
#include "model/family.h"

namespace mixseed {

Family diagonal_family() {
  return {.name = "diagonal",
          .letters = "VVI",
          .synonyms = {"diag"},
          .summary = "every component has a variance for each column",
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor*) {
            return estimate_each(moments, before, Covariance::diagonal,
                                 [](const Moments& m, std::size_t k, double* to) { m.diagonal_scatter(k, to); });
          }};
}

}  // namespace mixseed
