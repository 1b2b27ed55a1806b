// Options and functions of several `mixseed lab` commands.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command.h"
#include "lab/plan.h"
#include "lab/report.h"
#include "lab/runner.h"
#include "mpi/ranks.h"

namespace mixseed::cli {

// A plan and the options that change it.
struct PlanArguments {
  std::string plan, data_sets, seeds, only, rules = "both", data_dir;
  std::vector<std::string> settings;
  bool extended = false;
};
std::vector<Option> plan_options(PlanArguments& arguments);
lab::Plan plan_in(const PlanArguments& arguments);

Option data_dir_option(std::string& data_dir);
// --data-dir, or the environment variable MIXSEED_DATA, or the current directory.
std::string data_dir_of(const std::string& option);

// The store and the selection of its runs.
struct StoredArguments {
  std::string store, rules = "both", version;
};
std::vector<Option> stored_options(StoredArguments& arguments);
// The runs by rule. Throws Error(input) if the store has no runs of that version.
std::vector<lab::RunsOfRule> stored_runs(const StoredArguments& arguments);

// All runs of a store.
std::vector<lab::StoredRun> all_runs(const lab::Store& store);
// Runs on all ranks and returns the outcome on rank 0. An error of one rank is thrown on all.
lab::RunProgress run_on_ranks(Ranks& all, const lab::Plan& plan, const std::string& store,
                              const lab::RunnerOptions& options);

std::size_t parse_jobs(const std::string& text);

Command lab_run_command();
Command lab_status_command();
Command lab_merge_command();
Command lab_plans_command();
Command lab_tables_command();
Command lab_report_command();
Command lab_compare_command();
Command lab_fetch_command();

}  // namespace mixseed::cli
