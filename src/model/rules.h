// The two sets of rules for what to do where the mathematics leaves a choice.
#pragma once

#include "mixseed/methods.h"
#include "mixseed/pipeline.h"

namespace mixseed {

// standard: log domain, scale-free floors. paper: what the published tables were made with (docs/numerics.md).
enum class Rules { standard, paper };

ParameterInfo rules_parameter();
Rules rules_of(const Parameters& parameters);

}  // namespace mixseed
