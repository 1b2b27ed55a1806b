// Ad: draws rows that the mixture of the components so far describes badly.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, Algorithm 3.
#include "pass/growing.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

std::vector<SeedStep> adaptive_sequence(Seeding& in) {
  const Dataset& X = in.X;
  const double alpha = in.parameters.number("alpha");
  GrowingMixture theta(X, in.K, rules_of(in.parameters), in.repairs);
  std::vector<SeedStep> steps{{theta.mixture(), in.repairs}};
  while (steps.size() < in.K) {
    in.report_progress(steps.size());
    // m_alpha is a mixture of two distributions: choose one of them, then draw from it.
    const bool adaptive = in.rng.uniform() < alpha;
    const ChosenRow p = adaptive ? draw_row(X, theta.mixture(), in.rng) : draw_row(X, in.rng);
    theta.add(p.values, in.repairs);
    steps.push_back({theta.mixture(), in.repairs});
  }
  return steps;
}

}  // namespace

Seeder adaptive() {
  return {.info = {.name = "adaptive",
                   .alias = "ad",
                   .summary = "rows drawn in proportion to the Mahalanobis distance to the mixture found so far",
                   .reference = "Blömer & Bujna 2016, Algorithm 3",
                   .parameters = {{.name = "alpha",
                                   .summary = "share of the adaptive distribution; the rest is uniform",
                                   .fallback = 1,
                                   .least = 0,
                                   .most = 1},
                                  rules_parameter()}},
          .sequence = adaptive_sequence};
}

}  // namespace mixseed
