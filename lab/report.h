// The laboratory's reports.
#pragma once

#include <string>
#include <vector>

#include "lab/comparison.h"
#include "lab/folds.h"
#include "lab/tables.h"
#include "report/report.h"

namespace mixseed::lab {

// The runs of a store under one rule.
struct RunsOfRule {
  RuleSet rules = RuleSet::paper;
  Results results;
};

// Tables of ranks with the published ones, further tables per method, likelihoods on files, and median correlations.
// No value depends on time. docs/laboratory.md describes the JSON.
report::Section tables_report(const std::vector<RunsOfRule>& runs);

// Seconds per fit by size of the data sets, with the paper's Table 8 (1000 rows, ten columns).
report::Section times_report(const std::vector<RunsOfRule>& runs);

// "label (--method pipeline)", for advice.
std::string named(const std::string& label, const std::string& pipeline);

// Methods on one data set; the first is recommended.
struct Comparison {
  std::string data;
  std::size_t components = 0, seeds = 0;
  std::vector<MethodSummary> summaries;
};
report::Section compare_report(const Comparison& comparison);

// The same, judged by rows that were not fitted.
struct FoldComparison {
  std::string data;
  std::size_t components = 0, folds = 0, seeds = 0;
  std::vector<FoldSummary> summaries;
};
report::Section folds_report(const FoldComparison& comparison);

}  // namespace mixseed::lab
