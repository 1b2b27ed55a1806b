// The laboratory's pages: one for an experiment, one for a comparison on one data set.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/projection.h"
#include "lab/report.h"

namespace mixseed::lab {

struct LabPage {
  std::string source;                   // path of the store, or name of the data
  const std::vector<RunsOfRule>& runs;  // by rule
  report::Section printed;              // the command's report; its key is its key in the payload
  std::function<std::optional<Projection>(const DataSet&)> picture;
};

// The payload: means over the seeds for every data set; single runs and a picture for at most 400 data sets.
report::Section lab_payload(const LabPage& page);

// The payload of `lab report`. Real data sets are read from `data_dir`.
report::Section experiment_payload(const std::string& source, const std::vector<RunsOfRule>& runs,
                                   const std::string& data_dir);

// The payload of `lab compare`.
report::Section compare_payload(const Comparison& comparison, const Results& results, RuleSet rules, const Data& data);

}  // namespace mixseed::lab
