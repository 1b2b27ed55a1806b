// The refiners, and functions that several of them use.
#pragma once

#include "pass/mixture_from_centers.h"
#include "pass/verbs.h"
#include "refine/refiner.h"

namespace mixseed {

Refiner kmeans();
Refiner cem();
Refiner search();
// The default number of subsample rows per component of a search.
std::size_t rows_of_search(std::size_t dim, std::size_t components);
// `list`: the families that its parameter `covariance` accepts; it must outlive the refiner.
Refiner em(std::span<const Family> list = families());
Refiner lift_stage();

// Convert a state to the input of a stage. as_mixture applies mixture_from_centers to Centers, and adds or removes
// noise according to the options. as_centers takes the means of a Mixture.
Mixture as_mixture(Refining& in, State state, const EstimationOptions& options);
Centers as_centers(State state);

ParameterInfo rounds_parameter(double fallback);
// The parameter that chooses a covariance family of a list.
ParameterInfo covariance_parameter(std::span<const Family> list);

}  // namespace mixseed
