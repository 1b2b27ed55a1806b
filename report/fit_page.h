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
  std::string source;                     // the name of the data, without its folder
  const std::vector<std::string>& names;  // of the columns; may be empty
  const Fit& fit;
  DataView rows;                                 // the fitted rows, or none
  const std::vector<Fit>* candidates = nullptr;  // of a selection, or null
  std::string_view criterion = "bic";            // of that selection
  int threads = 0;
  std::optional<std::vector<std::string>> advice = std::nullopt;  // not given: data_advice(fit, names)
  double observations = 0;  // sum of the rows' weights, where `fit` has no criteria; 0: unknown
};

// The payload of the page, with the traces that `fit.traces` has.
Section fit_payload(const FitPage& page);

}  // namespace mixseed::report
