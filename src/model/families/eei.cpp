// EEI: a variance for each column, the same for all components.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table estimate(const Scatters& scatters, const Mixture&) {
  Values pooled(scatters.sums[0].size(), 0.0);
  for (const Values& own : scatters.sums) {
    for (std::size_t j = 0; j < own.size(); ++j) pooled[j] += own[j] / scatters.total;
  }
  return Table(scatters.size(), pooled);
}

}  // namespace

Family eei_family() {
  return {.name = "EEI",
          .letters = "EEI",
          .others = {},
          .summary = "a variance for each column, the same for all components",
          .covariance = Covariance::diagonal,
          .second = Moments::Second::diagonal,
          .raise = Family::Raise::eigenvalues,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor* floor) {
            return estimate_together(moments, before, floor, Covariance::diagonal, estimate);
          }};
}

}  // namespace mixseed
