// mixseed score: how well a model describes rows.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "mixseed/evaluate.h"
#include "output.h"
#include "report.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

struct ScoreArguments {
  std::string model, data, weights, output, format;
  DataArguments rows;
  bool by_row = false, json = false;
};

void run_score(const ScoreArguments& arguments) {
  const report::Format& format = chosen_format(arguments.json, arguments.format);
  if (!arguments.output.empty() && !arguments.by_row) {
    throw Error(ErrorCode::usage, "--output needs --rows, which is not given");
  }
  const ModelAndData input =
      read_model_and_data(arguments.model, arguments.data, reading(arguments.rows, arguments.weights));
  const Mixture& mixture = input.model.mixture;
  const DataView& view = input.data.view;
  const MissingValues missing = arguments.rows.handling();
  if (arguments.by_row) {
    const std::vector<double> densities =
        prefix_errors(arguments.data, [&] { return score_rows(mixture, view, 0, missing); });
    return write_table(arguments.output, DataView(densities.data(), densities.size(), 1), {"log_density"});
  }
  const ScoreResult result{view.rows(), view.columns(), mixture.size(),
                           prefix_errors(arguments.data, [&] { return criteria(mixture, view, 0, missing); })};
  print(format.write(score_report(result)));
}

}  // namespace

Command score_command() {
  const auto arguments = std::make_shared<ScoreArguments>();
  return {.name = "score",
          .summary = "Log-likelihood, BIC, AIC and ICL of a model on data",
          .options =
              with_data_options({model_argument(arguments->model),
                                 data_argument(arguments->data),
                                 {.names = "--rows",
                                  .value = &arguments->by_row,
                                  .help = "Write the log density of every row instead",
                                  .excludes = {"--json", "--format"}},
                                 rows_output_option(arguments->output),
                                 weights_option(arguments->weights),
                                 json_flag(arguments->json),
                                 format_option(arguments->format)},
                                arguments->rows, "Columns to use instead of those that have the model's names", true),
          .examples = {"mixseed score model.json faithful.csv"},
          .run = [arguments] { run_score(*arguments); }};
}

}  // namespace mixseed::cli
