// What the laboratory says, as reports.
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

// The tables of ranks beside the published ones, what the ranks do not show, every method's likelihoods on files, and
// the middle correlations. Nothing that depends on time. docs/laboratory.md has the JSON.
report::Section tables_report(const std::vector<RunsOfRule>& runs);

// Seconds per fit, by size of the data sets; the paper's Table 8 has those of 1000 rows in ten dimensions.
report::Section times_report(const std::vector<RunsOfRule>& runs);

// A method as advice names it: "label (--method pipeline)".
std::string named(const std::string& label, const std::string& pipeline);

// One data set, and the start to use for it.
struct Comparison {
  std::string data;
  std::size_t components = 0, seeds = 0;
  std::vector<Standing> standings;
};
report::Section compare_report(const Comparison& comparison);

// One data set, and what its rows say that were not fitted.
struct FoldComparison {
  std::string data;
  std::size_t components = 0, folds = 0, seeds = 0;
  std::vector<FoldStanding> standings;
};
report::Section folds_report(const FoldComparison& comparison);

}  // namespace mixseed::lab
