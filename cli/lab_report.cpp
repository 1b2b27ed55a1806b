// mixseed lab report: from a store to a page.

#include <memory>

#include "arguments.h"
#include "lab.h"
#include "lab/format.h"
#include "lab/page.h"
#include "output.h"
#include "report/page.h"

namespace mixseed::cli {
namespace {

struct LabReportArguments {
  StoredArguments stored;
  std::string data_dir, output;
};

void run_lab_report(const LabReportArguments& arguments) {
  if (arguments.output == "-") throw Error(ErrorCode::usage, "-o wants a file name, got '-'");
  const std::vector<lab::RunsOfRule> runs = stored_runs(arguments.stored);
  write_file(arguments.output,
             report::page(lab::experiment_payload(arguments.stored.store, runs, data_dir_of(arguments.data_dir))));
}

}  // namespace

Command lab_report_command() {
  const auto arguments = std::make_shared<LabReportArguments>();
  std::vector<Option> options = stored_options(arguments->stored);
  options.push_back({.names = "-o,--output",
                     .value = &arguments->output,
                     .type = "FILE",
                     .help = "Where to write the page (HTML, opens without a network)",
                     .required = true,
                     .file = FileUse::written});
  options.push_back(data_dir_option(arguments->data_dir));
  return {.name = "report",
          .summary = "A page with the pictures and tables of the runs of a store",
          .options = std::move(options),
          .examples = {"mixseed lab report --store runs.db -o report.html"},
          .run = [arguments] { run_lab_report(*arguments); }};
}

}  // namespace mixseed::cli
