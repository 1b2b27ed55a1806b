// Ad: draws where the mixture found so far describes the data badly.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, Algorithm 3.
#include "model/density.h"
#include "model/draw.h"
#include "model/lift.h"
#include "seed/methods.h"

namespace mixseed {
namespace {

std::vector<SeedStep> sequence(Seeding& in) {
  const Points& X = in.X;
  const double alpha = in.parameters.number("alpha");
  const Rules rules = rules_of(in.parameters);
  Mixture theta = one_component(X, rules, in.repairs);
  std::vector<SeedStep> steps{{theta, in.repairs}};
  while (steps.size() < in.K) {
    in.found(steps.size());
    // m_alpha is a mixture of two distributions: choose one of them, then draw from it.
    const std::size_t p =
        in.rng.uniform() < alpha ? draw_row(X, min_mahalanobis(X, Density(theta)), in.rng) : draw_row(X, in.rng);
    theta = with_another_mean(X, theta, p, rules, in.repairs);
    steps.push_back({theta, in.repairs});
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
          .sequence = sequence};
}

}  // namespace mixseed
