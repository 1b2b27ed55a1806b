// mixseed sample: random rows from a model.

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "lab/format.h"
#include "mixseed/evaluate.h"
#include "output.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

constexpr std::uint64_t kMostDrawnRows = 1'000'000'000'000;
struct SampleArguments {
  std::string model, count, seed = "0", output;
  bool labels = false;
};

// The points with the labels as a last column.
std::vector<double> with_labels(const Sample& drawn) {
  std::vector<double> values;
  values.reserve(drawn.points.size() + drawn.labels.size());
  for (std::size_t row = 0; row < drawn.labels.size(); ++row) {
    const double* point = drawn.points.data() + row * drawn.dim;
    values.insert(values.end(), point, point + drawn.dim);
    values.push_back(static_cast<double>(static_cast<std::ptrdiff_t>(drawn.labels[row])));
  }
  return values;
}

void run_sample(const SampleArguments& arguments) {
  const std::uint64_t seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  const std::size_t count = parse_integer(arguments.count, "-n", 1, kMostDrawnRows);
  const ModelFile model = load_model(arguments.model);
  Sampler sampler(model.mixture, seed);
  std::vector<std::string> names = model.columns;
  for (std::size_t column = names.size() + 1; column <= model.mixture.dim; ++column) {
    names.push_back(formatted("x{}", column));
  }
  if (arguments.labels) names.push_back("component");
  std::optional<DeferredSignals> deferred;
  if (!arguments.output.empty() && arguments.output != "-") deferred.emplace();
  check_interrupted();
  RowWriter writer = table_writer(arguments.output, names, count);
  for (std::size_t row = 0; row < count; row += kRowsOfPiece) {
    const Sample drawn = sampler.next(std::min(kRowsOfPiece, count - row));
    const std::vector<double> values = arguments.labels ? with_labels(drawn) : drawn.points;
    writer.add(DataView(values, names.size()));
    check_interrupted();
  }
  writer.write();
  writer.publish();
}

}  // namespace

Command sample_command() {
  const auto arguments = std::make_shared<SampleArguments>();
  return {
      .name = "sample",
      .summary = "Draw random rows from a model",
      .options = {model_argument(arguments->model),
                  {.names = "-n", .value = &arguments->count, .type = "N", .help = "Number of rows", .required = true},
                  seed_option(arguments->seed),
                  {.names = "--labels",
                   .value = &arguments->labels,
                   .help = "Add a last column with the component of each row"},
                  rows_output_option(arguments->output)},
      .examples = {"mixseed sample model.json -n 1000 --seed 7 > rows.csv"},
      .run = [arguments] { run_sample(*arguments); }};
}

}  // namespace mixseed::cli
