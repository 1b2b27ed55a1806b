// Means2GMM as a separate stage, whose covariance or rules may differ from those of the next stage.
// Blömer & Bujna, "Adaptive Seeding for Gaussian Mixture Models", PAKDD 2016, Algorithm 1.
#include "refine/refiners.h"

namespace mixseed {
namespace {

State refine_lift(Refining& in, State state) {
  const EstimationOptions options{&family_named(in.parameters.choice("covariance")), rules_of(in.parameters),
                                  kDefaultFloor};
  return as_mixture(in, as_centers(std::move(state)), options);
}

}  // namespace

Refiner lift_stage() {
  return {.info = {.kind = MethodInfo::Kind::refiner,
                   .name = "lift",
                   .alias = "",
                   .summary = "a mixture from the groups of rows nearest to each mean; done by itself where needed",
                   .reference = "Blömer & Bujna 2016, Algorithm 1",
                   .parameters = {covariance_parameter(families()), rules_parameter()}},
          .refine = refine_lift};
}

}  // namespace mixseed
