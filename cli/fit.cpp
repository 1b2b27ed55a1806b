// mixseed fit: rows to a mixture.

#include <chrono>
#include <limits>
#include <memory>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "covariance_option.h"
#include "fit_options.h"
#include "fit_pages.h"
#include "lab/format.h"
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

// The arguments, checked as far as that is possible without reading a file.
struct FitRequest {
  std::optional<Range> components;
  std::string covariances;  // to choose from; empty: the pipeline's own
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
    if (!arguments.has_start()) {
      throw Error(ErrorCode::usage,
                  "-k, the number of components, is required: -k 3, or -k 1..10 to choose from a range");
    }
    if (!arguments.select.empty())
      throw Error(ErrorCode::usage, "--select needs a range of components, as in -k 2..20, or several --covariance");
    return std::nullopt;
  }
  const Range range = parse_components(arguments.components);
  if (range.is_range && arguments.has_start()) {
    throw Error(ErrorCode::usage, formatted("-k {} is a range, but {} fixes the number of components",
                                            arguments.components, arguments.start_option()));
  }
  if (!range.is_range && !is_choice(arguments.covariance) && !arguments.select.empty()) {
    throw Error(ErrorCode::usage,
                formatted("--select needs a range of components, as in -k 2..20, or several --covariance, got -k {}",
                          arguments.components));
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
    if (!path->empty() && *path != "-") expect_writable(*path);
  }
  if (arguments.trace == "-") throw Error(ErrorCode::usage, "--trace wants a file name, got '-'");
  if (arguments.prints_model() && (arguments.json || !arguments.format.empty())) {
    throw Error(ErrorCode::usage, "-o - and --json or --format both want standard output");
  }
}

std::optional<Listing> parse_order(const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (text == "weight") return Listing::weight;
  if (text == "mean") return Listing::mean;
  if (text == "start") return Listing::start;
  throw Error(ErrorCode::usage, formatted("--order wants weight, mean or start, got '{}'", text));
}

std::optional<Budget> check_budget(const FitArguments& arguments, const FitRequest& request) {
  if (arguments.budget.empty()) return std::nullopt;
  const auto refuse = [](const std::string& what) {
    throw Error(ErrorCode::usage, "--budget looks for one model from many starts: " + what);
  };
  if (arguments.has_start()) refuse(arguments.start_option() + " gives one start");
  if (request.components->is_range) refuse(formatted("-k {} is a range", arguments.components));
  if (!request.covariances.empty()) refuse(formatted("--covariance {} is a choice", arguments.covariance));
  return Budget::parse(arguments.budget);
}

FitRequest check_arguments(const FitArguments& arguments) {
  FitRequest request;
  request.format = &chosen_format(arguments.json, arguments.format);
  if (arguments.model && !arguments.json && arguments.format != "json") {
    throw Error(ErrorCode::usage, "--model puts the model into --json, which is not given; -o writes a model file");
  }
  request.components = check_components(arguments);
  if (!arguments.select.empty()) request.criterion = parse_criterion(arguments.select);
  request.pipeline = check_method(arguments);
  set_covariance(arguments.covariance, arguments.method, arguments.has_start() ? arguments.start_option() : "",
                 request.pipeline);
  if (is_choice(arguments.covariance)) request.covariances = arguments.covariance;
  FitOptions& options = request.options;
  options.seed = parse_integer(arguments.seed, "--seed", 0, std::numeric_limits<std::uint64_t>::max());
  options.restarts = static_cast<int>(parse_integer(arguments.restarts, "--restarts", 1, kMostRestarts));
  options.threads = static_cast<int>(parse_integer(arguments.threads, "--threads", 0, kMostThreads));
  options.listing = parse_order(arguments.order);
  options.budget = check_budget(arguments, request);
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
  if (!request.covariances.empty()) {
    return select_covariance(view, request.components->least, request.components->most, request.covariances,
                             request.criterion, request.pipeline, options);
  }
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

// The files and what is printed, or none of them, as far as a file system can: the files get their names when the rest
// has been printed. They are opened only here, because a signal must be able to end a fit at once; check_outputs has
// tried them before.
void give_out(const std::vector<NamedText>& files, const std::string& printed) {
  const DeferredSignals deferred;
  check_interrupted();
  std::vector<std::unique_ptr<AtomicFile>> written;
  for (const NamedText& file : files) {
    written.push_back(std::make_unique<AtomicFile>(file.path));
    written.back()->write(file.text);
  }
  const auto publish = [&] {
    for (const auto& file : written) file->publish();
  };
  try {
    print(printed);
  } catch (const StandardOutputError& error) {
    if (error.reader_left()) publish();  // who has seen enough of the report still wants the model
    throw;
  }
  publish();
}

Selection run_with_progress(const FitArguments& arguments, FitRequest request, const std::optional<Start>& start,
                            const DataView& view) {
  const HeededSignals heeded;
  ProgressDisplay display(progress_style(arguments.quiet, arguments.verbose));
  request.options.observer = [&display](const Progress& progress) { return display.observe(progress); };
  std::optional<ForgivenInterrupt> forgiven;
  if (request.options.budget) forgiven.emplace();
  request.options.enough = [] { return interrupt_came(); };
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
  result.source = arguments.data;
  result.names = data.names;
  result.has_candidates = (request.components && request.components->is_range) || !request.covariances.empty();
  result.criterion = request.criterion;
  result.asked = arguments.method.empty() && !start ? "auto" : arguments.method;
  result.has_model = arguments.model;
  result.output = arguments.output;
  std::vector<NamedText> files = pages_of(arguments.pages, result, request.replayed, data, request.options);
  const std::string model = to_json({result.fit().model, data.names, provenance_of(result.fit())});
  if (!arguments.output.empty() && !arguments.prints_model()) files.push_back({arguments.output, model});
  if (!arguments.trace.empty()) files.push_back({arguments.trace, csv_of(trace_sheet(result.fit().trace))});
  result.total_seconds = seconds_since(begin);
  const bool is_asked_for = arguments.json || !arguments.format.empty();
  const bool is_told = is_asked_for || (!arguments.quiet && !arguments.prints_model());
  give_out(files, (arguments.prints_model() ? model : "") + (is_told ? request.format->write(fit_report(result)) : ""));
}

}  // namespace

Command fit_command() {
  const auto arguments = std::make_shared<FitArguments>();
  return {.name = "fit",
          .summary = "Fit a mixture to data",
          .options = fit_options(*arguments),
          .examples = {"mixseed fit faithful.csv -k 2 --restarts 20 -o model.json",
                       "mixseed fit faithful.csv -k 5 --budget 10s -o model.json",
                       "mixseed fit iris.csv --columns 1-4 -k 1..9 --covariance all",
                       "mixseed fit faithful.csv -k 1..6 --select icl --method adaptive:alpha=0.5/cem/em"},
          .run = [arguments] { run_fit(*arguments); }};
}

}  // namespace mixseed::cli
