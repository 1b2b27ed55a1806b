// One number of components with one covariance family, fitted to observed values, and the summary of its restarts.
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <vector>

#include "fit/observed_em.h"

namespace mixseed {

// A restart that failed has a failure in place of an attempt.
struct ObservedCell {
  std::size_t components;
  Stage em;
  std::string method;
  std::vector<Attempt> attempts;
  std::vector<std::exception_ptr> failures;
};

// The best restart and the numbers of all, in the caller's units. `was_given`: the start, or a part of it. Moves models
// out of the cell. Throws the first failure if every restart has failed.
Fit summarised(ObservedCell& cell, const ObservedData& data, const FitOptions& options, bool was_given);

}  // namespace mixseed
