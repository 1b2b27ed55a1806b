// fit and estimate for rows with missing values (mixseed/missing.h).
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "mixseed/fit.h"

namespace mixseed::observed {

Fit fit(const DataView& data, std::size_t components, const Pipeline& pipeline, const FitOptions& options);
Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, const FitOptions& options);
Mixture estimate(const DataView& data, std::span<const double> responsibilities, std::string_view family, int threads);
Mixture estimate(const DataView& data, std::span<const std::size_t> labels, std::size_t components,
                 std::string_view family, int threads);

}  // namespace mixseed::observed
