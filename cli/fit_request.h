// The checked arguments of mixseed fit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "fit_options.h"
#include "mixseed/fit.h"
#include "mixseed/io.h"
#include "report.h"

namespace mixseed::cli {

// The arguments, checked as far as that is possible without reading a file.
struct FitRequest {
  std::optional<Range> components;
  std::string covariances;  // to choose from; empty: the pipeline's own
  Criterion criterion = Criterion::bic;
  Pipeline pipeline;
  std::vector<Pipeline> replayed;
  FitOptions options;
  ReadOptions reading;
  const report::Format* format = nullptr;
};

// Throws Error(usage), and Error(output) for places that cannot be written.
FitRequest checked(const FitArguments& arguments);

}  // namespace mixseed::cli
