// mixseed lab tables: from a store to the paper's tables.

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "lab.h"
#include "lab/format.h"
#include "lab/report.h"
#include "lab/store.h"
#include "mixseed/version.h"
#include "output.h"
#include "report/formats.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

struct TablesArguments {
  StoredArguments stored;
  std::string format = "text", output;
  bool times = false;
};

std::string version_in(const lab::Store& store, const StoredArguments& arguments) {
  const std::string wanted = arguments.version.empty() ? std::string(kVersion) : arguments.version;
  const auto versions = store.versions();
  if (std::find(versions.begin(), versions.end(), wanted) != versions.end()) return wanted;
  throw Error(ErrorCode::input, formatted("{}: no runs by version {}; --engine chooses one of {}", arguments.store,
                                          wanted, joined(versions, ", ")));
}

std::string tables_text(const TablesArguments& arguments) {
  const report::Format& format = report::format_named(arguments.format);
  const std::vector<lab::RunsOfRule> runs = stored_runs(arguments.stored);
  return format.write(arguments.times ? lab::times_report(runs) : lab::tables_report(runs));
}

void run_tables(const TablesArguments& arguments) {
  const std::string text = tables_text(arguments);
  if (arguments.output.empty()) return print(text);
  write_file(arguments.output, text);
}

}  // namespace

std::vector<Option> stored_options(StoredArguments& arguments) {
  return {store_option(arguments.store, FileUse::read),
          {.names = "--rules",
           .value = &arguments.rules,
           .type = "WORD",
           .help = "paper, default, or both (default)",
           .words = {"paper", "default", "both"}},
          {.names = "--engine",
           .value = &arguments.version,
           .type = "VERSION",
           .help = "Runs by this version of mixseed (default: this one)"}};
}

std::vector<lab::RunsOfRule> stored_runs(const StoredArguments& arguments) {
  const auto all_rules = lab::rules_named(arguments.rules);
  const lab::Store store(arguments.store, lab::Store::Mode::read);
  const std::string version = version_in(store, arguments);
  std::vector<lab::RunsOfRule> runs;
  for (const lab::RuleSet rules : all_rules) runs.push_back({rules, lab::results_of(store.runs(version, rules))});
  return runs;
}

Command lab_tables_command() {
  const auto arguments = std::make_shared<TablesArguments>();
  std::vector<Option> options = stored_options(arguments->stored);
  options.push_back(format_option(arguments->format));
  options.push_back(
      {.names = "--times", .value = &arguments->times, .help = "Seconds per fit instead (the paper's Table 8)"});
  options.push_back({.names = "-o,--output",
                     .value = &arguments->output,
                     .type = "FILE",
                     .help = "Where to write; default standard output",
                     .file = FileUse::written});
  return {.name = "tables",
          .summary = "The paper's tables from the runs of a store",
          .options = std::move(options),
          .examples = {"mixseed lab tables --store runs.db --format markdown -o tables.md"},
          .run = [arguments] { run_tables(*arguments); }};
}

}  // namespace mixseed::cli
