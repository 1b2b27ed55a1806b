// Data whose squares would leave the range of a double are fitted in another unit, a power of two, without rounding.
#pragma once

#include <string_view>

#include "mixseed/mixture.h"
#include "pass/inspect.h"

namespace mixseed {

// The power of two to divide the data by; 0 for ordinary data.
int extreme_exponent(const Inspection& rows);

// Throws Error(input) for weights so large or small that sums over rows would leave the range of a double,
// Error(failed) for numbers so close together that no variance could be written.
void check_range(const Inspection& rows);

// Log densities change by D log(unit) when the unit of the data changes, squared distances by its square.
double log_shift(int exponent, std::size_t dim);
// The objective of a stage in the caller's units. `prior`: rows of the prior for every observation.
double in_callers_units(std::string_view stage, double objective, int exponent, std::size_t dim, double prior = 0);

// Throws Error(failed) if a variance of a model in the units of the data, or its inverse, is outside a double's range.
void check_variances(const Mixture& model);

}  // namespace mixseed
