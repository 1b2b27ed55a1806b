#include "fit/observed.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "fit/auto.h"
#include "fit/checks.h"
#include "fit/observed_search.h"
#include "fit/result.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "model/density.h"
#include "model/scaling.h"

namespace mixseed {
namespace {

constexpr std::size_t kRowsPerComponent = 2;  // times D + 1: with fewer whole rows they give no start
constexpr std::uint64_t kFillStream = 1ULL << 33;

Fit observed_result(Task& task, const ObservedContext& context) {
  const ObservedRows& rows = context.data.rows();
  const CallersUnit unit = context.data.callers_unit(estimation_of(task.pipeline).prior, task.components);
  return result_of(task, {rows.size(), rows.dim(), rows.observations(), context.data.recording(), unit},
                   context.options);
}

// Rows filled in the ways that need no random numbers.
std::vector<Data> common_sources(const ObservedData& data, std::size_t most_components) {
  std::vector<Data> all{data.filled_by_gaussian()};
  if (data.is_complete() || most_components == 1) return all;
  all.push_back(data.filled_by_means());
  const Data whole = data.complete_rows();
  const std::size_t least = kRowsPerComponent * most_components * (data.rows().dim() + 1);
  if (whole.view.rows() >= least) all.push_back(whole);
  return all;
}

std::vector<Fit> fits_on_filled(ObservedContext& context, const DataView& rows, const observed::FitFilled& fit_filled,
                                std::size_t restart, int threads) {
  FitOptions options = context.options_on_filled(restart, threads);
  const CallersUnit unit = callers_unit(context.data.exponent(), rows.columns());
  options.observer = [&context, unit, restart](Progress progress) {
    progress.objective = unit.objective(progress.stage, progress.objective);
    progress.restart = static_cast<int>(restart);
    return context.report(progress);
  };
  const int rounds = context.pipeline.refiners.back().parameters.integer("rounds");
  const int first_rounds = context.known.empty() ? std::min(rounds, kRoundsOnFilled) : 0;
  return fit_filled(rows, context.pipeline.with(EmOptions{.rounds = first_rounds}), options);
}

// The fits of filled rows: `sources` for every restart, fits[restart * sources + source], null where they failed.
struct FilledFits {
  std::size_t sources;
  std::vector<std::vector<Fit>> fits;
  std::vector<std::exception_ptr> failures;

