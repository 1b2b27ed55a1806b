#include "shared_options.h"

#include "report/formats.h"

namespace mixseed::cli {

Option data_argument(std::string& data) {
  return {.names = "DATA", .value = &data, .help = "Rows, as for mixseed fit", .required = true, .file = FileUse::read};
}

Option model_argument(std::string& model) {
  return {.names = "MODEL",
          .value = &model,
          .help = "A model file, as written by mixseed fit -o",
          .required = true,
          .file = FileUse::read};
}

std::vector<Option> with_data_options(std::vector<Option> options, DataArguments& arguments, const std::string& columns,
                                      bool takes_marginal) {
  arguments.takes_marginal = takes_marginal;
  const Option missing{
      .names = "--missing",
      .value = &arguments.missing,
      .type = takes_marginal ? "drop|marginal" : "drop",
      .help = takes_marginal ? "Leave out rows with missing values, or use their observed values"
                             : "Leave out rows with missing values instead of refusing them",
      .words = takes_marginal ? std::vector<std::string>{"drop", "marginal"} : std::vector<std::string>{"drop"}};
  const std::vector<Option> own{{.names = "--columns",
                                 .value = &arguments.columns,
                                 .type = "LIST",
                                 .help = columns + ", by name or number: a,b,3-5 or a..d"},
                                {.names = "--exclude",
                                 .value = &arguments.exclude,
                                 .type = "LIST",
                                 .help = "Columns to leave out, written in the same way"},
                                missing,
                                {.names = "--delimiter",
                                 .value = &arguments.delimiter,
                                 .type = "C",
                                 .help = "Separator: a character, tab or space (default: detected)",
                                 .words = {"tab", "space"}},
                                {.names = "--header",
                                 .value = &arguments.header,
                                 .type = "yes|no",
                                 .help = "Whether the first row has names (default: detected)",
                                 .words = {"yes", "no"}},
                                {.names = "--memory",
                                 .value = &arguments.memory,
                                 .type = "SIZE",
                                 .help = "Memory limit for reading, as in 4G (default: half of the memory)"}};
  options.insert(options.end(), own.begin(), own.end());
  return options;
}

Option weights_option(std::string& weights) {
  return {.names = "--weights",
          .value = &weights,
          .type = "COLUMN|FILE",
          .help = "A column of DATA, or a file with one weight per row",
          .file = FileUse::read};
}

Option seed_option(std::string& seed) {
  return {.names = "--seed", .value = &seed, .type = "N", .help = "Seed of all random numbers (default 0)"};
}

Option rows_output_option(std::string& output) {
  return {.names = "-o,--output",
          .value = &output,
          .type = "FILE",
          .help = "Where to write (CSV, or .npy); default standard output",
          .file = FileUse::written};
}

Option json_flag(bool& json) {
  return {.names = "--json", .value = &json, .help = "Print the result as one JSON object"};
}

Option format_option(std::string& format) {
  Option option{
      .names = "--format", .value = &format, .type = "WORD", .help = report::format_names() + " (default text)"};
  for (const report::Format& known : report::formats()) option.words.push_back(std::string(known.name));
  return option;
}

Option jobs_option(std::string& jobs) {
  return {.names = "--jobs,--threads",
          .value = &jobs,
          .type = "N",
          .help = "Fits at the same time (default 0: one per hardware thread)"};
}

Option store_option(std::string& store, FileUse use) {
  return {.names = "--store",
          .value = &store,
          .type = "FILE",
          .help = "The SQLite file with the runs",
          .required = true,
          .file = use};
}

}  // namespace mixseed::cli
