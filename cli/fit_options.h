// The arguments of mixseed fit.
#pragma once

#include <string>
#include <vector>

#include "arguments.h"
#include "command.h"
#include "fit_pages.h"

namespace mixseed::cli {

struct FitArguments {
  std::string data, components, covariance, select, method, seed = "0", restarts = "1", budget, threads = "0", weights,
                                                            prior, resolution, start, centers, order, output, trace,
                                                            format, checkpoint;
  DataArguments rows;
  PageArguments pages;
  bool noise = false, json = false, model = false, plain = false, quiet = false, verbose = false, resume = false;

  bool has_start() const { return !start.empty() || !centers.empty(); }
  // The option that gives the start, and its file.
  std::string start_option() const { return start.empty() ? "--centers" : "--start"; }
  const std::string& start_file() const { return start.empty() ? centers : start; }
  bool prints_model() const { return output == "-"; }
};

std::vector<Option> fit_options(FitArguments& arguments);

}  // namespace mixseed::cli
