// mixseed predict: the most probable component, certainty and log density of every row.

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "arguments.h"
#include "commands.h"
#include "lab/format.h"
#include "mixseed/evaluate.h"
#include "output.h"
#include "shared_options.h"

namespace mixseed::cli {
namespace {

struct PredictArguments {
  std::string model, data, output, outliers, p_value;
  DataArguments rows;
  bool proba = false, append = false;
};
// The columns of the output, in order.
struct Columns {
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;

  template <typename Numbers>
  void add(std::string name, const Numbers& numbers) {
    names.push_back(std::move(name));
    values.emplace_back(numbers.begin(), numbers.end());
  }
};

double parse_share(const std::string& text, std::string_view option) {
  const double value = parse_number(text, option);
  if (value > 0 && value < 1) return value;
  throw Error(ErrorCode::usage, formatted("{} wants a number above 0 and below 1, got '{}'", option, text));
}

// 1 for the given fraction of the rows, those with the lowest densities; 0 for the others.
std::vector<double> least_dense(const std::vector<double>& log_densities, double share) {
  std::vector<std::size_t> order(log_densities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return log_densities[a] < log_densities[b]; });
  const auto count = static_cast<std::size_t>(std::lround(share * static_cast<double>(order.size())));
  std::vector<double> is_outlier(order.size(), 0.0);
  for (std::size_t i = 0; i < count; ++i) is_outlier[order[i]] = 1;
  return is_outlier;
}

// For each row, the probability that a row of its component lies farther from the mean.
std::vector<double> p_values(const Prediction& said, std::size_t dim) {
  std::vector<double> all;
  for (const double squared : said.squared_distances) {
    all.push_back(chi_squared_tail(squared, static_cast<double>(dim)));
  }
  return all;
}

void add_outliers(Columns& columns, const PredictArguments& arguments, const Prediction& said, std::size_t dim) {
  if (!arguments.outliers.empty()) {
    columns.add("outlier", least_dense(said.log_densities, parse_share(arguments.outliers, "--outliers")));
  }
  if (arguments.p_value.empty()) return;
  const double threshold = parse_share(arguments.p_value, "--p-value");
  const std::vector<double> all = p_values(said, dim);
  std::vector<double> is_outlier;
  for (const double p : all) is_outlier.push_back(p < threshold ? 1 : 0);
  columns.add("p_value", all);
  columns.add("outlier", is_outlier);
}

void add_probabilities(Columns& columns, const Mixture& mixture, const DataView& view, MissingValues missing) {
  const std::vector<double> all = responsibilities(mixture, view, 0, missing);
  const std::size_t count = mixture.size() + mixture.noise.has_value();
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<double> one;
    for (std::size_t row = 0; row < view.rows(); ++row) one.push_back(all[row * count + k]);
    columns.add(k < mixture.size() ? formatted("component_{}", k) : "noise", one);
  }
}

Columns columns_of(const PredictArguments& arguments, const Mixture& mixture, const DataView& view) {
  const MissingValues missing = arguments.rows.handling();
  const Prediction said = predict(mixture, view, 0, missing);
  Columns columns;
  std::vector<double> labels;
  for (const std::size_t k : said.components) labels.push_back(static_cast<double>(static_cast<std::ptrdiff_t>(k)));
  if (!arguments.proba || arguments.append) columns.add("component", labels);
  if (arguments.append) {
    columns.add("certainty", said.certainties);
    columns.add("log_density", said.log_densities);
  }
  if (arguments.proba) add_probabilities(columns, mixture, view, missing);
  add_outliers(columns, arguments, said, mixture.dim);
  return columns;
}

void check_arguments(const PredictArguments& arguments) {
  if (!arguments.outliers.empty()) parse_share(arguments.outliers, "--outliers");
  if (!arguments.p_value.empty()) parse_share(arguments.p_value, "--p-value");
  if (!arguments.p_value.empty() && arguments.rows.handling() == MissingValues::marginal) {
    throw Error(ErrorCode::usage, "--p-value needs whole rows, but --missing marginal is given");
  }
  if (arguments.append && arguments.output.ends_with(".npy")) {
    throw Error(ErrorCode::usage, formatted("--append writes CSV, got the name '{}'", arguments.output));
  }
}

void run_predict(const PredictArguments& arguments) {
  check_arguments(arguments);
  ReadOptions options = reading(arguments.rows);
  options.keep_source = arguments.append;
  options.source_without = {"component", "certainty", "log_density", "p_value", "outlier"};
  const ModelAndData input = read_model_and_data(arguments.model, arguments.data, options);
  const DataView& view = input.data.view;
  const Columns columns =
      prefix_errors(arguments.data, [&] { return columns_of(arguments, input.model.mixture, view); });
  std::vector<double> numbers;
  for (std::size_t row = 0; row < view.rows(); ++row) {
    for (const std::vector<double>& column : columns.values) numbers.push_back(column[row]);
  }
  const DataView table(numbers.data(), view.rows(), columns.names.size());
  if (arguments.append) return write_beside(arguments.output, input.data.source, table, columns.names);
  write_table(arguments.output, table, columns.names);
}

std::vector<Option> predict_options(PredictArguments& arguments) {
  Option data = data_argument(arguments.data);
  data.replaced_by = "--output";  // --append writes all its columns again
  data.replaced_if = &arguments.append;
  return {model_argument(arguments.model),
          data,
          {.names = "--proba",
           .value = &arguments.proba,
           .help = "The probability of every component instead of the most probable component"},
          {.names = "--append",
           .value = &arguments.append,
           .help = "All columns of DATA first, then component, certainty (its probability) and log density"},
          {.names = "--outliers",
           .value = &arguments.outliers,
           .type = "SHARE",
           .help = "Add a column that is 1 for this share of the rows, those with the lowest density",
           .excludes = {"--p-value"}},
          {.names = "--p-value",
           .value = &arguments.p_value,
           .type = "P",
           .help = "The same for rows so far out that less than P of their component lies farther out"},
          rows_output_option(arguments.output)};
}

}  // namespace

Command predict_command() {
  const auto arguments = std::make_shared<PredictArguments>();
  return {.name = "predict",
          .summary = "Assign rows to the components of a model",
          .options = with_data_options(predict_options(*arguments), arguments->rows,
                                       "Columns to use instead of those that have the model's names", true),
          .examples = {"mixseed predict model.json faithful.csv > labels.csv",
                       "mixseed predict model.json faithful.csv --append --outliers 0.01 -o labelled.csv"},
          .run = [arguments] { run_predict(*arguments); }};
}

}  // namespace mixseed::cli
