// Two sets of rules for choices that the mathematics leaves open.
#pragma once

#include "mixseed/methods.h"
#include "mixseed/pipeline.h"

namespace mixseed {

// standard: log domain, scale-free floors. paper: the rules behind the published tables (docs/numerics.md).
enum class Rules { standard, paper };

ParameterInfo rules_parameter();
Rules rules_of(const Parameters& parameters);

}  // namespace mixseed
