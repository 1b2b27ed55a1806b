// mixseed score: how well a model describes rows.
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "json_report.h"
#include "mixseed/evaluate.h"
#include "output.h"
#include "report.h"

namespace mixseed::cli {
namespace {

struct ScoreArguments {
  std::string model, data, weights, columns;
  bool rows = false, json = false;
};

void run_score(const ScoreArguments& arguments) {
  const ModelAndData input =
      read_model_and_data(arguments.model, arguments.data, {arguments.columns, arguments.weights});
  const Mixture& mixture = input.model.mixture;
  const DataView& view = input.data.view;
  if (arguments.rows) {
    const std::vector<double> densities = about(arguments.data, [&] { return score_rows(mixture, view); });
    return write_table("-", DataView(densities.data(), densities.size(), 1), {"log_density"});
  }
  const ScoreResult result{view.rows(), view.columns(), mixture.size(),
                           about(arguments.data, [&] { return criteria(mixture, view); })};
  print(arguments.json ? score_json(result) : score_text(result));
}

}  // namespace

void add_score(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("score", "Log-likelihood, BIC, AIC and ICL of a model on data");
  const auto arguments = std::make_shared<ScoreArguments>();
  add_text(command, "MODEL", arguments->model, "", "A model file, as written by mixseed fit -o")->required();
  add_text(command, "DATA", arguments->data, "", "Rows, as for mixseed fit")->required();
  CLI::Option* rows = command.add_flag("--rows", arguments->rows, "The log density of every row instead");
  add_text(command, "--weights", arguments->weights, "COLUMN|FILE",
           "A column of DATA, or a file with one weight per row");
  add_text(command, "--columns", arguments->columns, "LIST", "Columns to use, by name or number from 1: a,b,3-5");
  CLI::Option* json = command.add_flag("--json", arguments->json, "Print the result as one JSON object");
  rows->excludes(json);
  command.footer("Example:\n  mixseed score model.json faithful.csv");
  command.callback([arguments] { run_score(*arguments); });
}

}  // namespace mixseed::cli
