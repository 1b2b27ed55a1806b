// The page of a fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mixseed/fit.h"
#include "report/report.h"

namespace mixseed::report {

struct FitPage {
  std::string source;                            // what was fitted: a file
  const std::vector<std::string>& names;         // of the columns; may be empty
  const Fit& fit;                                // the one that is shown
  DataView rows;                                 // what was fitted, or no rows
  const std::vector<Fit>* candidates = nullptr;  // what it was chosen from; null when there was no choice
  std::string_view criterion = "bic";            // ... and by what
  int threads = 0;
};

// What the page is made from. Traces are shown as far as `fit.traces` has them.
Section fit_payload(const FitPage& page);

}  // namespace mixseed::report
