#include "fit/restarts.h"

#include <algorithm>
#include <cmath>

#include "fit/checks.h"
#include "fit/rescale.h"
#include "fit/short_runs.h"
#include "fit/stages.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

// As run_attempt. If rows are no longer finite, as when a mapped file has changed, that is the failure.
template <typename Work>
void run_attempt(const Dataset& rows, Task& task, std::size_t r, const Work& work) {
  run_attempt(task, r, [&] {
    try {
      work();
    } catch (const Error& error) {
      if (error.code() == ErrorCode::input) rows.check_again();
      throw;
    }
  });
}

// Whether the short runs of the task search.
bool searches(const Task& task) {
  const auto& stages = task.pipeline.refiners;
  return task.pipeline.short_runs &&
         std::any_of(stages.begin(), stages.end(), [](const Stage& stage) { return stage.method->searches; });
}

bool shares_seed(const Task& a, const Task& b) {
  return !a.pipeline.short_runs && !b.pipeline.short_runs && a.pipeline.scaling == b.pipeline.scaling &&
         a.pipeline.seeder->text() == b.pipeline.seeder->text();
}

std::vector<std::size_t> components_of(const std::vector<Task>& tasks) {
  std::vector<std::size_t> ks;
  for (const Task& task : tasks) ks.push_back(task.components);
  return ks;
}

bool is_by_paper(const Pipeline& pipeline) { return estimation_of(pipeline).rules == Rules::paper; }

}  // namespace

Restarts restarts_for(Team& team, std::size_t components, std::span<const Pipeline> pipelines,
                      const FitOptions& options) {
  const Dataset X(team);
  check_memory(X.dim(), std::min(components, X.size()), pipelines);  // check_components refuses more
  if (std::all_of(pipelines.begin(), pipelines.end(), is_by_paper)) return {X, {}, options};
  Recording recording = recording_of(X, options.resolution);
  const Dataset recorded = X.recorded_in(recording.steps);
  return {recorded, std::move(recording), options};
}

Restarts::Restarts(const Dataset& rows, Recording recording, const FitOptions& options)
    : options_(options),
      team_(rows.team()),
      rows_(rows),
      exponent_(extreme_exponent(rows_.inspection())),
      recording_(std::move(recording)),
      known_(in_unit(options.known, exponent_)) {
  check_range(rows_.inspection());
  if (exponent_ != 0) rows_ = rows_.mapped(AffineMap::times(rows_.dim(), std::ldexp(1.0, -exponent_)));
  plain_.emplace(rows_, Scaling::plain);
  standardised_.emplace(rows_, Scaling::standardised);
}

void Restarts::run(std::vector<Task>& tasks, std::span<const State> starts) {
  seed_all(tasks, starts);
  refine_all(tasks);
}

void Restarts::seed_all(std::vector<Task>& tasks, std::span<const State> starts) {
  for (Task& task : tasks) {
    task.seeds.resize(asked());
    task.add_attempts(asked());
    // Computed before threads start, which would wait for each other.
    if (!task.pipeline.short_runs) scaled_data(task).start.summary();
  }
  estimator_.emplace(components_of(tasks), asked(), std::any_of(tasks.begin(), tasks.end(), searches));
  in_parallel(asked(), [&](std::size_t r, Team& team) { seed(tasks, starts, r, team); });
}

void Restarts::refine_all(std::vector<Task>& tasks) {
  const std::size_t R = asked();
  if (!estimator_) estimator_.emplace(components_of(tasks), R);
  estimator_->refines(components_of(tasks));
  estimator_->refining(watch_.seconds());
  in_parallel(R * tasks.size(), [&](std::size_t i, Team& team) { refine(tasks, i / R, i % R, team); });
}

void Restarts::add_attempts(Task& task, std::span<const State> starts) {
  if (starts.empty()) return;
  const std::size_t first = task.add_attempts(starts.size());
  const Pipeline rest = after_short_runs(task.pipeline);
  in_parallel(starts.size(), [&](std::size_t i, Team& team) {
    const std::size_t r = first + i;
    run_attempt(rows_.with_team(team), task, r, [&] {
      task.attempts[r] =
          refine_seed(plain_->with_team(team), {starts[i], {}, 0}, rest, {}, stream(r), reporter(task, r));
    });
  });
}

void Restarts::add_short_runs(std::vector<Task>& tasks, const std::vector<Pipeline>& pipelines, int first_rounds,
                              const GoesOn& goes_on) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (pipelines[i].short_runs) tasks[i].add_attempts(1);
  }
  in_parallel(tasks.size(), [&](std::size_t i, Team& team) {
    Task& task = tasks[i];
    if (!pipelines[i].short_runs) return;
    const std::size_t r = task.attempts.size() - 1;
    run_attempt(rows_.with_team(team), task, r, [&] {
      const Journal::Report report = reporter(task, r);
      const Rng rng = stream(r);
      const Seeded seeded = run_short(rows_.with_team(team), pipelines[i], task.components, rng, [&](int done) {
        report(pipelines[i].short_runs->method->name, done, 0, std::nan(""));
      });
      const Pipeline rest = after_short_runs(pipelines[i]);
      const int asked = rest.refiners.back().parameters.integer("rounds");
      const Pipeline first = rest.with(EmOptions{.rounds = std::min(first_rounds, asked)});
      Attempt attempt = refine_seed(plain_->with_team(team), seeded, first, {}, rng, report);
      if (first_rounds < asked && goes_on(i, attempt)) {
        const Seeded from{attempt.model, attempt.restart.repairs, attempt.restart.seconds.total};
        attempt = refine_seed(plain_->with_team(team), from, rest, {}, rng, report);
      }
      task.attempts[r] = std::move(attempt);
    });
  });
}

