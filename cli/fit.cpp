// mixseed fit: rows to a mixture.

#include <chrono>
#include <memory>
#include <numeric>
#include <optional>

#include "arguments.h"
#include "commands.h"
#include "covariance_option.h"
#include "fit_request.h"
#include "fit_rows.h"
#include "lab/format.h"
#include "mixseed/checkpoint.h"
#include "mixseed/error.h"
#include "mixseed/family.h"
#include "mixseed/io.h"
#include "mixseed/version.h"
#include "output.h"
#include "picture.h"
#include "progress.h"
#include "report.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The start of a fit, and the columns that it expects in the data.
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

// With --missing marginal. A given start makes one restart.
Selection run_observed(const FitRequest& request, const std::optional<Start>& start, const DataView& view) {
  const FitOptions& options = request.options;
  if (start) return {{fit(view, start->state, request.pipeline, options)}, 0};
  const Range& range = *request.components;
  if (request.covariances.empty()) {
    return select(view, range.least, range.most, request.criterion, request.pipeline, options);
  }
  std::vector<std::size_t> numbers(range.most - range.least + 1);
  std::iota(numbers.begin(), numbers.end(), range.least);
  return select(view, numbers, covariance_family_names(request.covariances, view.columns()), request.criterion,
                request.pipeline, options);
}

Selection run(const FitRequest& request, const std::optional<Start>& start, const FitRows& rows, Team& team) {
  const FitOptions& options = request.options;
  if (request.reading.keep_missing) return run_observed(request, start, rows.data()->view);
  if (!request.covariances.empty()) {
    return select_covariance(team, rows.columns(), request.components->least, request.components->most,
                             request.covariances, request.criterion, request.pipeline, options);
  }
  if (!start && request.components->is_range) {
    const Range& range = *request.components;
    return select(team, range.least, range.most, request.criterion, request.pipeline, options);
  }
  Selection selection;
  const std::vector<State> starts(start ? static_cast<std::size_t>(options.restarts) : 0,
                                  start ? start->state : State());
  selection.fits.push_back(start ? fit(team, starts, request.pipeline, options)
                                 : fit(team, request.components->least, request.pipeline, options));
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
          best.final_log_likelihood,
          fit.resolution};
}

// Writes all results or none, as far as a file system can: the files get their names after the report is printed. They
// are opened only here, because a signal must be able to end a fit at once; check_outputs has tried them before.
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
    if (error.reader_left()) publish();  // the reader of the report left, but the model is still wanted
    throw;
  }
  publish();
}

// Equal for equal fits of the same data.
std::string identity_of(const FitArguments& arguments, const FitRequest& request) {
  return formatted("{} -k {} --covariance {} --select {} --seed {} --restarts {} --budget {} --start {}",
                   request.pipeline.text(), arguments.components, arguments.covariance, arguments.select,
                   arguments.seed, arguments.restarts, arguments.budget, arguments.start_file());
}

std::unique_ptr<CheckpointFile> checkpoint_of(const FitArguments& arguments, const FitRequest& request) {
  if (arguments.checkpoint.empty()) return nullptr;
  const DeferredSignals deferred;  // while its first lines are in a temporary file
  check_interrupted();
  auto file = std::make_unique<CheckpointFile>(arguments.checkpoint, identity_of(arguments, request), arguments.resume);
  if (arguments.resume && !arguments.quiet) {
    complain(formatted("{}: resumes after {}{}", arguments.checkpoint, report::counted(file->found(), "answer"),
                       file->was_cut() ? "; an incomplete one after that is ignored" : ""));
  }
  return file;
}

Selection run_with_progress(const FitArguments& arguments, FitRequest request, const std::optional<Start>& start,
                            const FitRows& rows, Team& team) {
  const HeededSignals heeded;
  ProgressDisplay display(progress_style(arguments.quiet, arguments.verbose));
  request.options.observer = [&display](const Progress& progress) { return display.observe(progress); };
  std::optional<ForgivenInterrupt> forgiven;
  if (request.options.budget) forgiven.emplace();
  request.options.enough = [] { return interrupt_came(); };
  return prefix_errors(arguments.data, [&] { return run(request, start, rows, team); });
}

// Refuses options that need all rows in memory when they are not.
void check_rows(const FitRequest& request, const FitArguments& arguments, const FitRows& rows) {
  if (rows.data()) return;
  const std::string where =
      rows.kind() == "mpi" ? "the rows are shared out among ranks" : "the rows do not fit into memory (--memory)";
  if (request.reading.keep_missing) {
    throw Error(ErrorCode::usage, "--missing marginal needs rows in memory, but " + where +
                                      ": fit a sample of them, or use --missing drop");
  }
  if (!arguments.pages.empty()) throw Error(ErrorCode::usage, "pages show rows in memory, but " + where);
}

void run_fit(const FitArguments& arguments) {
  const auto begin = std::chrono::steady_clock::now();
  const FitRequest request = checked(arguments);
  const std::optional<Start> start = read_start(arguments, request.components);
  ReadOptions options = request.reading;
  if (start) options.expected = start->columns;
  FitRows rows(arguments.data, options, request.options.threads, arguments.quiet);
  if (is_silent_rank()) return rows.serve();
  check_rows(request, arguments, rows);
  const std::vector<std::string>& names = start && rows.names().empty() ? start->columns.names : rows.names();
  const std::unique_ptr<CheckpointFile> checkpoint = checkpoint_of(arguments, request);
  const std::shared_ptr<Team> team = checkpoint ? team_with(rows.team(), *checkpoint) : rows.team();
  FitResult result;
  result.read_seconds = seconds_since(begin);
  result.selection = run_with_progress(arguments, request, start, rows, *team);
  result.source = arguments.data;
  result.names = names;
  result.team = rows.kind();
  result.ranks = rows.size();
  result.has_candidates = (request.components && request.components->is_range) || !request.covariances.empty();
  result.criterion = request.criterion;
  result.asked = arguments.method.empty() && !start ? "auto" : arguments.method;
  result.has_model = arguments.model;
  result.output = arguments.output;
  std::vector<NamedText> files;
  if (rows.data()) files = pages_of(arguments.pages, result, request.replayed, *rows.data(), request.options);
  const std::string model = to_json({result.fit().model, names, provenance_of(result.fit())});
  if (!arguments.output.empty() && !arguments.prints_model()) files.push_back({arguments.output, model});
  if (!arguments.trace.empty()) files.push_back({arguments.trace, csv_of(trace_sheet(result.fit().trace))});
  result.total_seconds = seconds_since(begin);
  const bool is_asked_for = arguments.json || !arguments.format.empty();
  const bool is_told = is_asked_for || (!arguments.quiet && !arguments.prints_model());
  std::string told = arguments.prints_model() ? model : "";
  if (is_told) told += request.format->write(fit_report(result));
  if (is_told && !is_asked_for && !arguments.plain && rows.data()) {
    told += picture_of(result.fit(), rows.data()->view, names, picture_width());
  }
  give_out(files, told);
  if (checkpoint) checkpoint->remove();
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
          .run = [arguments] { run_fit(*arguments); },
          .takes_ranks = true};
}

}  // namespace mixseed::cli
