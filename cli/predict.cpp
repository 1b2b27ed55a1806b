// mixseed predict: the most probable component of every row, or all probabilities.
#include <fmt/format.h>

#include <memory>

#include "arguments.h"
#include "commands.h"
#include "mixseed/evaluate.h"
#include "output.h"

namespace mixseed::cli {
namespace {

struct PredictArguments {
  std::string model, data, columns, output;
  bool proba = false;
};

void run_predict(const PredictArguments& arguments) {
  if (!arguments.output.empty() && arguments.output != "-") expect_writable(arguments.output);
  const ModelAndData input = read_model_and_data(arguments.model, arguments.data, {arguments.columns, ""});
  const Mixture& mixture = input.model.mixture;
  const std::size_t rows = input.data.view.rows();
  if (arguments.proba) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < mixture.size(); ++k) names.push_back(fmt::format("component_{}", k));
    const std::vector<double> probabilities =
        about(arguments.data, [&] { return responsibilities(mixture, input.data.view); });
    return write_table(arguments.output, DataView(probabilities.data(), rows, mixture.size()), names);
  }
  const std::vector<std::size_t> labels = about(arguments.data, [&] { return assign(mixture, input.data.view); });
  const std::vector<double> column(labels.begin(), labels.end());
  write_table(arguments.output, DataView(column.data(), rows, 1), {"component"});
}

}  // namespace

void add_predict(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("predict", "Assign rows to the components of a model");
  const auto arguments = std::make_shared<PredictArguments>();
  add_text(command, "MODEL", arguments->model, "", "A model file, as written by mixseed fit -o")->required();
  add_text(command, "DATA", arguments->data, "", "Rows, as for mixseed fit")->required();
  command.add_flag("--proba", arguments->proba, "Every component's probability instead of the most probable one");
  add_text(command, "--columns", arguments->columns, "LIST", "Columns to use, by name or number from 1: a,b,3-5");
  add_text(command, "-o,--output", arguments->output, "FILE", "Where to write (CSV, or .npy); default standard output");
  command.footer("Example:\n  mixseed predict model.json faithful.csv > labels.csv");
  command.callback([arguments] { run_predict(*arguments); });
}

}  // namespace mixseed::cli
