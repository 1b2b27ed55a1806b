// mixseed lab tables: from a store to the paper's tables.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "arguments.h"
#include "lab.h"
#include "lab/report.h"
#include "lab/store.h"
#include "mixseed/io.h"
#include "mixseed/version.h"
#include "output.h"

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
  throw Error(ErrorCode::input, fmt::format("{}: no runs by version {}; --engine chooses one of {}", arguments.store,
                                            wanted, fmt::join(versions, ", ")));
}

std::string tables_text(const TablesArguments& arguments) {
  const std::map<std::string, lab::Format> formats{{"text", lab::Format::text},
                                                   {"csv", lab::Format::csv},
                                                   {"markdown", lab::Format::markdown},
                                                   {"latex", lab::Format::latex}};
  const bool is_json = arguments.format == "json";
  if (!is_json && !formats.contains(arguments.format)) {
    throw Error(ErrorCode::usage,
                fmt::format("--format wants text, csv, markdown, latex or json, got '{}'", arguments.format));
  }
  const auto all_rules = lab::rules_named(arguments.rules);
  if (is_json && arguments.times) throw Error(ErrorCode::usage, "--times has no JSON form; use --format csv");
  const lab::Store store(arguments.store, lab::Store::Mode::read);
  const std::string version = version_in(store, arguments);
  std::vector<lab::Table> tables;
  std::vector<lab::Sheet> files, sheets;
  for (const lab::Rules rules : all_rules) {
    const lab::Results results = lab::results_of(store.runs(version, rules));
    if (arguments.times) {
      sheets.push_back(lab::times_of(results, rules));
      continue;
    }
    for (lab::Table& table : lab::make_tables(results, rules)) tables.push_back(std::move(table));
    for (lab::Sheet& sheet : lab::sheets_of_files(results, rules)) files.push_back(std::move(sheet));
  }
  if (is_json) return lab::tables_json(tables, files);
  for (const lab::Table& table : tables) {
    for (lab::Sheet& sheet : lab::sheets_of(table)) sheets.push_back(std::move(sheet));
  }
  sheets.insert(sheets.end(), files.begin(), files.end());
  if (lab::Sheet summary = lab::summary_of(tables); !summary.rows.empty()) sheets.push_back(std::move(summary));
  return lab::written(sheets, formats.at(arguments.format));
}

void run_tables(const TablesArguments& arguments) {
  if (!arguments.output.empty()) expect_writable(arguments.output);
  const std::string text = tables_text(arguments);
  if (arguments.output.empty()) return print(text);
  AtomicFile(arguments.output).commit(text);
}

}  // namespace

void add_lab_tables(CLI::App& lab) {
  CLI::App& command = *lab.add_subcommand("tables", "The paper's tables from the runs of a store");
  const auto arguments = std::make_shared<TablesArguments>();
  add_text(command, "--store", arguments->store, "FILE", "The SQLite file with the runs")->required();
  add_text(command, "--format", arguments->format, "WORD", "text (default), csv, markdown, latex or json");
  add_text(command, "--rules", arguments->rules, "WORD", "paper, default, or both (default)");
  add_text(command, "--engine", arguments->version, "VERSION", "Runs by this version of mixseed (default: this one)");
  command.add_flag("--times", arguments->times, "Seconds per fit instead (the paper's Table 8)");
  add_text(command, "-o,--output", arguments->output, "FILE", "Where to write; default standard output");
  command.footer("Example:\n  mixseed lab tables --store runs.db --format markdown -o tables.md");
  command.callback([arguments] { run_tables(*arguments); });
}

}  // namespace mixseed::cli
