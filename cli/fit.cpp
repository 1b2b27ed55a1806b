// mixseed fit: rows to a mixture.

#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "fit_pages.h"
#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/io.h"
#include "mixseed/version.h"
#include "output.h"
#include "progress.h"
#include "report.h"
#include "shared_options.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

constexpr std::uint64_t kMostRestarts = 1'000'000;
constexpr std::uint64_t kMostThreads = 1024;

struct FitArguments {
  std::string data, components, select, method, seed = "0", restarts = "1", threads = "0", weights, start, centers,
                                                output, trace, format;
  DataArguments rows;
  PageArguments pages;
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
  std::vector<Pipeline> replayed;
  FitOptions options;
  ReadOptions reading;
  const report::Format* format = nullptr;
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
    throw Error(ErrorCode::usage, formatted("-k {} is a range, but {} fixes the number of components",
                                            arguments.components, arguments.start_option()));
  }
  if (!range.is_range && !arguments.select.empty()) {
    throw Error(ErrorCode::usage,
                formatted("--select needs a range of components, as in -k 2..20, got -k {}", arguments.components));
  }
  return range;
}

Pipeline check_method(const FitArguments& arguments) {
  const std::string fallback = arguments.has_start() ? "em" : "auto";
  const std::string& text = arguments.method.empty() ? fallback : arguments.method;
  Pipeline pipeline = Pipeline::parse(text);
  if (arguments.has_start() && (pipeline.seeder || text == "auto")) {
    throw Error(ErrorCode::usage, formatted("with {} the method holds refiners only, as in em:rounds=20, got '{}'",
                                            arguments.start_option(), text));
  }
  if (!arguments.has_start() && !pipeline.seeder) {
    throw Error(ErrorCode::usage, formatted("--method '{}' has no seeder, as in adaptive/em; refiners alone need "
                                            "--start or --centers",
                                            text));
  }
  return pipeline;
}

void check_outputs(const FitArguments& arguments) {
  if (!arguments.output.empty() && arguments.output == arguments.trace) {
    throw Error(ErrorCode::usage, formatted("--output and --trace are both {}", arguments.output));
  }
  for (const std::string* path : {&arguments.output, &arguments.trace}) {
    if (*path == "-") throw Error(ErrorCode::usage, "--output and --trace want a file name, got '-'");
    if (!path->empty()) expect_writable(*path);
  }
}

FitRequest check_arguments(const FitArguments& arguments) {
  FitRequest request;
  request.format = &chosen_format(arguments.json, arguments.format);
  request.components = check_components(arguments);
  if (!arguments.select.empty()) request.criterion = parse_criterion(arguments.select);
  request.pipeline = check_method(arguments);
  FitOptions& options = request.options;
  options.seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  options.restarts = static_cast<int>(parse_integer(arguments.restarts, "--restarts", 1, kMostRestarts));
  options.threads = static_cast<int>(parse_integer(arguments.threads, "--threads", 0, kMostThreads));
  request.reading = reading(arguments.rows, arguments.weights);
  check_outputs(arguments);
  request.replayed = check_pages(arguments.pages, request.pipeline);
  options.traces = !arguments.pages.report.empty();
  return request;
}

// Where a fit starts, and the columns that it expects of the data.
struct Start {
  State state;
  ExpectedColumns columns;
};

Start read_centers(const std::string& path, bool quiet) {
  const Data data = read_rows(path, {}, quiet);
  Centers centers{data.view.columns(), {}};
  for (std::size_t row = 0; row < data.view.rows(); ++row) {
    for (std::size_t column = 0; column < centers.dim; ++column) centers.points.push_back(data.view.at(row, column));
  }
  return {centers, {data.names, centers.dim, path}};
}

Start read_model(const std::string& path) {
  const ModelFile file = load_model(path);
  return {file.mixture, {file.columns, file.mixture.dim, path}};
}

std::optional<Start> read_start(const FitArguments& arguments, const std::optional<Range>& components) {
  if (!arguments.has_start()) return std::nullopt;
  Start start =
      arguments.start.empty() ? read_centers(arguments.centers, arguments.quiet) : read_model(arguments.start);
  const std::size_t size = std::visit([](const auto& model) { return model.size(); }, start.state);
  if (components && components->least != size) {
    throw Error(ErrorCode::usage, formatted("-k {} disagrees with {}, which has {} component{}", components->least,
                                            arguments.start_file(), size, size == 1 ? "" : "s"));
  }
  return start;
}

Selection run(const FitRequest& request, const std::optional<Start>& start, const DataView& view) {
  const FitOptions& options = request.options;
  if (!start && request.components->is_range) {
    const Range& range = *request.components;
    return select(view, range.least, range.most, request.criterion, request.pipeline, options);
  }
  Selection selection;
  selection.fits.push_back(start ? fit(view, start->state, request.pipeline, options)
                                 : fit(view, request.components->least, request.pipeline, options));
  return selection;
}

Provenance provenance_of(const Fit& fit) {
  const Restart& best = fit.best_restart();
  return {fit.method,
          std::string(kVersion),
          fit.seed,
          fit.rows,
          best.converged,
          static_cast<std::size_t>(best.rounds),
          best.final_log_likelihood};
}

