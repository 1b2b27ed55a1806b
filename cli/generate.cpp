// mixseed generate: data with a known model.
#include "mixseed/generate.h"

#include <limits>
#include <memory>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "lab/format.h"
#include "mixseed/io.h"
#include "output.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

struct GenerateArguments {
  std::string rows = "1000", dim = "10", components = "20", separation = "1", weight_skew = "0", sizes = "equal",
              eccentricity = "1..10", noise = "0", seed = "0", output, labels, model;
};

GeneratorOptions options_in(const GenerateArguments& arguments) {
  constexpr std::uint64_t kMost = 1'000'000'000'000;
  GeneratorOptions options;
  options.rows = parse_integer(arguments.rows, "--rows", 1, kMost);
  options.dim = parse_integer(arguments.dim, "--dim", 1, 100'000);
  options.components = parse_integer(arguments.components, "-k", 1, 1'000'000);
  options.separation = parse_number(arguments.separation, "--separation");
  options.weight_skew = parse_number(arguments.weight_skew, "--weight-skew");
  options.sizes = parse_name<Sizes>(arguments.sizes, "--sizes wants");
  const std::size_t dots = arguments.eccentricity.find("..");
  options.least_eccentricity = parse_number(arguments.eccentricity.substr(0, dots), "--eccentricity");
  options.most_eccentricity = dots == std::string::npos
                                  ? options.least_eccentricity
                                  : parse_number(arguments.eccentricity.substr(dots + 2), "--eccentricity");
  options.noise = parse_number(arguments.noise, "--noise");
  options.seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  return options;
}

void check_outputs(const GenerateArguments& arguments) {
  for (const std::string* path : {&arguments.labels, &arguments.model}) {
    if (*path == "-") throw Error(ErrorCode::usage, "--labels and --model want a file name, got '-'");
  }
}

void write_piece(const GeneratedRows& rows, std::size_t dim, RowWriter& points, std::optional<RowWriter>& labels) {
  points.add(DataView(rows.points, dim));
  if (!labels) return;
  const std::vector<double> numbers(rows.labels.begin(), rows.labels.end());
  labels->add(DataView(numbers));
}

void run_generate(const GenerateArguments& arguments) {
  const GeneratorOptions options = options_in(arguments);
  check_outputs(arguments);
  Generator generator(options);
  std::vector<std::string> names;
  for (std::size_t column = 1; column <= options.dim; ++column) names.push_back(formatted("x{}", column));
  std::optional<DeferredSignals> deferred;  // as long as temporary files exist
  const bool has_output = !arguments.output.empty() && arguments.output != "-";
  if (has_output || !arguments.labels.empty() || !arguments.model.empty()) deferred.emplace();
  check_interrupted();
  std::optional<RowWriter> labels;
  if (!arguments.labels.empty()) labels.emplace(table_writer(arguments.labels, {"component"}, options.rows));
  RowWriter points = table_writer(arguments.output, names, options.rows);
  for (std::size_t row = 0; row < options.rows; row += kRowsOfPiece) {
    write_piece(generator.next(kRowsOfPiece), options.dim, points, labels);
    check_interrupted();
  }
  points.write();
  if (labels) labels->write();
  if (!arguments.model.empty()) save_model(arguments.model, ModelFile{generator.mixture(), names});
  if (labels) labels->publish();
  points.publish();
}

}  // namespace

Command generate_command() {
  const auto arguments = std::make_shared<GenerateArguments>();
  return {
      .name = "generate",
      .summary = "Make test data from a random mixture",
      .options = {{.names = "--rows",
                   .value = &arguments->rows,
                   .type = "N",
                   .help = "Number of rows, noise included (default 1000)"},
                  {.names = "--dim", .value = &arguments->dim, .type = "D", .help = "Number of columns (default 10)"},
                  {.names = "-k,--components",
                   .value = &arguments->components,
                   .type = "K",
                   .help = "Number of components (default 20)"},
                  {.names = "--separation",
                   .value = &arguments->separation,
                   .type = "C",
                   .help = "Smallest distance of two means over the root of the larger trace, exact (default 1)"},
                  {.names = "--weight-skew",
                   .value = &arguments->weight_skew,
                   .type = "C",
                   .help = "Weights are proportional to 2^(C i) (default 0: equal)"},
                  {.names = "--sizes",
                   .value = &arguments->sizes,
                   .type = "WORD",
                   .help = "Smallest deviation of the components: equal (default) or different",
                   .words = {"equal", "different"}},
                  {.names = "--eccentricity",
                   .value = &arguments->eccentricity,
                   .type = "E|A..B",
                   .help = "Largest over smallest deviation of a component (default 1..10)"},
                  {.names = "--noise",
                   .value = &arguments->noise,
                   .type = "SHARE",
                   .help = "Share of rows that are uniform noise (default 0)"},
                  seed_option(arguments->seed),
                  rows_output_option(arguments->output),
                  {.names = "--labels",
                   .value = &arguments->labels,
                   .type = "FILE",
                   .help = "Where to write the component of every row; -1 for noise",
                   .file = FileUse::written},
                  {.names = "--model",
                   .value = &arguments->model,
                   .type = "FILE",
                   .help = "Where to write the true mixture (JSON)",
                   .file = FileUse::written}},
      .examples = {"mixseed generate --rows 1000 --dim 10 -k 20 --separation 1 --noise 0.1 --seed 1 -o data.csv \\\n"
                   "    --labels labels.csv --model true.json"},
      .run = [arguments] { run_generate(*arguments); }};
}

}  // namespace mixseed::cli
