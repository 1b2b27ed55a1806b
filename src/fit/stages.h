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

}  // namespace mixseed
