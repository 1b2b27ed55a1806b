// The pages of the laboratory: an experiment, and a comparison on one data set.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lab/projection.h"
#include "lab/report.h"

namespace mixseed::lab {

struct LabPage {
  std::string source;                   // the store, or the data
  const std::vector<RunsOfRule>& runs;  // by rule
  report::Section said;                 // what the command prints; its key is its place in the payload
  std::function<std::optional<Projection>(const DataSet&)> picture;
};

// What the page is made from: means over the seeds for every data set, every run and a picture for at most 400 of them.
report::Section lab_payload(const LabPage& page);

// The page of `lab report`; real data are looked for in `data_dir`.
report::Section experiment_payload(const std::string& source, const std::vector<RunsOfRule>& runs,
                                   const std::string& data_dir);

// The page of `lab compare`.
report::Section compare_payload(const Comparison& comparison, const Results& results, RuleSet rules, const Data& data);

}  // namespace mixseed::lab
