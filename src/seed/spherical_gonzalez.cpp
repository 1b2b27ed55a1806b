// SG: farthest-first in the Mahalanobis distance of the mixture found so far.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, Algorithm 2.
#include "pass/growing.h"
#include "seed/methods.h"

namespace mixseed {
namespace {

std::vector<SeedStep> sequence(Seeding& in) {
  const RowSample S(in.X, in.parameters.number("s"), 1, in.rng);
  GrowingMixture theta(in.X, in.K, rules_of(in.parameters), in.repairs);
  std::vector<SeedStep> steps{{theta.mixture(), in.repairs}};
  while (steps.size() < in.K) {
    in.found(steps.size());
    theta.add(farthest_row(S.rows(), theta.mixture()).values, in.repairs);
    steps.push_back({theta.mixture(), in.repairs});
  }
  return steps;
}

}  // namespace

Seeder spherical_gonzalez() {
  return {.info = {.name = "spherical-gonzalez",
                   .alias = "sg",
                   .summary = "always the row with the largest Mahalanobis distance to the mixture found so far",
                   .reference = "Blömer & Bujna 2016, Algorithm 2",
                   .parameters = {sample_parameter("share of the rows that are candidates"), rules_parameter()},
                   .deterministic = true},
          .sequence = sequence};
}

}  // namespace mixseed
