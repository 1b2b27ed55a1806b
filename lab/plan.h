// An experiment: data sets x methods x seeds x rules. docs/laboratory.md describes the file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/compared.h"
#include "lab/data_set.h"

namespace mixseed::lab {

// Rules of repair for every stage that has a choice: the paper's, or mixseed's own.
enum class RuleSet { paper, standard };
std::string_view name_of(RuleSet rules);  // "paper", "default"
// "paper", "default" or "both". Throws Error(usage).
std::vector<RuleSet> rules_named(std::string_view text);

struct Plan {
  std::string name, about;
  std::vector<DataSet> data_sets;  // ordered by data seed, then by test set
  std::vector<Method> methods;
  std::size_t seeds = 0;  // 1 .. seeds
  std::vector<RuleSet> rules{RuleSet::paper, RuleSet::standard};
  std::vector<std::string> missing;  // files that the plan names but that do not exist

  std::size_t runs() const { return data_sets.size() * methods.size() * seeds * rules.size(); }
};

// Changes to a plan: fewer or more data sets, seeds, rules and methods.
struct PlanOptions {
  std::optional<std::size_t> data_sets, seeds;
  std::string only;  // "KEY=VALUE,KEY=VALUE": keys must all hold, values of one key are alternatives
  std::vector<RuleSet> rules{RuleSet::paper, RuleSet::standard};
  bool further_methods = false;
  std::vector<std::string> settings;  // "name=value", for every stage with such a parameter
  std::string data_dir;               // folder of the real data
};

// Reads a built-in plan by name, or a JSON file, and fills in digests of files. Throws Error(usage or input).
Plan read_plan(const std::string& name_or_path, const PlanOptions& options);

struct PlanSummary {
  std::string name, about;
};
std::vector<PlanSummary> built_in_plans();

}  // namespace mixseed::lab
