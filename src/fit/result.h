// From the attempts of a task to the public Fit.
#pragma once

#include "fit/restarts.h"

namespace mixseed {

// Moves models and traces out of the task. Throws the first failure if all attempts have failed.
Fit result_of(Task& task, const Restarts& restarts, const FitOptions& options);

}  // namespace mixseed