// Both files or none, as far as a file system can.
// They are opened only here, because a signal must be able to end a fit at once; check_outputs has tried them before.
void save(const FitArguments& arguments, const Fit& fit, const std::vector<std::string>& names) {
  const DeferredSignals deferred;
  check_interrupted();
  std::optional<AtomicFile> model, trace;
  if (!arguments.output.empty()) model.emplace(arguments.output);
  if (!arguments.trace.empty()) trace.emplace(arguments.trace);
  if (trace) trace->commit(csv_of(trace_sheet(fit.trace)));
  if (!model) return;
  try {
    model->commit(to_json({fit.model, names, provenance_of(fit)}));
  } catch (...) {
    if (trace) std::remove(arguments.trace.c_str());
    throw;
  }
}

Selection run_with_progress(const FitArguments& arguments, FitRequest request, const std::optional<Start>& start,
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
  const std::optional<Start> start = read_start(arguments, request.components);
  ReadOptions options = request.reading;
  if (start) options.expected = start->columns;
  Data data = read_rows(arguments.data, options, arguments.quiet);
  if (start && data.names.empty()) data.names = start->columns.names;
  FitResult result;
  result.read_seconds = seconds_since(begin);
  result.selection = run_with_progress(arguments, request, start, data.view);
  save(arguments, result.fit(), data.names);
  result.source = arguments.data;
  result.names = data.names;
  result.has_range = request.components && request.components->is_range;
  result.criterion = request.criterion;
  write_pages(arguments.pages, result, request.replayed, data, request.options);
  result.output = arguments.output;
  result.total_seconds = seconds_since(begin);
  const bool is_asked_for = arguments.json || !arguments.format.empty();
  if (is_asked_for || !arguments.quiet) print(request.format->write(fit_report(result)));
}

std::vector<Option> start_options(FitArguments& arguments) {
  return {{.names = "--start",
           .value = &arguments.start,
           .type = "MODEL",
           .help = "A model file to start from, instead of a seeder",
           .excludes = {"--centers"},
           .offer = Offer::files},
          {.names = "--centers",
           .value = &arguments.centers,
           .type = "FILE",
           .help = "A data file with one centre per row to start from",
           .offer = Offer::files}};
}

std::vector<Option> output_options(FitArguments& arguments) {
  return {{.names = "-o,--output",
           .value = &arguments.output,
           .type = "FILE",
           .help = "Where to write the model (JSON)",
           .offer = Offer::files},
          {.names = "--trace",
           .value = &arguments.trace,
           .type = "FILE",
           .help = "Where to write every round of the best restart (CSV)",
           .offer = Offer::files},
          json_flag(arguments.json),
          format_option(arguments.format),
          {.names = "--quiet",
           .value = &arguments.quiet,
           .help = "Print nothing but errors, and --json if asked for",
           .excludes = {"--verbose"}},
          {.names = "--verbose", .value = &arguments.verbose, .help = "One line per round of em on standard error"}};
}

std::vector<Option> fit_options(FitArguments& arguments) {
  std::vector<Option> options{{.names = "DATA",
                               .value = &arguments.data,
                               .help = "CSV, TSV or space separated (also .gz, .zst), .npy, or - for standard input",
                               .required = true,
                               .offer = Offer::files},
                              {.names = "-k,--components",
                               .value = &arguments.components,
                               .type = "K|A..B",
                               .help = "Number of components, or a range such as 2..20"},
                              {.names = "--select",
                               .value = &arguments.select,
                               .type = "NAME",
                               .help = "How to choose from the range: bic (default), aic or icl",
                               .words = {"bic", "aic", "icl"}},
                              {.names = "--method",
                               .value = &arguments.method,
                               .type = "TEXT",
                               .help = "Seeder and refiners as text (default auto); see mixseed methods",
                               .offer = Offer::methods},
                              seed_option(arguments.seed),
                              {.names = "--restarts",
                               .value = &arguments.restarts,
                               .type = "R",
                               .help = "How many times to start; the best end is kept (default 1)"},
                              {.names = "--threads",
                               .value = &arguments.threads,
                               .type = "T",
                               .help = "0 (default) uses the whole machine; the result is the same"},
                              weights_option(arguments.weights)};
  options = with_data_options(std::move(options), arguments.rows, "Columns to use");
  for (const Option& option : start_options(arguments)) options.push_back(option);
  for (const Option& option : output_options(arguments)) options.push_back(option);
  for (const Option& option : page_options(arguments.pages)) options.push_back(option);
  return options;
}

}  // namespace

Command fit_command() {
  const auto arguments = std::make_shared<FitArguments>();
  return {.name = "fit",
          .summary = "Fit a mixture to data",
          .options = fit_options(*arguments),
          .examples = {"mixseed fit faithful.csv -k 2 --restarts 20 -o model.json",
                       "mixseed fit faithful.csv -k 1..6 --select icl --method adaptive:alpha=0.5/cem/em"},
          .run = [arguments] { run_fit(*arguments); }};
}

}  // namespace mixseed::cli
