// From the attempts of a task to the public Fit.
#pragma once

#include "fit/rescale.h"
#include "fit/restarts.h"

namespace mixseed {

// The data of a fit as its result describes them.
struct FittedData {
  std::size_t rows, columns;
  double observations;
  const Recording& recording;
  CallersUnit unit;  // of the attempts
};

// Moves models and traces out of the task. Throws the first failure if all attempts have failed.
Fit result_of(Task& task, const FittedData& data, const FitOptions& options);
Fit result_of(Task& task, const Restarts& restarts);

}  // namespace mixseed
