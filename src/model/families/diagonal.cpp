// diagonal, VVI: every component has a variance for each column.
#include "model/family.h"

namespace mixseed {

Family diagonal_family() {
  return {.name = "diagonal",
          .others = {"diag", "VVI"},
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .parameters = [](std::size_t K, std::size_t D) { return K * D; },
          .estimate =
              [](const Moments& moments, const Mixture& before) {
                return estimate_each(moments, before, Covariance::diagonal,
                                     [](const Moments& m, std::size_t k) { return m.diagonal_scatter(k); });
              }};
}

}  // namespace mixseed
