// A grid of fits to rows with missing values (mixseed/missing.h).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "mixseed/fit.h"

namespace mixseed::observed {

// families: names to choose from; empty: the pipeline's own.
Selection select(const DataView& data, std::span<const std::size_t> components, std::span<const std::string> families,
                 Criterion criterion, const Pipeline& pipeline, const FitOptions& options);

}  // namespace mixseed::observed
