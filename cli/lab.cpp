// mixseed lab: experiments that compare starting methods.
#include "lab.h"

#include <cstdlib>
#include <filesystem>

#include "arguments.h"
#include "commands.h"
#include "lab/real_data.h"

namespace mixseed::cli {

namespace {

// None for a built-in plan.
std::vector<std::string> plan_files(const std::string& plan) {
  for (const lab::PlanSummary& known : lab::built_in_plans()) {
    if (known.name == plan) return {};
  }
  return {plan};
}

std::vector<std::string> real_data_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const lab::RealData& set : lab::real_data()) {
    for (const lab::Copy& copy : set.copies) files.push_back((std::filesystem::path(folder) / copy.file).string());
  }
  return files;
}

}  // namespace

std::vector<Option> plan_options(PlanArguments& arguments) {
  return {{.names = "PLAN",
           .value = &arguments.plan,
           .help = "A built-in plan (mixseed lab plans) or a JSON file",
           .required = true,
           .completion = Completion::plans,
           .file = FileUse::read,
           .files = [&plan = arguments.plan] { return plan_files(plan); }},
          {.names = "--data-sets",
           .value = &arguments.data_sets,
           .type = "N",
           .help = "Data sets per test set, instead of the plan's number"},
          {.names = "--seeds",
           .value = &arguments.seeds,
           .type = "N",
           .help = "Seeds per method, instead of the plan's number"},
          {.names = "--only",
           .value = &arguments.only,
           .type = "KEY=VALUE,...",
           .help = "Only matching data sets: rows, dim, separation, weight-skew, shape, noise, components, data"},
          {.names = "--rules",
           .value = &arguments.rules,
           .type = "WORD",
           .help = "paper, default, or both (default)",
           .words = {"paper", "default", "both"}},
          {.names = "--set",
           .value = &arguments.settings,
           .type = "NAME=VALUE",
           .help = "A parameter on every stage that has it; use a store of its own"},
          {.names = "--extended",
           .value = &arguments.extended,
           .help = "Also HAC and the methods without an intermediate algorithm"},
          data_dir_option(arguments.data_dir)};
}

Option data_dir_option(std::string& data_dir) {
  return {.names = "--data-dir",
          .value = &data_dir,
          .type = "DIR",
          .help = "Folder of the real data (default: MIXSEED_DATA, or the current folder)",
          .completion = Completion::folders,
          .file = FileUse::read,
          .files = [&data_dir] { return real_data_files(data_dir_of(data_dir)); }};
}

std::string data_dir_of(const std::string& option) {
  if (!option.empty()) return option;
  const char* variable = std::getenv("MIXSEED_DATA");
  return variable != nullptr && *variable != '\0' ? variable : ".";
}

std::size_t parse_jobs(const std::string& text) { return parse_integer(text, "--jobs", 0, 1024); }

lab::Plan plan_in(const PlanArguments& arguments) {
  lab::PlanOptions options;
  if (!arguments.data_sets.empty()) {
    options.data_sets = parse_integer(arguments.data_sets, "--data-sets", 1, 1'000'000);
  }
  if (!arguments.seeds.empty()) options.seeds = parse_integer(arguments.seeds, "--seeds", 1, 1'000'000);
  options.only = arguments.only;
  options.rules = lab::rules_named(arguments.rules);
  options.settings = arguments.settings;
  options.further_methods = arguments.extended;
  options.data_dir = data_dir_of(arguments.data_dir);
  return lab::read_plan(arguments.plan, options);
}

Command lab_command() {
  return {.name = "lab",
          .summary = "Experiments that compare starting methods",
          .examples = {"mixseed lab run quick --store runs.db", "mixseed lab tables --store runs.db"},
          .commands = {lab_run_command(), lab_tables_command(), lab_report_command(), lab_compare_command(),
                       lab_status_command(), lab_merge_command(), lab_plans_command(), lab_fetch_command()}};
}

}  // namespace mixseed::cli
