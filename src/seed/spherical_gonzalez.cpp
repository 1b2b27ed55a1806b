// SG: farthest-first in the Mahalanobis distance of the mixture found so far.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, Algorithm 2.
#include "pass/growing.h"
#include "seed/seeders.h"

namespace mixseed {
namespace {

std::vector<SeedStep> spherical_gonzalez_sequence(Seeding& in) {
  const auto sample = [&] { return Subsample::drawn_or_all(in.X, in.parameters.number("s"), 1, in.rng); };
  const bool redraws = in.parameters.choice("sample") == "anew";
  auto S = sample();
  GrowingMixture theta(in.X, in.K, rules_of(in.parameters), in.repairs);
  std::vector<SeedStep> steps{{theta.mixture(), in.repairs}};
  while (steps.size() < in.K) {
    in.report_progress(steps.size());
    if (redraws && steps.size() > 1) S = sample();
    theta.add(farthest_row(S.rows(), theta.mixture()).values, in.repairs);
    steps.push_back({theta.mixture(), in.repairs});
  }
  return steps;
}

// The published tables of SG are reproduced only if the sample is drawn again for every component.
ParameterInfo sample_choice() {
  return {.name = "sample",
          .summary = "when it is drawn: once, or again for every component",
          .kind = ParameterInfo::Kind::choice,
          .choices = {"once", "anew"},
          .quiet = true};
}

}  // namespace

Seeder spherical_gonzalez() {
  return {.info = {.name = "spherical-gonzalez",
                   .alias = "sg",
                   .summary = "always the row with the largest Mahalanobis distance to the mixture found so far",
                   .reference = "Blömer & Bujna 2016, Algorithm 2",
                   .parameters = {sample_parameter("share of the rows that are candidates"), sample_choice(),
                                  rules_parameter()},
                   .deterministic = true},
          .sequence = spherical_gonzalez_sequence};
}

}  // namespace mixseed
