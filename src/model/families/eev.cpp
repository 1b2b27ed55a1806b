// EEV: axes of its own for each component; along them all have the same variances.
#include "model/families/scatters.h"

namespace mixseed {
namespace {

Table pooled(const Table& sums, const std::vector<double>& mass) {
  Values all(sums[0].size(), 0.0);
  double total = 0;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    total += mass[k];
    for (std::size_t j = 0; j < all.size(); ++j) all[j] += sums[k][j];
  }
  for (double& value : all) value /= total;
  return Table(sums.size(), all);
}

Table estimate(const Scatters& scatters, const Mixture&) { return in_own_axes(scatters, pooled); }

}  // namespace

Family eev_family() {
  return {.name = "EEV",
          .letters = "EEV",
          .others = {},
          .summary = "the same variances along axes of each component",
          .covariance = Covariance::full,
          .second = Moments::Second::full,
          .raise = Family::Raise::shared_volume,
          .estimate = [](const Moments& moments, const Mixture& before, const Floor* floor) {
            return estimate_together(moments, before, floor, Covariance::full, estimate);
          }};
}

}  // namespace mixseed
