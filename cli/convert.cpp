// mixseed convert: CSV to NPY and back.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "mixseed/error.h"
#include "output.h"

namespace mixseed::cli {
namespace {

struct ConvertArguments {
  std::string input, output, columns;
  bool float32 = false;
};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

void check_output(const ConvertArguments& arguments) {
  const std::string& path = arguments.output;
  const bool is_npy = ends_with(path, ".npy");
  if (!is_npy && !ends_with(path, ".csv") && path != "-") {
    throw Error(ErrorCode::usage, fmt::format("OUT wants a name that ends in .npy or .csv, or - , got '{}'", path));
  }
  if (arguments.float32 && !is_npy) {
    throw Error(ErrorCode::usage, fmt::format("--float32 wants a .npy output, got '{}'", path));
  }
  if (path != "-") expect_writable(path);
}

std::vector<float> to_floats(const DataView& view, const std::string& source) {
  std::vector<float> values;
  values.reserve(view.rows() * view.columns());
  for (std::size_t row = 0; row < view.rows(); ++row) {
    for (std::size_t column = 0; column < view.columns(); ++column) {
      const double value = view.at(row, column);
      if (std::fabs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
        throw Error(ErrorCode::input, fmt::format("{}: row {}, column {}: {} is too large for --float32", source,
                                                  row + 1, column + 1, value));
      }
      values.push_back(static_cast<float>(value));
    }
  }
  return values;
}

void run_convert(const ConvertArguments& arguments) {
  check_output(arguments);
  const Data data = read_data(arguments.input, {arguments.columns, ""});
  if (!arguments.float32) return write_table(arguments.output, data.view, data.names);
  const std::vector<float> values = to_floats(data.view, arguments.input);
  write_table(arguments.output, DataView(values.data(), data.view.rows(), data.view.columns()), data.names);
}

}  // namespace

void add_convert(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("convert", "Convert rows from CSV to NPY and back");
  const auto arguments = std::make_shared<ConvertArguments>();
  add_text(command, "IN", arguments->input, "", "Rows, as for mixseed fit")->required();
  add_text(command, "OUT", arguments->output, "", "A .npy or .csv file, or - for CSV on standard output")->required();
  add_text(command, "--columns", arguments->columns, "LIST", "Columns to keep, by name or number from 1: a,b,3-5");
  command.add_flag("--float32", arguments->float32, "Write 4-byte numbers (.npy only)");
  command.footer("Example:\n  mixseed convert rows.csv.gz rows.npy --float32");
  command.callback([arguments] { run_convert(*arguments); });
}

}  // namespace mixseed::cli
