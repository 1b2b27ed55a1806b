// mixseed fit: rows to a mixture.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "json_report.h"
#include "mixseed/error.h"
#include "mixseed/io.h"
#include "mixseed/version.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

constexpr std::uint64_t kMostRestarts = 1'000'000;
constexpr std::uint64_t kMostThreads = 1024;

struct FitArguments {
  std::string data, components, select, method, seed = "0", restarts = "1", threads = "0", weights, columns, start,
                                                centers, output, trace;
  bool json = false, quiet = false, verbose = false;

  bool has_start() const { return !start.empty() || !centers.empty(); }
  // The option that gives the start, and its file.
  std::string start_option() const { return start.empty() ? "--centers" : "--start"; }
  const std::string& start_file() const { return start.empty() ? centers : start; }
};

// The arguments, checked as far as that is possible without reading a file.
struct FitRequest {
  std::optional<Range> components;
  Criterion criterion = Criterion::bic;
  Pipeline pipeline;
  FitOptions options;
};

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::optional<Range> check_components(const FitArguments& arguments) {
  if (arguments.components.empty()) {
    if (!arguments.has_start()) throw Error(ErrorCode::usage, "-k, the number of components, is required");
    if (!arguments.select.empty())
      throw Error(ErrorCode::usage, "--select needs a range of components, as in -k 2..20");
    return std::nullopt;
  }
  const Range range = parse_components(arguments.components);
  if (range.is_range && arguments.has_start()) {
    throw Error(ErrorCode::usage, fmt::format("-k {} is a range, but {} fixes the number of components",
                                              arguments.components, arguments.start_option()));
  }
  if (!range.is_range && !arguments.select.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("--select needs a range of components, as in -k 2..20, got -k {}", arguments.components));
  }
  return range;
}

Pipeline check_method(const FitArguments& arguments) {
  const std::string fallback = arguments.has_start() ? "em" : "auto";
  const std::string& text = arguments.method.empty() ? fallback : arguments.method;
  Pipeline pipeline = Pipeline::parse(text);
  if (arguments.has_start() && (pipeline.seeder || text == "auto")) {
    throw Error(ErrorCode::usage, fmt::format("with {} the method holds refiners only, as in em:rounds=20, got '{}'",
                                              arguments.start_option(), text));
  }
  if (!arguments.has_start() && !pipeline.seeder) {
    throw Error(ErrorCode::usage, fmt::format("--method '{}' has no seeder, as in adaptive/em; refiners alone need "
                                              "--start or --centers",
                                              text));
  }
  return pipeline;
}

void check_outputs(const FitArguments& arguments) {
  if (!arguments.output.empty() && arguments.output == arguments.trace) {
    throw Error(ErrorCode::usage, fmt::format("--output and --trace are both {}", arguments.output));
  }
  for (const std::string* path : {&arguments.output, &arguments.trace}) {
    if (*path == "-") throw Error(ErrorCode::usage, "--output and --trace want a file name, got '-'");
    if (!path->empty()) expect_writable(*path);
  }
}

FitRequest check_arguments(const FitArguments& arguments) {
  FitRequest request;
  request.components = check_components(arguments);
  if (!arguments.select.empty()) request.criterion = parse_criterion(arguments.select);
  request.pipeline = check_method(arguments);
  FitOptions& options = request.options;
  options.seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  options.restarts = static_cast<int>(parse_integer(arguments.restarts, "--restarts", 1, kMostRestarts));
  options.threads = static_cast<int>(parse_integer(arguments.threads, "--threads", 0, kMostThreads));
  check_outputs(arguments);
  return request;
}

Centers read_centers(const std::string& path) {
  const Data data = read_data(path);
  Centers centers{data.view.columns(), {}};
  for (std::size_t row = 0; row < data.view.rows(); ++row) {
    for (std::size_t column = 0; column < centers.dim; ++column) centers.points.push_back(data.view.at(row, column));
  }
  return centers;
}

std::optional<State> read_start(const FitArguments& arguments, const std::optional<Range>& components) {
  if (!arguments.has_start()) return std::nullopt;
  State start =
      arguments.start.empty() ? State(read_centers(arguments.centers)) : State(load_model(arguments.start).mixture);
  const std::size_t size = std::visit([](const auto& model) { return model.size(); }, start);
  if (components && components->least != size) {
    throw Error(ErrorCode::usage, fmt::format("-k {} disagrees with {}, which has {} component{}", components->least,
                                              arguments.start_file(), size, size == 1 ? "" : "s"));
  }
  return start;
}

Selection run(const FitRequest& request, const std::optional<State>& start, const DataView& view) {
  const FitOptions& options = request.options;
  if (!start && request.components->is_range) {
    const Range& range = *request.components;
    return select(view, range.least, range.most, request.criterion, request.pipeline, options);
  }
  Selection selection;
  selection.fits.push_back(start ? fit(view, *start, request.pipeline, options)
                                 : fit(view, request.components->least, request.pipeline, options));
  return selection;
}

