// From a stage of a pipeline to the method behind it.
#pragma once

#include <string_view>

#include "mixseed/methods.h"
#include "mixseed/pipeline.h"
#include "refine/refiner.h"
#include "seed/seeder.h"

namespace mixseed {

// By name or alias; throws Error(usage) that lists the candidates.
const MethodInfo& method_named(std::string_view name);
const Seeder& seeder_of(const Stage& stage);
const Refiner& refiner_of(const Stage& stage);
// How the last em of the pipeline estimates.
EstimationOptions estimation_of(const Pipeline& pipeline);
// Whether the seeder is `auto` or `quick`, which choose the stages by rules.
bool chooses_method(const Pipeline& pipeline);

}  // namespace mixseed