  std::vector<Mixture> starts(std::size_t restart, std::size_t task) const {
    std::vector<Mixture> models;
    for (std::size_t i = restart * sources; i < (restart + 1) * sources; ++i) {
      if (!failures[i]) models.push_back(fits[i][task].model);
    }
    return models;
  }
};

FilledFits fit_sources(ObservedContext& context, const std::vector<Data>& common, std::size_t sources,
                       const observed::FitFilled& fit_filled) {
  const ObservedData& data = context.data;
  const std::size_t count = static_cast<std::size_t>(context.options.restarts) * sources;
  FilledFits all{sources, std::vector<std::vector<Fit>>(count), std::vector<std::exception_ptr>(count)};
  run_in_parallel(data.pool(), count, [&](std::size_t i, Pool& pool) {
    const std::size_t restart = i / sources, source = i % sources;
    try {
      const Data rows = source < common.size()
                            ? common[source]
                            : data.filled_by_model(data.gaussian(), context.stream(restart).split(kFillStream), pool);
      all.fits[i] = fits_on_filled(context, rows.view, fit_filled, restart, pool.threads());
    } catch (const Error& error) {
      if (error.code() == ErrorCode::cancelled || error.code() == ErrorCode::usage) throw;
      all.failures[i] = std::current_exception();
    }
    context.part_ended();
  });
  return all;
}

// Replaces `auto` by the stages to which the first successful fit resolved it; the last em stays.
void resolve(Task& task, std::size_t number, const FilledFits& filled) {
  for (std::size_t i = 0; i < filled.fits.size(); ++i) {
    if (filled.failures[i]) continue;
    Pipeline resolved = Pipeline::parse(filled.fits[i][number].method);
    resolved.refiners.back() = task.pipeline.refiners.back();
    task.pipeline = std::move(resolved);
    return;
  }
}

std::vector<Task> observed_tasks(const ObservedContext& context, std::span<const std::size_t> components,
                                 std::span<const std::string> families) {
  std::vector<Pipeline> pipelines;
  for (const std::string& family : families) {
    pipelines.push_back(context.pipeline.with(EmOptions{.covariance = family}));
  }
  if (families.empty()) pipelines.push_back(context.pipeline);
  const ObservedRows& rows = context.data.rows();
  const bool by_default = chooses_method(context.pipeline);
  std::vector<Task> tasks;
  for (const Pipeline& pipeline : pipelines) {
    for (const std::size_t k : components) {
      tasks.push_back({k, with_prior(pipeline, rows.dim(), k, rows.observations(), by_default)});
      tasks.back().add_attempts(static_cast<std::size_t>(context.options.restarts));
    }
  }
  return tasks;
}

}  // namespace

namespace observed {

std::vector<Fit> fit_each(const DataView& data, std::span<const std::size_t> components,
                          std::span<const std::string> families, const Pipeline& pipeline, FitOptions options,
                          const FitFilled& fit_filled) {
  check_memory(data.columns(), 1, {&pipeline, 1});
  options.missing = MissingValues::error;  // for fits of filled rows
  const ObservedData rows(data, options);
  ObservedContext context(rows, pipeline, options);
  check_ascending(components);
  std::vector<Task> tasks = observed_tasks(context, components, families);
  const auto R = static_cast<std::size_t>(options.restarts);
  const std::vector<Data> common = common_sources(rows, components.back());
  const std::size_t sources = rows.is_complete() || components.back() == 1 ? 1 : common.size() + 1;
  context.set_totals(R * (sources + tasks.size()), R * tasks.size());
  const FilledFits filled = fit_sources(context, common, sources, fit_filled);
  run_in_parallel(rows.pool(), R * tasks.size(), [&](std::size_t i, Pool& pool) {
    const std::size_t r = i / tasks.size(), t = i % tasks.size();
    run_attempt(tasks[t], r, [&] {
      std::vector<Mixture> starts = filled.starts(r, t);
      if (starts.empty()) std::rethrow_exception(filled.failures[r * sources]);
      tasks[t].attempts[r] = ObservedRestart(context, tasks[t], r, pool).best_end(std::move(starts));
    });
    context.run_ended();
  });
  std::vector<Fit> fits;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    resolve(tasks[t], t, filled);
    fits.push_back(observed_result(tasks[t], context));
  }
  return fits;
}

Fit fit(const DataView& data, std::span<const State> starts, const Pipeline& refiners, FitOptions options) {
  options.missing = MissingValues::error;
  const ObservedData rows(data, options);
  ObservedContext context(rows, refiners, options);
  const std::size_t K = size_of(starts.front()), dim = data.columns();
  Task task{K, with_prior(refiners, dim, K, rows.rows().observations(), false)};
  task.add_attempts(starts.size());
  context.set_totals(starts.size(), starts.size());
  const AffineMap units = AffineMap::times(dim, std::ldexp(1.0, -rows.exponent()));
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const State start = std::visit([&](const auto& s) -> State { return in_units(s, units); }, starts[i]);
    const Fit entering = mixseed::fit(rows.filled_by_gaussian().view, start, task.pipeline.with(EmOptions{.rounds = 0}),
                                      context.options_on_filled(i, rows.pool().threads()));
    task.attempts[i] = ObservedRestart(context, task, i, rows.pool()).run_to_the_end(entering.model);
    context.run_ended();
  }
  return observed_result(task, context);
}

}  // namespace observed
}  // namespace mixseed