// Both files or none, as far as a file system can.
// They are opened only here, because a signal must be able to end a fit at once; check_outputs has tried them before.
void save(const FitArguments& arguments, const Fit& fit) {
  const DeferredSignals deferred;
  check_interrupted();
  std::optional<AtomicFile> model, trace;
  if (!arguments.output.empty()) model.emplace(arguments.output);
  if (!arguments.trace.empty()) trace.emplace(arguments.trace);
  if (trace) trace->commit(trace_csv(fit.trace));
  if (!model) return;
  try {
    const Provenance provenance{fit.method, std::string(kVersion), fit.seed, fit.rows, fit.columns};
    model->commit(to_json(fit.model, provenance));
  } catch (...) {
    if (trace) std::remove(arguments.trace.c_str());
    throw;
  }
}

Selection run_with_progress(const FitArguments& arguments, FitRequest request, const std::optional<State>& start,
                            const DataView& view) {
  const HeededSignals heeded;
  const std::size_t candidates = request.components ? request.components->most - request.components->least + 1 : 1;
  ProgressDisplay display(progress_style(arguments.quiet, arguments.verbose),
                          candidates * static_cast<std::size_t>(request.options.restarts), request.options.threads);
  request.options.observer = [&display](const Progress& progress) { return display.observe(progress); };
  return about(arguments.data, [&] { return run(request, start, view); });
}

void run_fit(const FitArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const FitRequest request = check_arguments(arguments);
  const std::optional<State> start = read_start(arguments, request.components);
  Data data = read_data(arguments.data, {arguments.columns, arguments.weights});
  if (start) {
    const std::size_t dim = std::visit([](const auto& model) { return model.dim; }, *start);
    expect_columns(arguments.data, data.view.columns(), arguments.start_file(), dim);
  }
  FitResult result;
  result.read_seconds = seconds_since(begin);
  result.selection = run_with_progress(arguments, request, start, data.view);
  save(arguments, result.fit());
  result.source = arguments.data;
  result.names = std::move(data.names);
  result.has_range = request.components && request.components->is_range;
  result.criterion = request.criterion;
  result.output = arguments.output;
  result.total_seconds = seconds_since(begin);
  if (arguments.json) {
    print(fit_json(result));
  } else if (!arguments.quiet) {
    print(fit_text(result));
  }
}

void add_start_options(CLI::App& command, FitArguments& arguments) {
  CLI::Option* start =
      add_text(command, "--start", arguments.start, "MODEL", "A model file to start from, instead of a seeder");
  CLI::Option* centers =
      add_text(command, "--centers", arguments.centers, "FILE", "A data file with one centre per row to start from");
  start->excludes(centers);
}

void add_output_options(CLI::App& command, FitArguments& arguments) {
  add_text(command, "-o,--output", arguments.output, "FILE", "Where to write the model (JSON)");
  add_text(command, "--trace", arguments.trace, "FILE", "Where to write every round of the best restart (CSV)");
  command.add_flag("--json", arguments.json, "Print the result as one JSON object");
  CLI::Option* quiet =
      command.add_flag("--quiet", arguments.quiet, "Print nothing but errors, and --json if asked for");
  CLI::Option* verbose = command.add_flag("--verbose", arguments.verbose, "One line per round of em on standard error");
  quiet->excludes(verbose);
}

}  // namespace

void add_fit(CLI::App& program) {
  CLI::App& command = *program.add_subcommand("fit", "Fit a mixture to data");
  const auto arguments = std::make_shared<FitArguments>();
  add_text(command, "DATA", arguments->data, "",
           "CSV, TSV or space separated (also .gz, .zst), .npy, or - for standard input")
      ->required();
  add_text(command, "-k,--components", arguments->components, "K|A..B",
           "Number of components, or a range such as 2..20");
  add_text(command, "--select", arguments->select, "NAME", "How to choose from the range: bic (default), aic or icl");
  add_text(command, "--method", arguments->method, "TEXT",
           "Seeder and refiners as text (default auto); see mixseed methods");
  add_text(command, "--seed", arguments->seed, "N", "Seed of all random numbers (default 0)");
  add_text(command, "--restarts", arguments->restarts, "R",
           "How many times to start; the best end is kept (default 1)");
  add_text(command, "--threads", arguments->threads, "T", "0 (default) uses the whole machine; the result is the same");
  add_text(command, "--weights", arguments->weights, "COLUMN|FILE",
           "A column of DATA, or a file with one weight per row");
  add_text(command, "--columns", arguments->columns, "LIST", "Columns to use, by name or number from 1: a,b,3-5");
  add_start_options(command, *arguments);
  add_output_options(command, *arguments);
  command.footer(
      "Example:\n  mixseed fit faithful.csv -k 2 --restarts 20 -o model.json\n"
      "  mixseed fit faithful.csv -k 1..6 --select icl --method adaptive:alpha=0.5/cem/em");
  command.callback([arguments] { run_fit(*arguments); });
}

}  // namespace mixseed::cli
