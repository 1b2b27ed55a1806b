// What the commands of `mixseed lab` share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "lab/plan.h"

namespace mixseed::cli {

// A plan, and how it is scaled.
struct PlanArguments {
  std::string plan, data_sets, seeds, only, rules = "both", data_dir;
  std::vector<std::string> settings;
  bool extended = false;
};
void add_plan_options(CLI::App& command, PlanArguments& arguments);
lab::Plan plan_in(const PlanArguments& arguments);

void add_data_dir(CLI::App& command, std::string& data_dir);
// --data-dir, or the environment variable MIXSEED_DATA, or the current directory.
std::string data_dir_of(const std::string& option);

std::size_t parse_jobs(const std::string& text);

void add_lab_run(CLI::App& lab);
void add_lab_status(CLI::App& lab);
void add_lab_merge(CLI::App& lab);
void add_lab_plans(CLI::App& lab);
void add_lab_tables(CLI::App& lab);
void add_lab_compare(CLI::App& lab);
void add_lab_fetch(CLI::App& lab);

}  // namespace mixseed::cli
