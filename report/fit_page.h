// The page of a fit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mixseed/fit.h"
#include "report/report.h"

namespace mixseed::report {

struct FitPage {
  std::string source;                            // the name of the data, without its folder
  const std::vector<std::string>& names;         // of the columns; may be empty
  const Fit& fit;                                // the one that is shown
  DataView rows;                                 // what was fitted, or no rows
  const std::vector<Fit>* candidates = nullptr;  // what it was chosen from; null when there was no choice
  std::string_view criterion = "bic";            // ... and by what
  int threads = 0;
  std::optional<std::vector<std::string>> advice = std::nullopt;  // not given: data_advice(fit, names)
  double observations = 0;  // sum of the rows' weights, where `fit` has no criteria; 0: unknown
};

// What the page is made from. Traces are shown as far as `fit.traces` has them.
Section fit_payload(const FitPage& page);

}  // namespace mixseed::report
