#include "fit_options.h"

#include <utility>

#include "covariance_option.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

std::vector<Option> start_options(FitArguments& arguments) {
  return {{.names = "--start",
           .value = &arguments.start,
           .type = "MODEL",
           .help = "A model file to start from, instead of a seeder",
           .excludes = {"--centers"},
           .file = FileUse::read,
           .replaced_by = "--output"},
          {.names = "--centers",
           .value = &arguments.centers,
           .type = "FILE",
           .help = "A data file with one centre per row to start from",
           .file = FileUse::read}};
}

std::vector<Option> output_options(FitArguments& arguments) {
  return {{.names = "-o,--output",
           .value = &arguments.output,
           .type = "FILE",
           .help = "Where to write the model (JSON); - is standard output, instead of the report",
           .file = FileUse::written},
          {.names = "--trace",
           .value = &arguments.trace,
           .type = "FILE",
           .help = "Where to write every round of the best restart (CSV)",
           .file = FileUse::written},
          {.names = "--checkpoint",
           .value = &arguments.checkpoint,
           .type = "FILE",
           .help = "Checkpoint file for --resume; deleted when the fit has ended",
           .file = FileUse::updated},
          {.names = "--resume",
           .value = &arguments.resume,
           .help = "Resume from the --checkpoint file, if it exists; the result has the same bits"},
          json_flag(arguments.json),
          {.names = "--model", .value = &arguments.model, .help = "Add weights, means and covariances to --json"},
          format_option(arguments.format),
          {.names = "--plain", .value = &arguments.plain, .help = "Print no picture on a terminal"},
          {.names = "--quiet",
           .value = &arguments.quiet,
           .help = "Print only errors, and the report of --json",
           .excludes = {"--verbose"}},
          {.names = "--verbose", .value = &arguments.verbose, .help = "One line per round of em on standard error"}};
}

}  // namespace

std::vector<Option> fit_options(FitArguments& arguments) {
  std::vector<Option> options{
      {.names = "DATA",
       .value = &arguments.data,
       .help = "CSV, TSV or space separated (also .gz, .zst), .npy, - for standard input; a directory or 'part-*.npy'",
       .required = true,
       .file = FileUse::read},
      {.names = "-k,--components",
       .value = &arguments.components,
       .type = "K|A..B",
       .help = "Number of components, or a range such as 2..20"},
      covariance_option(arguments.covariance),
      {.names = "--noise",
       .value = &arguments.noise,
       .help = "Add a uniform component for rows that belong to no other"},
      {.names = "--prior",
       .value = &arguments.prior,
       .type = "T|auto",
       .help = "Prior against spurious components, in pseudo-rows per component; auto: from the rows per parameter",
       .words = {"auto", "0", "1"}},
      {.names = "--resolution",
       .value = &arguments.resolution,
       .type = "STEP[,STEP]|auto",
       .help = "Recording step of the columns, one for all or one for each: 1 for integers, 0 for continuous values",
       .words = {"auto", "0", "1"}},
      {.names = "--select",
       .value = &arguments.select,
       .type = "NAME",
       .help = "Criterion for ranges and lists: bic (default), aic or icl",
       .words = words_of<Criterion>()},
      {.names = "--method",
       .value = &arguments.method,
       .type = "TEXT",
       .help = "Seeder and refiners (default auto); see mixseed methods",
       .completion = Completion::methods},
      seed_option(arguments.seed),
      {.names = "--restarts",
       .value = &arguments.restarts,
       .type = "R",
       .help = "Number of starts; the best model is kept (default 1)"},
      {.names = "--budget",
       .value = &arguments.budget,
       .type = "TIME|PASSES",
       .help = "Search with many starts until 10s, 2min or '500 passes' are over; Ctrl-C keeps the best",
       .excludes = {"--restarts"}},
      {.names = "--threads",
       .value = &arguments.threads,
       .type = "T",
       .help = "Threads (default 0: all of the machine); the result does not depend on it"},
      weights_option(arguments.weights)};
  options = with_data_options(std::move(options), arguments.rows, "Columns to use", true);
  for (const Option& option : start_options(arguments)) options.push_back(option);
  options.push_back({.names = "--order",
                     .value = &arguments.order,
                     .type = "WORD",
                     .help = "Order of the components: weight (default), mean, or start (default with a given start)",
                     .words = words_of<Listing>()});
  for (const Option& option : output_options(arguments)) options.push_back(option);
  for (const Option& option : page_options(arguments.pages)) options.push_back(option);
  return options;
}

}  // namespace mixseed::cli
