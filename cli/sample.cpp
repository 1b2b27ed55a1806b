// mixseed sample: random rows from a model.
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "mixseed/evaluate.h"
#include "output.h"

namespace mixseed::cli {
namespace {

constexpr std::uint64_t kMostRows = 1'000'000'000'000;

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
    values.push_back(static_cast<double>(drawn.labels[row]));
  }
  return values;
}

void run_sample(const SampleArguments& arguments) {
  const std::uint64_t seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  const std::size_t count = parse_integer(arguments.count, "-n", 1, kMostRows);
  if (!arguments.output.empty() && arguments.output != "-") expect_writable(arguments.output);
  const Mixture mixture = load_model(arguments.model).mixture;
  const Sample drawn = sample(mixture, count, seed);
  std::vector<std::string> names;
  for (std::size_t column = 1; column <= drawn.dim; ++column) names.push_back(fmt::format("x{}", column));
  if (!arguments.labels) {
    return write_table(arguments.output, DataView(drawn.points.data(), count, drawn.dim), names);
  }
  names.push_back("component");
  const std::vector<double> values = with_labels(drawn);
  write_table(arguments.output, DataView(values.data(), count, drawn.dim + 1), names);
}

}  // namespace

void add_sample(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("sample", "Draw random rows from a model");
  const auto arguments = std::make_shared<SampleArguments>();
  add_text(command, "MODEL", arguments->model, "", "A model file, as written by mixseed fit -o")->required();
  add_text(command, "-n", arguments->count, "N", "How many rows")->required();
  add_text(command, "--seed", arguments->seed, "N", "Seed of all random numbers (default 0)");
  command.add_flag("--labels", arguments->labels, "A last column with the component that each row comes from");
  add_text(command, "-o,--output", arguments->output, "FILE", "Where to write (CSV, or .npy); default standard output");
  command.footer("Example:\n  mixseed sample model.json -n 1000 --seed 7 > rows.csv");
  command.callback([arguments] { run_sample(*arguments); });
}

}  // namespace mixseed::cli
