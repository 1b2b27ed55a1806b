// Data whose squares would leave the range of a double are fitted in another unit, a power of two, which costs no bit.
#pragma once

#include "mixseed/mixture.h"
#include "pass/inspect.h"

namespace mixseed {

// The power of two to divide the data by; 0 for ordinary data.
int extreme_exponent(const Inspection& rows);

// Throws Error(input) for weights so large or small that sums over rows would leave the range of a double,
// Error(failed) for numbers so close together that no variance could be written.
void check_range(const Inspection& rows);

// Throws Error(failed) when a model, back in the units of the data, has variances that a double cannot hold, or of
// which it cannot hold the inverse.
void check_variances(const Mixture& model);

}  // namespace mixseed
