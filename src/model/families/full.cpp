// full, VVV: every component has a matrix of its own.
#include "model/family.h"

namespace mixseed {

Family full_family() {
  return {.name = "full",
          .others = {"VVV"},
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .parameters = [](std::size_t K, std::size_t D) { return K * D * (D + 1) / 2; },
          .estimate =
              [](const Moments& moments, const Mixture& before) {
                return estimate_each(moments, before, Covariance::full,
                                     [](const Moments& m, std::size_t k) { return m.full_scatter(k); });
              }};
}

}  // namespace mixseed
