// mixseed lab: experiments that compare starting methods.
#include "lab.h"

#include <cstdlib>

#include "arguments.h"
#include "commands.h"

namespace mixseed::cli {

void add_plan_options(CLI::App& command, PlanArguments& arguments) {
  add_text(command, "PLAN", arguments.plan, "", "A built-in plan (mixseed lab plans) or a JSON file")->required();
  add_text(command, "--data-sets", arguments.data_sets, "N", "Data sets per test set, instead of the plan's number");
  add_text(command, "--seeds", arguments.seeds, "N", "Seeds per method, instead of the plan's number");
  add_text(command, "--only", arguments.only, "KEY=VALUE,...",
           "Only such data sets: rows, dim, separation, weight-skew, shape, noise, components, data");
  add_text(command, "--rules", arguments.rules, "WORD", "paper, default, or both (default)");
  command.add_option("--set", arguments.settings, "A parameter on every stage that has it; use a store of its own")
      ->type_name("NAME=VALUE");
  command.add_flag("--extended", arguments.extended, "Also HAC and the methods without an intermediate algorithm");
  add_data_dir(command, arguments.data_dir);
}

void add_data_dir(CLI::App& command, std::string& data_dir) {
  add_text(command, "--data-dir", data_dir, "DIR", "Where the real data are (default: MIXSEED_DATA, or here)");
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

void add_lab(CLI::App& program) {
  CLI::App& lab = *program.add_subcommand("lab", "Experiments that compare starting methods");
  lab.require_subcommand(1);
  add_lab_run(lab);
  add_lab_tables(lab);
  add_lab_compare(lab);
  add_lab_status(lab);
  add_lab_merge(lab);
  add_lab_plans(lab);
  add_lab_fetch(lab);
  lab.footer("Example:\n  mixseed lab run quick --store runs.db\n  mixseed lab tables --store runs.db");
}

}  // namespace mixseed::cli
