// mixseed predict: the most probable component of every row, or all probabilities.

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "lab/format.h"
#include "mixseed/evaluate.h"
#include "output.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

struct PredictArguments {
  std::string model, data, output;
  DataArguments rows;
  bool proba = false;
};

void run_predict(const PredictArguments& arguments) {
  if (!arguments.output.empty() && arguments.output != "-") expect_writable(arguments.output);
  const ModelAndData input = read_model_and_data(arguments.model, arguments.data, reading(arguments.rows));
  const Mixture& mixture = input.model.mixture;
  const std::size_t rows = input.data.view.rows();
  if (arguments.proba) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < mixture.size(); ++k) names.push_back(formatted("component_{}", k));
    const std::vector<double> probabilities =
        about(arguments.data, [&] { return responsibilities(mixture, input.data.view); });
    return write_table(arguments.output, DataView(probabilities.data(), rows, mixture.size()), names);
  }
  const std::vector<std::size_t> labels = about(arguments.data, [&] { return assign(mixture, input.data.view); });
  const std::vector<double> column(labels.begin(), labels.end());
  write_table(arguments.output, DataView(column.data(), rows, 1), {"component"});
}

}  // namespace

Command predict_command() {
  const auto arguments = std::make_shared<PredictArguments>();
  return {.name = "predict",
          .summary = "Assign rows to the components of a model",
          .options = with_data_options({model_argument(arguments->model),
                                        data_argument(arguments->data),
                                        {.names = "--proba",
                                         .value = &arguments->proba,
                                         .help = "Every component's probability instead of the most probable one"},
                                        rows_output_option(arguments->output)},
                                       arguments->rows, "Columns to use instead of those that have the model's names"),
          .examples = {"mixseed predict model.json faithful.csv > labels.csv"},
          .run = [arguments] { run_predict(*arguments); }};
}

}  // namespace mixseed::cli
