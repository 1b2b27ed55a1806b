// mixseed generate: data with known truth.
#include "mixseed/generate.h"

#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "mixseed/io.h"
#include "output.h"
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
  if (arguments.sizes != "equal" && arguments.sizes != "different") {
    throw Error(ErrorCode::usage, fmt::format("--sizes must be equal or different, got '{}'", arguments.sizes));
  }
  options.sizes = arguments.sizes == "equal" ? Sizes::equal : Sizes::different;
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
    if (!path->empty() && (*path == arguments.output || (path == &arguments.model && *path == arguments.labels))) {
      throw Error(ErrorCode::usage, fmt::format("two outputs are both {}", *path));
    }
  }
  for (const std::string* path : {&arguments.output, &arguments.labels, &arguments.model}) {
    if (!path->empty() && *path != "-") expect_writable(*path);
  }
}

void run_generate(const GenerateArguments& arguments) {
  const GeneratorOptions options = options_in(arguments);
  check_outputs(arguments);
  const Generated made = generate(options);
  std::vector<std::string> names;
  for (std::size_t column = 1; column <= options.dim; ++column) names.push_back(fmt::format("x{}", column));
  const DeferredSignals deferred;
  if (!arguments.model.empty()) save_model(arguments.model, made.mixture);
  if (!arguments.labels.empty()) {
    const std::vector<double> labels(made.labels.begin(), made.labels.end());
    write_table(arguments.labels, DataView(labels.data(), labels.size(), 1), {"component"});
  }
  write_table(arguments.output, DataView(made.points.data(), options.rows, options.dim), names);
}

}  // namespace

void add_generate(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("generate", "Make test data from a random mixture");
  const auto a = std::make_shared<GenerateArguments>();
  add_text(command, "--rows", a->rows, "N", "How many rows, noise included (default 1000)");
  add_text(command, "--dim", a->dim, "D", "How many columns (default 10)");
  add_text(command, "-k,--components", a->components, "K", "How many components (default 20)");
  add_text(command, "--separation", a->separation, "C",
           "Smallest distance of two means over the root of the larger trace, exact (default 1)");
  add_text(command, "--weight-skew", a->weight_skew, "C", "Weights are proportional to 2^(C i) (default 0: equal)");
  add_text(command, "--sizes", a->sizes, "WORD", "Smallest deviation of the components: equal (default) or different");
  add_text(command, "--eccentricity", a->eccentricity, "E|A..B",
           "Largest over smallest deviation of a component (default 1..10)");
  add_text(command, "--noise", a->noise, "SHARE", "The share of uniform noise among the rows (default 0)");
  add_text(command, "--seed", a->seed, "N", "Seed of all random numbers (default 0)");
  add_text(command, "-o,--output", a->output, "FILE", "Where to write (CSV, or .npy); default standard output");
  add_text(command, "--labels", a->labels, "FILE", "Where to write the component of every row; noise has -1");
  add_text(command, "--model", a->model, "FILE", "Where to write the true mixture (JSON)");
  command.footer(
      "Example:\n  mixseed generate --rows 1000 --dim 10 -k 20 --separation 1 --noise 0.1 --seed 1 -o data.csv \\\n"
      "    --labels labels.csv --model true.json");
  command.callback([a] { run_generate(*a); });
}

}  // namespace mixseed::cli
