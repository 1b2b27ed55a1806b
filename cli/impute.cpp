// mixseed impute: rows with their missing values filled in.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "mixseed/missing.h"
#include "output.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

struct ImputeArguments {
  std::string model, data, output;
  DataArguments rows;
};

void run_impute(const ImputeArguments& arguments) {
  ReadOptions options = reading(arguments.rows);
  options.keep_missing = !options.drop_missing;
  const ModelAndData input = read_model_and_data(arguments.model, arguments.data, options);
  const DataView& view = input.data.view;
  const std::vector<double> filled = prefix_errors(arguments.data, [&] { return impute(input.model.mixture, view); });
  std::vector<std::string> names = input.data.names.empty() ? input.model.columns : input.data.names;
  for (std::size_t j = names.size(); j < view.columns(); ++j) names.push_back("x" + std::to_string(j + 1));
  write_table(arguments.output, DataView(filled.data(), view.rows(), view.columns()), names);
}

}  // namespace

Command impute_command() {
  const auto arguments = std::make_shared<ImputeArguments>();
  return {.name = "impute",
          .summary = "Replace missing values by their means given the observed values",
          .options = with_data_options(
              {model_argument(arguments->model), data_argument(arguments->data), rows_output_option(arguments->output)},
              arguments->rows, "Columns to use instead of those that have the model's names", true),
          .examples = {"mixseed impute model.json gaps.csv -o filled.csv"},
          .run = [arguments] { run_impute(*arguments); }};
}

}  // namespace mixseed::cli
