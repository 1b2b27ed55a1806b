#include "fit/observed_fits.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "fit/observed_search.h"
#include "fit/parallel.h"
#include "fit/rescale.h"
#include "fit/result.h"
#include "fit/stages.h"
#include "mixseed/error.h"
#include "model/scaling.h"

namespace mixseed {
namespace {

constexpr std::size_t kRowsPerComponent = 2;  // times D + 1: with fewer whole rows they give no start
constexpr std::uint64_t kFillStream = 1ULL << 33;

Fit result_of(Task& task, const ObservedContext& context) {
  const ObservedData& data = context.data();
  const double prior = estimation_of(task.pipeline).prior;
  const FittedData fitted{data.rows().size(),         data.rows().dim(),
                          data.rows().observations(), data.exponent(),
                          data.recording(),           [&](Attempt& attempt) { data.to_callers_units(attempt, prior); }};
  return result_of(task, fitted, context.options());
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

std::vector<Fit> fits_on_filled(ObservedContext& context, const DataView& rows, const FitFilled& fit_filled,
                                std::size_t restart, int threads) {
  const ObservedData& data = context.data();
  FitOptions options = context.options_on_filled(restart, threads);
  options.observer = [&context, &data, restart](Progress progress) {
    progress.objective = in_callers_units(progress.stage, progress.objective, data.exponent(), data.rows().dim());
    progress.restart = static_cast<int>(restart);
    return context.report(progress);
  };
  const int rounds = context.pipeline().refiners.back().parameters.integer("rounds");
  const int first_rounds = context.known().empty() ? std::min(rounds, kRoundsOnFilled) : 0;
  return fit_filled(rows, context.pipeline().with(EmOptions{.rounds = first_rounds}), options);
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
                       const FitFilled& fit_filled) {
  const ObservedData& data = context.data();
  const std::size_t count = context.restarts() * sources;
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

}  // namespace

Task observed_task(const ObservedContext& context, std::size_t components, const Pipeline& pipeline) {
  const ObservedRows& rows = context.data().rows();
  const bool by_default = chooses_method(context.pipeline());
  const std::size_t R = context.restarts();
  return {components,
          pipeline.with_prior(rows.dim(), components, rows.observations(), by_default),
          {},
          std::vector<Attempt>(R),
          std::vector<std::exception_ptr>(R)};
}

std::vector<Fit> fit_tasks(ObservedContext& context, std::vector<Task> tasks, const FitFilled& fit_filled) {
  const std::size_t R = context.restarts(), most = tasks.back().components;
  const std::vector<Data> common = common_sources(context.data(), most);
  const std::size_t sources = context.data().is_complete() || most == 1 ? 1 : common.size() + 1;
  context.expect(R * (sources + tasks.size()), R * tasks.size());
  const FilledFits filled = fit_sources(context, common, sources, fit_filled);
  run_in_parallel(context.data().pool(), R * tasks.size(), [&](std::size_t i, Pool& pool) {
    const std::size_t r = i / tasks.size(), t = i % tasks.size();
    run_attempt(tasks[t], r, [&] {
      std::vector<Mixture> starts = filled.starts(r, t);
      if (starts.empty()) std::rethrow_exception(filled.failures[r * sources]);
      tasks[t].attempts[r] = best_end(context, tasks[t], std::move(starts), r, pool);
    });
    context.part_ended();
    context.run_ended();
  });
  std::vector<Fit> fits;
  for (std::size_t t = 0; t < tasks.size(); ++t) {
    resolve(tasks[t], t, filled);
    fits.push_back(result_of(tasks[t], context));
  }
  return fits;
}

Fit fit_from_starts(ObservedContext& context, std::span<const State> starts) {
  const ObservedData& data = context.data();
  const std::size_t K = std::visit([](const auto&s) { return s.size(); }, starts.front()), dim = data.rows().dim();
  Task task{K,
            context.pipeline().with_prior(dim, K, data.rows().observations(), false),
            {},
            std::vector<Attempt>(starts.size()),
            std::vector<std::exception_ptr>(starts.size())};
  context.expect(starts.size(), starts.size());
  const AffineMap units = AffineMap::times(dim, std::ldexp(1.0, -data.exponent()));
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const State start = std::visit([&](const auto& s) -> State { return in_units(s, units); }, starts[i]);
    const FitOptions options = context.options_on_filled(i, data.pool().threads());
    const Fit entering =
        fit(data.filled_by_gaussian().view, start, task.pipeline.with(EmOptions{.rounds = 0}), options);
    task.attempts[i] = run_to_the_end(context, task, entering.model, i, data.pool());
    context.part_ended();
    context.run_ended();
  }
  return result_of(task, context);
}

}  // namespace mixseed
