// mixseed convert: CSV to NPY and back.

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/pieces.h"
#include "output.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

struct ConvertArguments {
  std::string input, output;
  DataArguments rows;
  bool float32 = false;
};

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

void check_output(const ConvertArguments& arguments) {
  const std::string& path = arguments.output;
  const bool is_npy = ends_with(path, ".npy");
  if (!is_npy && !ends_with(path, ".csv") && path != "-") {
    throw Error(ErrorCode::usage, formatted("OUT wants a name that ends in .npy or .csv, or - , got '{}'", path));
  }
  if (arguments.float32 && !is_npy) {
    throw Error(ErrorCode::usage, formatted("--float32 wants a .npy output, got '{}'", path));
  }
}

// The numbers of rows before which `before` have been written.
std::vector<float> to_floats(const DataView& view, std::size_t before, const std::string& source) {
  std::vector<float> values;
  values.reserve(view.rows() * view.columns());
  for (std::size_t row = 0; row < view.rows(); ++row) {
    for (std::size_t column = 0; column < view.columns(); ++column) {
      const double value = view.at(row, column);
      if (std::fabs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
        throw Error(ErrorCode::input, formatted("{}: row {}, column {}: {} is too large for --float32", source,
                                                before + row + 1, column + 1, value));
      }
      values.push_back(static_cast<float>(value));
    }
  }
  return values;
}

void run_convert(const ConvertArguments& arguments) {
  check_output(arguments);
  // A temporary file may exist from here on, so signals are deferred; reading input checks for them.
  std::optional<DeferredSignals> deferred;
  if (arguments.output != "-") deferred.emplace();
  RowReader reader(arguments.input, reading(arguments.rows), check_interrupted);
  std::size_t notes = 0;
  const auto tell = [&] {
    for (; notes < reader.notes().size(); ++notes) complain(reader.notes()[notes]);
  };
  tell();
  RowWriter writer = table_writer(arguments.output, reader.names());
  std::size_t rows = 0;
  while (const auto piece = reader.next()) {
    if (arguments.float32) {
      const std::vector<float> values = to_floats(*piece, rows, arguments.input);
      writer.add(DataView(values, piece->columns()));
    } else {
      writer.add(*piece);
    }
    rows += piece->rows();
  }
  tell();
  writer.write();
  writer.publish();
}

}  // namespace

Command convert_command() {
  const auto arguments = std::make_shared<ConvertArguments>();
  return {.name = "convert",
          .summary = "Convert rows from CSV to NPY and back",
          .options = with_data_options(
              {{.names = "IN",
                .value = &arguments->input,
                .help = "Rows, as for mixseed fit",
                .required = true,
                .file = FileUse::read},
               {.names = "OUT",
                .value = &arguments->output,
                .help = "A .npy or .csv file, or - for CSV on standard output",
                .required = true,
                .file = FileUse::written},
               {.names = "--float32", .value = &arguments->float32, .help = "Write 4-byte numbers (.npy only)"}},
              arguments->rows, "Columns to keep"),
          .examples = {"mixseed convert rows.csv.gz rows.npy --float32"},
          .run = [arguments] { run_convert(*arguments); }};
}

}  // namespace mixseed::cli
