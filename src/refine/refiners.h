// What the files of the refiners share, and the refiners themselves.
#pragma once

#include "pass/mixture_from_centers.h"
#include "pass/verbs.h"
#include "refine/refiner.h"

namespace mixseed {

Refiner kmeans();
Refiner cem();
Refiner search();
// How many rows for every component a search looks at, where nothing else is asked for.
std::size_t rows_of_search(std::size_t dim, std::size_t components);
// With these covariance families to choose from; they must outlive the refiner.
Refiner em(std::span<const Family> list = families());
Refiner lift_stage();

// The state as the stage needs it: Centers are lifted, a Mixture passes, and noise is added or taken away as the
// options say; a Mixture's means are Centers.
Mixture as_mixture(Refining& in, State state, const EstimationOptions& options);
Centers as_centers(State state);

ParameterInfo rounds_parameter(double fallback);
// The covariance families of a list, and the one that was chosen.
ParameterInfo covariance_parameter(std::span<const Family> list);

}  // namespace mixseed
