// Data whose squares would leave the range of a double are fitted in another unit, a power of two, without rounding.
#pragma once

#include <string_view>

#include "mixseed/fit_options.h"
#include "mixseed/mixture.h"
#include "pass/inspect.h"

namespace mixseed {

// The power of two to divide the data by; 0 for ordinary data.
int extreme_exponent(const Inspection& rows);

// Throws Error(input) for weights so large or small that sums over rows would leave the range of a double,
// Error(failed) for numbers so close together that no variance could be written.
void check_range(const Inspection& rows);

// From the unit of a fit, 2^exponent of the caller's, to the caller's. Log densities change by D log(unit), squared
// distances by its square.
struct CallersUnit {
  int exponent;
  double shift, penalised_shift;  // of a log-likelihood per observation, without and with the prior

  // The objective of a stage.
  double objective(std::string_view stage, double value) const;
};
// `prior`: rows of the prior for every observation.
CallersUnit callers_unit(int exponent, std::size_t dim, double prior = 0);

// Known parameters in the unit of the fit.
InitialParameters in_unit(InitialParameters known, int exponent);

// Throws Error(failed) if a variance of a model in the units of the data, or its inverse, is outside a double's range.
void check_variances(const Mixture& model);

}  // namespace mixseed
