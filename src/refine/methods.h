// What the files of the refiners share, and the refiners themselves.
#pragma once

#include "model/lift.h"
#include "refine/refiner.h"

namespace mixseed {

Refiner kmeans();
Refiner cem();
Refiner em();
Refiner lift_stage();

// The state as the stage needs it: Centers are lifted, a Mixture passes; a Mixture's means are Centers.
Mixture as_mixture(Refining& in, State state, const LiftOptions& options);
Centers as_centers(State state);

ParameterInfo rounds_parameter(double fallback);
ParameterInfo covariance_parameter();
Covariance covariance_of(const Parameters& parameters);

}  // namespace mixseed