// Short runs scale their own sample.
const Datasets& Restarts::scaled_data(const Task& task) const {
  const Scaling scaling = task.pipeline.short_runs ? Scaling::plain : task.pipeline.scaling;
  if (scaling != Scaling::whitened) return scaling == Scaling::standardised ? *standardised_ : *plain_;
  std::call_once(whitened_once_, [&] { whitened_.emplace(rows_, scaling); });
  return *whitened_;
}

// Attempts take turns if the team cannot answer several questions at once.
template <typename Work>
void Restarts::in_parallel(std::size_t count, const Work& work) {
  Pool& pool = team_.pool();
  if (count == 1 || !team_.twin(pool)) {
    for (std::size_t i = 0; i < count; ++i) work(i, team_);
  } else {
    run_in_parallel(pool, count, [&](std::size_t i, Pool& threads) { work(i, *team_.twin(threads)); });
  }
}

// Neighbouring tasks with the same seeder share one run of it.
void Restarts::seed(std::vector<Task>& tasks, std::span<const State> starts, std::size_t r, Team& team) {
  for (std::size_t from = 0, to = 0; from < tasks.size(); from = to) {
    Task& first = tasks[from];
    to = from + 1;
    if (!starts.empty()) {
      first.seeds[r].state = datasets(first, team).enter(starts[r]);
      continue;
    }
    while (to < tasks.size() && shares_seed(tasks[to], first)) ++to;
    run_attempt(rows_.with_team(team), first, r, [&] {
      first.pipeline.short_runs ? seed_by_short_runs(tasks, from, r, team) : seed_neighbours(tasks, from, to, r, team);
    });
    for (std::size_t t = from; t < to; ++t) tasks[t].failures[r] = first.failures[r];
  }
}

void Restarts::seed_by_short_runs(std::vector<Task>& tasks, std::size_t at, std::size_t r, Team& team) {
  Task& task = tasks[at];
  const Stage& stage = *task.pipeline.short_runs;
  const int tries = stage.parameters.integer("tries");
  const auto report = [&](int done) {
    report_step(task, r, stage.method->name, done, tries, std::nan(""),
                [&](ProgressEstimator& estimator) { estimator.seeded(r, at, at, static_cast<double>(done) / tries); });
  };
  task.seeds[r] = run_short(rows_.with_team(team), task.pipeline, task.components, stream(r), report);
}

void Restarts::seed_neighbours(std::vector<Task>& tasks, std::size_t from, std::size_t to, std::size_t r, Team& team) {
  const Task& longest = tasks[to - 1];
  const Stage& stage = *longest.pipeline.seeder;
  const auto wanted = static_cast<int>(longest.components);
  const auto found = [&](std::size_t k) {
    report_step(
        longest, r, stage.method->name, static_cast<int>(k), wanted, std::nan(""),
        [&](ProgressEstimator& estimator) { estimator.seeded(r, from, to - 1, static_cast<double>(k) / wanted); });
  };
  std::vector<std::size_t> ks;
  for (std::size_t t = from; t < to; ++t) ks.push_back(tasks[t].components);
  const Datasets seen = datasets(longest, team);
  auto seeds = seed_each(seen.start, stage, ks, stream(r), found);
  for (std::size_t t = from; t < to; ++t) tasks[t].seeds[r] = std::move(seeds[t - from]);
}

void Restarts::refine(std::vector<Task>& tasks, std::size_t at, std::size_t r, Team& team) {
  Task& task = tasks[at];
  const auto report = [&](std::string_view stage, int round, int rounds, double objective) {
    report_step(task, r, stage, round, rounds, objective, [&](ProgressEstimator& estimator) {
      if (method_named(stage).may_end) estimator.em_round(at, r, round, rounds);
    });
  };
  if (!task.failures[r]) {
    run_attempt(rows_.with_team(team), task, r, [&] {
      const Datasets seen = datasets(task, team);
      task.attempts[r] = task.pipeline.short_runs
                             ? refine_after_short_runs(seen, task.seeds[r], task.pipeline, known_, stream(r), report)
                             : refine_seed(seen, task.seeds[r], task.pipeline, known_, stream(r), report);
      check_finite(task.attempts[r]);
    });
  }
  const std::lock_guard lock(mutex_);
  estimator_->ended(at, r);
}

void Restarts::report_step(const Task& task, std::size_t r, std::string_view stage, int round, int rounds,
                           double objective, const Note& note) {
  if (!options_.observer) return;
  const std::lock_guard lock(mutex_);
  if (note) note(*estimator_);
  const Progress step{task.components, static_cast<int>(r), options_.restarts, stage, round, rounds, objective};
  notify(estimator_->estimated(step, watch_.seconds()), prior_rows(task, rows_.observations()));
}

Journal::Report Restarts::reporter(const Task& task, std::size_t r) {
  return [this, &task, r](std::string_view stage, int round, int rounds, double objective) {
    report_step(task, r, stage, round, rounds, objective);
  };
}

void Restarts::report_progress(const Progress& progress) {
  if (!options_.observer) return;
  const std::lock_guard lock(mutex_);
  notify(progress);
}

void Restarts::report_on_sample(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  estimator_->short_run(progress.share);
  notify(estimator_->estimated(progress, watch_.seconds()));
}

void Restarts::notify(Progress progress, double prior) {
  const CallersUnit unit = callers_unit(exponent_, rows_.dim(), prior);
  progress.objective = unit.objective(progress.stage, progress.objective);
  if (progress.passes > 0) progress.best += unit.shift;
  if (!cancelled_) cancelled_ = !options_.observer(progress);
  if (cancelled_) throw Error(ErrorCode::cancelled, "cancelled");
}

}  // namespace mixseed
