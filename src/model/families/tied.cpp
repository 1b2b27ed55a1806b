// tied, EEE: all components share one matrix.
#include "model/family.h"

namespace mixseed {
namespace {

std::vector<double> estimate_tied(const Moments& moments, const Mixture&, const Floor*) {
  std::vector<double> sum(moments.dim() * moments.dim(), 0.0);
  for (std::size_t k = 0; k < moments.size(); ++k) {
    if (without_mass(moments, k)) continue;
    const std::vector<double> scatter = moments.full_scatter(k);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += scatter[i];
  }
  for (double& number : sum) number /= moments.total_mass();
  return sum;
}

}  // namespace

Family tied_family() {
  return {.name = "tied",
          .letters = "EEE",
          .synonyms = {},
          .summary = "all components share one matrix",
          .covariance = Covariance::tied,
          .second = Moments::Second::full,
          .estimate = estimate_tied};
}

}  // namespace mixseed
