// mixseed lab tables: from a store to the paper's tables.

#include <algorithm>
#include <memory>

#include "arguments.h"
#include "lab.h"
#include "lab/format.h"
#include "lab/report.h"
#include "lab/store.h"
#include "mixseed/io.h"
#include "mixseed/version.h"
#include "output.h"
#include "report/formats.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

struct TablesArguments {
  std::string store, format = "text", rules = "both", version, output;
  bool times = false;
};

std::string version_in(const lab::Store& store, const TablesArguments& arguments) {
  const std::string wanted = arguments.version.empty() ? std::string(kVersion) : arguments.version;
  const auto versions = store.versions();
  if (std::find(versions.begin(), versions.end(), wanted) != versions.end()) return wanted;
  throw Error(ErrorCode::input, formatted("{}: no runs by version {}; --engine chooses one of {}", arguments.store,
                                          wanted, joined(versions, ", ")));
}

std::string tables_text(const TablesArguments& arguments) {
  const report::Format& format = report::format_named(arguments.format);
  const auto all_rules = lab::rules_named(arguments.rules);
  const lab::Store store(arguments.store, lab::Store::Mode::read);
  const std::string version = version_in(store, arguments);
  std::vector<lab::RunsOfRule> runs;
  for (const lab::Rules rules : all_rules) runs.push_back({rules, lab::results_of(store.runs(version, rules))});
  return format.write(arguments.times ? lab::times_report(runs) : lab::tables_report(runs));
}

void run_tables(const TablesArguments& arguments) {
  if (!arguments.output.empty()) expect_writable(arguments.output);
  const std::string text = tables_text(arguments);
  if (arguments.output.empty()) return print(text);
  AtomicFile(arguments.output).commit(text);
}

}  // namespace

Command lab_tables_command() {
  const auto arguments = std::make_shared<TablesArguments>();
  return {.name = "tables",
          .summary = "The paper's tables from the runs of a store",
          .options = {store_option(arguments->store),
                      format_option(arguments->format),
                      {.names = "--rules",
                       .value = &arguments->rules,
                       .type = "WORD",
                       .help = "paper, default, or both (default)",
                       .words = {"paper", "default", "both"}},
                      {.names = "--engine",
                       .value = &arguments->version,
                       .type = "VERSION",
                       .help = "Runs by this version of mixseed (default: this one)"},
                      {.names = "--times",
                       .value = &arguments->times,
                       .help = "Seconds per fit instead (the paper's Table 8)"},
                      {.names = "-o,--output",
                       .value = &arguments->output,
                       .type = "FILE",
                       .help = "Where to write; default standard output",
                       .offer = Offer::files}},
          .examples = {"mixseed lab tables --store runs.db --format markdown -o tables.md"},
          .run = [arguments] { run_tables(*arguments); }};
}

}  // namespace mixseed::cli
