// Fits of rows with missing values (mixseed/missing.h): fits of the rows, filled in several ways, are the starts of EM
// on the observed values.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "mixseed/fit.h"

namespace mixseed::observed {

// Fits filled rows, once for every family and number of components, by a pipeline with few rounds of em.
using FitFilled =
    std::function<std::vector<Fit>(const DataView& rows, const Pipeline& pipeline, const FitOptions& options)>;

// Family after family, each with every number of components (ascending). No families: the pipeline's own.
std::vector<Fit> fit_each(const DataView& data, std::span<const std::size_t> components,
                          std::span<const std::string> families, const Pipeline& pipeline, FitOptions options,
                          const FitFilled& fit_filled);
// EM from given starts, one restart for each.
Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, FitOptions options);

}  // namespace mixseed::observed
